// The tables of products, of their totals and of their words. Columns that Postgres fills name no default here: TypeORM would
// then add RETURNING.
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { ImportedProduct, Marketplace, ProductEditor, ProductField, ProductGenre } from '#contracts';
import { DERIVED } from '#platform/database';

/** Who wrote the value of each edited field. */
export type EditedBy = Partial<Record<ProductField, ProductEditor>>;

/** Values of fields, as they may be in the content; null where there was none. */
export type Beneath = { [F in ProductField]?: ImportedProduct[F] | null };

@Entity('product')
export class ProductEntity {
  @PrimaryColumn('uuid') workspaceId!: string;
  @PrimaryColumn('uuid') id!: string;
  @Column('text') genre!: ProductGenre;
  /** This and the ASIN are null for a custom product. */
  @Column('text', { nullable: true }) marketplace!: Marketplace | null;
  @Column('text', { nullable: true }) asin!: string | null;
  /** As it is shown: with the edits. A custom product has no `features`. */
  @Column('json') content!: ImportedProduct;
  /** Of what a person wrote, or of what the marketplace has. */
  @Column('text') contentHash!: string;
  /** The edited fields of an imported product; null without edits. */
  @Column('json', { nullable: true }) editedBy!: EditedBy | null;
  /** What the marketplace has; null without edits, because the content is the same then. */
  @Column('json', { nullable: true }) imported!: ImportedProduct | null;
  /** What people had written in fields where an accepted text stands now, null for nothing; null without such fields. */
  @Column('json', { nullable: true }) beneath!: Beneath | null;
  /** 1 at first; counts the changes of everything that a client sees. */
  @Column('int') version!: number;
  /** The version that last changed a fact which texts are written from. */
  @Column('int') sourceVersion!: number;
  /** When a marketplace was last asked for it; null for a custom product. */
  @Column('timestamptz', { nullable: true }) fetchedAt!: Date | null;
  @Column('timestamptz') createdAt!: Date;
  @Column('timestamptz') updatedAt!: Date;
  /** Since when nobody sees it; null while it is not deleted. */
  @Column('timestamptz', { nullable: true }) deletedAt!: Date | null;
  /** Of the content as JSON text. A list needs it before it reads the content. */
  @Column('int', { ...DERIVED }) contentBytes!: number;
  /** The brand as it is compared; Postgres derives it from the content, as it does `search`. */
  @Column('text', { nullable: true, ...DERIVED }) brandKey!: string;
  /** Words and filter values of the product; see the migration. */
  @Column('tsvector', { nullable: true, ...DERIVED }) search!: string;
}

/** How many products a workspace has, the deleted ones too, and how much room they take: the sum of its slots. */
@Entity('product_total')
export class ProductTotalEntity {
  @PrimaryColumn('uuid') workspaceId!: string;
  /** 0, or a connection that has written products. */
  @PrimaryColumn('int') slot!: number;
  @Column('bigint') products!: string;
  /** Of their content as it is stored, after compression. */
  @Column('bigint') bytes!: string;
}

/** A word that some product of a workspace has or had: what a word with a typo may have meant. */
@Entity('product_word')
export class ProductWordEntity {
  @PrimaryColumn('uuid') workspaceId!: string;
  /** Its length in code points; Postgres writes it. */
  @PrimaryColumn('int', { ...DERIVED }) size!: number;
  @PrimaryColumn('text') word!: string;
  /** The same from its end; Postgres writes it. */
  @Column('text', { nullable: true, ...DERIVED }) reversed!: string;
}
