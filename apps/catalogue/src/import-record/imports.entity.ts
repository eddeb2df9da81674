// The tables of imports and of their items. Columns that Postgres fills name no default here: TypeORM would then add RETURNING.
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { ErrorCode, ImportItem, ImportItemErrorCode, ImportStatus, Marketplace } from '#contracts';
import { DERIVED } from '#platform/database';

@Entity('import')
export class ImportEntity {
  @PrimaryColumn('uuid') workspaceId!: string;
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') accountId!: string;
  /** Who holds the workspace, of an import of a CSV file: files are written for each holder in turn. Null for others. */
  @Column('uuid', { nullable: true }) holderId!: string | null;
  /** Null for an import of a CSV file, here and in its items. */
  @Column('text', { nullable: true }) marketplace!: Marketplace | null;
  @Column('text') status!: ImportStatus;
  /** Items that are still importing then fail with DeadlineExceeded. */
  @Column('timestamptz') deadlineAt!: Date;
  @Column('timestamptz') createdAt!: Date;
  /** Null while RUNNING. */
  @Column('timestamptz', { nullable: true }) completedAt!: Date | null;
  /** How many of its items stand so: changed with the items, in their transaction. */
  @Column('int') importing!: number;
  @Column('int') success!: number;
  @Column('int') failure!: number;
  /** How many of its items were products that the workspace did not have when it was accepted. */
  @Column('int') added!: number;
  /** The import whose failures this one tries again; null for all others. */
  @Column('uuid', { nullable: true }) retryOf!: string | null;
  /** JSON of what is to follow it, as it was asked for; null when nothing is. */
  @Column('text', { nullable: true }) followUp!: string | null;
  /** The batch over its successes, once that has begun. */
  @Column('uuid', { nullable: true }) batchId!: string | null;
  /** Why no such batch begins; null unless that was refused for good. */
  @Column('text', { nullable: true }) batchErrorCode!: ErrorCode | null;
  /** The part of `then` that is the reason; may be null. */
  @Column('text', { nullable: true }) batchErrorTarget!: string | null;
}

/** The key of an import. */
export type ImportKey = Pick<ImportEntity, 'workspaceId' | 'id'>;

/** One submitted identifier, or row of a CSV file, of an import. */
@Entity('import_item')
export class ImportItemEntity {
  @PrimaryColumn('uuid') workspaceId!: string;
  @PrimaryColumn('uuid') importId!: string;
  /** A well-formed ASIN; for a malformed identifier or a row a placeholder that no ASIN can be, such as #3. */
  @PrimaryColumn('text') asin!: string;
  /** A malformed identifier exactly as it was sent; null for a well-formed one. */
  @Column('json', { nullable: true }) submitted!: string | null;
  @Column('text', { nullable: true }) marketplace!: Marketplace | null;
  /** Its place in the submitted order, from 1. */
  @Column('int') position!: number;
  @Column('text') status!: ImportItem['status'];
  /** Null unless the status is success. */
  @Column('uuid', { nullable: true }) productId!: string | null;
  /** Null unless the status is failure. */
  @Column('text', { nullable: true }) errorCode!: ImportItemErrorCode | null;
  /** The column that is wrong in an invalid row. */
  @Column('text', { nullable: true }) errorTarget!: string | null;
  /** The error code, or the status of an item without one; Postgres writes it. */
  @Column('text', { nullable: true, ...DERIVED }) outcome!: string;
}

/** The items of a workspace whose imports ended in an hour, or in a day, by their outcome. */
@Entity('import_statistic')
export class ImportStatisticEntity {
  @PrimaryColumn('uuid') workspaceId!: string;
  /** 1, or 24 for a day of UTC. */
  @PrimaryColumn('int') hours!: number;
  /** The first of these hours, counted from 1970. */
  @PrimaryColumn('int') hour!: number;
  /** `success`, or the error code. */
  @PrimaryColumn('text') outcome!: string;
  @Column('int') items!: number;
}
