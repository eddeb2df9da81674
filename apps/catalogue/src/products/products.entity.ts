// A row of product. Columns that Postgres fills name no default here: TypeORM would then add RETURNING.
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Marketplace, ProductContent, ProductGenre } from '#contracts';

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
}
