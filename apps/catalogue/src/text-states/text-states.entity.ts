// A row of product_text: how the text of an application for a product stands, as generations told it.
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { ProductTextState } from '#contracts';

@Entity('product_text')
export class TextStateEntity {
  @PrimaryColumn('uuid') workspaceId!: string;
  @PrimaryColumn('uuid') productId!: string;
  @PrimaryColumn('text') applicationId!: string;
  /** Null when the text is missing: the row then remembers the version. */
  @Column('text', { nullable: true }) state!: ProductTextState | null;
  /** The generation that has this text. */
  @Column('uuid', { nullable: true }) generationId!: string | null;
  /** Grows with each change of this text; an event with an older one comes too late. */
  @Column('bigint') version!: string;
  /** When the product was created, for the order of lists. */
  @Column('timestamptz') createdAt!: Date;
}
