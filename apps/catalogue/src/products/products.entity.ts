// A row of product. Columns that Postgres fills name no default here: TypeORM would then add RETURNING.
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Marketplace, ProductContent, ProductGenre } from '#contracts';

@Entity('product')
export class ProductEntity {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid', { name: 'workspace_id' })
  workspaceId!: string;

  @Column('text')
  genre!: ProductGenre;

  /** Null for a custom product. */
  @Column('text', { nullable: true })
  marketplace!: Marketplace | null;

  /** Null for a custom product. */
  @Column('text', { nullable: true })
  asin!: string | null;

  @Column('json')
  content!: ProductContent;

  @Column('text', { name: 'content_hash' })
  contentHash!: string;

  /** 1 at first; counts the changes of the content. */
  @Column('int')
  version!: number;

  /** When a marketplace was last asked for it; null for a custom product. */
  @Column('timestamptz', { name: 'fetched_at', nullable: true })
  fetchedAt!: Date | null;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;

  @Column('timestamptz', { name: 'updated_at' })
  updatedAt!: Date;
}
