// A row of import_item: one submitted identifier of an import.
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { ImportItem, ImportItemErrorCode, Marketplace } from '#contracts';

@Entity('import_item')
export class ImportItemEntity {
  @PrimaryColumn('uuid', { name: 'import_id' })
  importId!: string;

  /** A well-formed ASIN; for a malformed identifier a placeholder that no ASIN can be, such as #3. */
  @PrimaryColumn('text')
  asin!: string;

  /** A malformed identifier exactly as it was sent; null for a well-formed one. */
  @Column('json', { nullable: true })
  submitted!: string | null;

  @Column('uuid', { name: 'workspace_id' })
  workspaceId!: string;

  @Column('text')
  marketplace!: Marketplace;

  /** Its place in the submitted order, from 1. */
  @Column('int')
  position!: number;

  @Column('text')
  status!: ImportItem['status'];

  /** Null unless the status is success. */
  @Column('uuid', { name: 'product_id', nullable: true })
  productId!: string | null;

  /** Null unless the status is failure. */
  @Column('text', { name: 'error_code', nullable: true })
  errorCode!: ImportItemErrorCode | null;
}
