// Rows of product_text, how the text of an application for a product stands, as generations told it, and of text_resync.
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { ProductTextState, TextKey } from '#contracts';

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

/** How far the resync of all texts is that an operator has asked for last; there is one row at most. */
@Entity('text_resync')
export class TextResyncEntity {
  @PrimaryColumn('boolean') isOnly!: boolean;
  /** The last text that is done; null before the first. */
  @Column('json', { nullable: true }) after!: TextKey | null;
  /** Texts that generations told. */
  @Column('bigint') told!: string;
  /** Texts that were taken back, because generations has none such. */
  @Column('bigint') removed!: string;
  @Column('timestamptz') startedAt!: Date;
  @Column('timestamptz', { nullable: true }) endedAt!: Date | null;
}
