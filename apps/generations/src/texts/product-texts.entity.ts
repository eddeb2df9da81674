// A row of product_text: how the text of an application for a product stands. There is no row while the product has none.
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { ProductTextState } from '#contracts';
import type { GenerationEntity } from '../generation-record/index.ts';

@Entity('product_text')
export class ProductTextEntity {
  @PrimaryColumn('uuid') workspaceId!: string;
  @PrimaryColumn('uuid') productId!: string;
  @PrimaryColumn('text') applicationId!: GenerationEntity['applicationId'];
  @Column('text') state!: ProductTextState;
  /** The generation that has this text, or had it: an accepted text stays when the month of its generation is dropped. */
  @Column('uuid') generationId!: string;
  /** What that generation used. */
  @Column('int') productVersion!: number;
  @Column('text', { nullable: true }) sourceHash!: string | null;
  @Column('int') applicationVersion!: number;
  /** The generation that has or had the newest accepted text, which may stand behind a draft; null without one. */
  @Column('uuid', { nullable: true }) acceptedId!: string | null;
  /** What that one used. */
  @Column('int', { nullable: true }) acceptedProductVersion!: number | null;
  @Column('text', { nullable: true }) acceptedSourceHash!: string | null;
  @Column('int', { nullable: true }) acceptedApplicationVersion!: number | null;
  /** Grows with each change, also when the row has been absent meanwhile. */
  @Column('bigint') version!: string;
}
