// A row of product. Columns that Postgres fills name no default here: TypeORM would then add RETURNING.
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Marketplace, ProductContent, ProductGenre } from '#contracts';

/** Columns that Postgres alone writes, and only its indexes read. */
const DERIVED = { select: false, insert: false, update: false } as const;

@Entity('product')
export class ProductEntity {
  @PrimaryColumn('uuid') workspaceId!: string;
  @PrimaryColumn('uuid') id!: string;
  @Column('text') genre!: ProductGenre;
  /** This and the ASIN are null for a custom product. */
  @Column('text', { nullable: true }) marketplace!: Marketplace | null;
  @Column('text', { nullable: true }) asin!: string | null;
  @Column('json') content!: ProductContent;
  @Column('text') contentHash!: string;
  /** 1 at first; counts the changes of the content. */
  @Column('int') version!: number;
  /** When a marketplace was last asked for it; null for a custom product. */
  @Column('timestamptz', { nullable: true }) fetchedAt!: Date | null;
  @Column('timestamptz') createdAt!: Date;
  @Column('timestamptz') updatedAt!: Date;
  /** The brand as it is compared; Postgres derives it from the content, as it does the next one. */
  @Column('text', { nullable: true, ...DERIVED }) brandKey!: string;
  /** Words and filter values of the product; see the migration. */
  @Column('tsvector', { nullable: true, ...DERIVED }) search!: string;
}

/** A word that some product of a workspace has or had: what a word with a typo may have meant. */
@Entity('product_word')
export class ProductWordEntity {
  @PrimaryColumn('uuid') workspaceId!: string;
  @PrimaryColumn('text') word!: string;
  /** The same from its end; Postgres writes it. */
  @Column('text', { nullable: true, ...DERIVED }) reversed!: string;
}
