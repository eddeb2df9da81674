// The tables import and import_item.
import { Inject, Injectable } from '@nestjs/common';
import {
  RETRYABLE_IMPORT_ITEM_ERRORS,
  withoutNulls,
  type Actor,
  type ImportFollowUp,
  type ImportStatus,
  type Marketplace,
} from '#contracts';
import { CONFIG } from '#platform/config';
import { currentContext, newId } from '#platform/context';
import { arraysOf, selectList, type Transaction } from '#platform/database';
import type { Config } from '../config.ts';
import { ImportEntity, type ImportItemEntity, type ImportKey } from './imports.entity.ts';
import type { AcceptedImport, EarlyEnd, ItemState, OutcomeCounts } from './imports.rules.ts';

/** An item that is still importing. */
export type WaitingItem = Pick<ImportItemEntity, 'importId' | 'workspaceId' | 'asin'>;

/** The outcome of an item: a product id or an error code. */
export type ItemResolution = WaitingItem & Pick<ImportItemEntity, 'productId' | 'errorCode'>;

/** An item that is no longer importing; without an error code it is a success. */
export type ResolvedItem = Pick<ImportItemEntity, 'workspaceId' | 'importId' | 'marketplace' | 'errorCode'>;

/** An import to be stored. */
export interface NewImport extends AcceptedImport {
  marketplace: Marketplace;
  items: readonly ItemState[];
}

/** The counts of a running import. */
export type ImportProgress = ImportKey & OutcomeCounts;

const NEW_ITEM = ['asin', 'submitted', 'status', 'productId', 'errorCode'] as const;
export const ITEM = [...NEW_ITEM, 'errorTarget', 'marketplace', 'position'] as const;
export type ItemRow = Pick<ImportItemEntity, (typeof ITEM)[number]>;
export const WAITING_ITEM = selectList(['importId', 'workspaceId', 'asin']);
const RESOLVED_ITEM =
  'item.workspace_id AS "workspaceId", item.import_id AS "importId", item.marketplace, item.error_code AS "errorCode"';

/**
 * The tables import and import_item. Only the row of an import is read and written as an entity: the other
 * statements concern up to 1,000 items or many imports at once, or lock rows.
 */
@Injectable()
export class ImportsStore {
  constructor(@Inject(CONFIG) private readonly config: Config) {}

  /** Stores a running import and its items. */
  async insert(
    tx: Transaction,
    { workspaceId, accountId }: Actor,
    { id, marketplace, items, retryOf }: NewImport,
  ): Promise<void> {
    await tx.insert(ImportEntity, {
      id,
      workspaceId,
      accountId,
      marketplace,
      retryOf: retryOf ?? null,
      status: 'RUNNING',
      deadlineAt: () => `now() + ${this.config.IMPORT_DEADLINE_HOURS} * interval '1 hour'`,
    });
    // A malformed identifier may be of any text, so it is stored as JSON.
    const rows = items.map((item) =>
      item.errorCode === 'InvalidAsin'
        ? { ...item, asin: null, submitted: JSON.stringify(item.asin) }
        : { ...item, submitted: null },
    );
    await tx.query(
      `INSERT INTO import_item
         (import_id, workspace_id, marketplace, asin, submitted, position, status, product_id, error_code)
       SELECT $1, $2, $3, coalesce(asin, '#' || position), submitted::json, position, status, product_id, error_code
       FROM unnest($4::text[], $5::text[], $6::text[], $7::uuid[], $8::text[]) WITH ORDINALITY
         AS i (asin, submitted, status, product_id, error_code, position)`,
      [id, workspaceId, marketplace, ...arraysOf(rows, ...NEW_ITEM)],
    );
  }

  /** Stores what is to follow an import, with the id that its batch will have. */
  async insertFollowUp(tx: Transaction, { workspaceId, id }: ImportKey, body: ImportFollowUp): Promise<void> {
    const requestId = currentContext()?.requestId ?? id;
    await tx.query(
      `INSERT INTO import_follow_up (workspace_id, import_id, batch_id, request_id, body) VALUES ($1, $2, $3, $4, $5)`,
      [workspaceId, id, newId(), requestId, JSON.stringify(body)],
    );
  }

  /** An import without its items. */
  find(tx: Transaction, workspaceId: string, id: string): Promise<ImportEntity | null> {
    return tx.findOneBy(ImportEntity, { id, workspaceId });
  }

  /** The items of an import, as they were submitted. */
  async items(tx: Transaction, workspaceId: string, importId: string): Promise<ItemState[]> {
    const rows = await tx.query<ItemRow[]>(
      `SELECT ${selectList(ITEM)} FROM import_item WHERE workspace_id = $1 AND import_id = $2 ORDER BY position`,
      [workspaceId, importId],
    );
    return rows.map(itemOf);
  }

  /** The ASINs of an import that failed and may succeed now, in submitted order. */
  async retryable(tx: Transaction, workspaceId: string, importId: string): Promise<string[]> {
    const rows = await tx.query<Pick<ImportItemEntity, 'asin'>[]>(
      `SELECT asin FROM import_item WHERE workspace_id = $1 AND import_id = $2 AND outcome = ANY ($3) ORDER BY position`,
      [workspaceId, importId, [...RETRYABLE_IMPORT_ITEM_ERRORS]],
    );
    return rows.map(({ asin }) => asin);
  }

  /** Locks items that wait for these products, at most `limit`. */
  lockWaiting(
    tx: Transaction,
    marketplace: Marketplace,
    asins: readonly string[],
    limit: number,
  ): Promise<WaitingItem[]> {
    return tx.query(
      `SELECT ${WAITING_ITEM} FROM import_item
       WHERE marketplace = $1 AND asin = ANY ($2) AND status = 'importing'
       ORDER BY import_id, asin LIMIT $3 FOR UPDATE`,
      [marketplace, asins, limit],
    );
  }

  /** Resolves locked items. */
  async resolveItems(tx: Transaction, resolutions: readonly ItemResolution[]): Promise<ResolvedItem[]> {
    const [rows] = await tx.query<[ResolvedItem[], number]>(
      `UPDATE import_item AS item
       SET status = CASE WHEN r.product_id IS NULL THEN 'failure' ELSE 'success' END,
         product_id = r.product_id, error_code = r.error_code
       FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::uuid[], $5::text[])
         AS r (workspace_id, import_id, asin, product_id, error_code)
       WHERE item.workspace_id = r.workspace_id AND item.import_id = r.import_id AND item.asin = r.asin
       RETURNING ${RESOLVED_ITEM}`,
      arraysOf(resolutions, 'workspaceId', 'importId', 'asin', 'productId', 'errorCode'),
    );
    return rows;
  }

  /** Running imports past their deadline, at most `limit`. They are not locked, because items come first. */
  findExpired(tx: Transaction, limit: number): Promise<ImportKey[]> {
    return tx.query(
      `SELECT workspace_id AS "workspaceId", id FROM import
       WHERE status = 'RUNNING' AND deadline_at < now() ORDER BY deadline_at LIMIT $1`,
      [limit],
    );
  }

  /** Fails the items of these imports that are still importing. */
  async failImporting(
    tx: Transaction,
    imports: readonly ImportKey[],
    errorCode: EarlyEnd,
  ): Promise<ResolvedItem[]> {
    const [items] = await tx.query<[ResolvedItem[], number]>(
      `WITH locked AS (
         SELECT workspace_id, import_id, asin FROM import_item
         WHERE workspace_id = ANY ($1) AND import_id = ANY ($2) AND status = 'importing'
         ORDER BY import_id, asin FOR UPDATE
       )
       UPDATE import_item AS item SET status = 'failure', error_code = $3 FROM locked
       WHERE item.workspace_id = locked.workspace_id AND item.import_id = locked.import_id AND item.asin = locked.asin
       RETURNING ${RESOLVED_ITEM}`,
      [...arraysOf(imports, 'workspaceId', 'id'), errorCode],
    );
    return items;
  }

  /** Locks the running ones of these imports until the end of the transaction. */
  async lockRunning(tx: Transaction, imports: readonly ImportKey[]): Promise<void> {
    await tx.query(
      `SELECT 1 FROM import WHERE workspace_id = ANY ($1) AND id = ANY ($2) AND status = 'RUNNING'
       ORDER BY id FOR UPDATE`,
      arraysOf(imports, 'workspaceId', 'id'),
    );
  }

  /** Counts the items of the running ones of these imports. */
  async progressOf(tx: Transaction, imports: readonly ImportKey[]): Promise<ImportProgress[]> {
    return tx.query(
      `SELECT i.id, i.workspace_id AS "workspaceId",
         count(*) FILTER (WHERE item.status = 'success')::int AS success,
         count(*) FILTER (WHERE item.status = 'importing')::int AS importing,
         count(*) FILTER (WHERE item.status = 'failure')::int AS failure,
         count(*) FILTER (WHERE item.error_code = 'Cancelled')::int AS cancelled
       FROM import i JOIN import_item item ON item.workspace_id = i.workspace_id AND item.import_id = i.id
       WHERE i.workspace_id = ANY ($1) AND i.id = ANY ($2) AND i.status = 'RUNNING' GROUP BY i.workspace_id, i.id`,
      arraysOf(imports, 'workspaceId', 'id'),
    );
  }

  /** Ends running imports with these statuses and counts, and adds their items to the statistic of this hour. */
  async end(tx: Transaction, imports: readonly (ImportProgress & { status: ImportStatus })[]): Promise<void> {
    await tx.query(
      `WITH ended AS (
         UPDATE import SET status = e.status, completed_at = now(), success = e.success, failure = e.failure
         FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::int[], $5::int[]) AS e (workspace_id, id, status, success, failure)
         WHERE import.workspace_id = e.workspace_id AND import.id = e.id AND import.status = 'RUNNING'
         RETURNING import.workspace_id, import.id
       )
       INSERT INTO import_statistic (workspace_id, hour, outcome, items)
       SELECT item.workspace_id, floor(extract(epoch FROM now()) / 3600)::int, item.outcome, count(*)
       FROM ended JOIN import_item AS item ON item.workspace_id = ended.workspace_id AND item.import_id = ended.id
       GROUP BY 1, 3 ORDER BY 1, 3
       ON CONFLICT (workspace_id, hour, outcome) DO UPDATE SET items = import_statistic.items + excluded.items`,
      arraysOf(imports, 'workspaceId', 'id', 'status', 'success', 'failure'),
    );
  }
}

/** An item as it was submitted. */
export function itemOf({ asin, submitted, marketplace, position, ...item }: ItemRow): ItemState {
  const { status, productId, errorCode, errorTarget } = item;
  const name = marketplace ? { asin: submitted ?? asin } : { row: position };
  return { ...name, ...withoutNulls({ status, productId, errorCode, errorTarget }) };
}
