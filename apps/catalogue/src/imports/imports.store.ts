// The tables of imports and their items.
import { Inject, Injectable } from '@nestjs/common';
import type {
  Actor,
  ImportItem,
  ImportItemErrorCode,
  ImportState,
  ImportStatus,
  Marketplace,
} from '#contracts';
import { CONFIG } from '#platform/config';
import type { Transaction } from '#platform/database';
import type { Config } from '../config.ts';

type Item = Omit<ImportItem, 'errorMessage'>;
type Header = Pick<ImportState, 'id' | 'marketplace' | 'status' | 'createdAt' | 'completedAt'>;

/** An import to be stored. */
export interface NewImport {
  id: string;
  actor: Actor;
  marketplace: Marketplace;
  items: readonly Item[];
}

/** What became of one product that imports of one workspace wait for. */
export interface Settled {
  workspaceId: string;
  asin: string;
  productId: string | null;
  errorCode: ImportItemErrorCode | null;
}

/** An item that was settled; without an error code it was a success. */
export interface SettledItem {
  importId: string;
  marketplace: Marketplace;
  errorCode: ImportItemErrorCode | null;
}

/** How the identifiers of an import stand. */
export interface Counted {
  id: string;
  workspaceId: string;
  success: number;
  importing: number;
  failure: number;
}

const SETTLED = 'item.import_id AS "importId", item.marketplace, item.error_code AS "errorCode"';

/** Whole Unix seconds of a column. */
const seconds = (column: string): string => `floor(extract(epoch FROM ${column}))::int`;

/** The tables of imports and their items. */
@Injectable()
export class ImportsStore {
  constructor(@Inject(CONFIG) private readonly config: Config) {}

  /** Stores a running import and its items. */
  async insert(tx: Transaction, { id, actor, marketplace, items }: NewImport): Promise<void> {
    await tx.query(
      `INSERT INTO import (id, workspace_id, account_id, marketplace, status, deadline_at)
       VALUES ($1, $2, $3, $4, 'RUNNING', now() + $5 * interval '1 hour')`,
      [id, actor.workspaceId, actor.accountId, marketplace, this.config.IMPORT_DEADLINE_HOURS],
    );
    await tx.query(
      `INSERT INTO import_item
         (import_id, workspace_id, marketplace, asin, submitted, position, status, product_id, error_code)
       SELECT $1, $2, $3, coalesce(asin, '#' || position), submitted::json, position, status, product_id, error_code
       FROM unnest($4::text[], $5::text[], $6::text[], $7::uuid[], $8::text[]) WITH ORDINALITY
         AS i (asin, submitted, status, product_id, error_code, position)`,
      [
        id,
        actor.workspaceId,
        marketplace,
        items.map((item) => (isAsin(item) ? item.asin : null)),
        items.map((item) => (isAsin(item) ? null : JSON.stringify(item.asin))),
        items.map((item) => item.status),
        items.map((item) => item.productId ?? null),
        items.map((item) => item.errorCode ?? null),
      ],
    );
  }

  /** An import without its items. */
  async find(tx: Transaction, workspaceId: string, id: string): Promise<Header | undefined> {
    const [row] = await tx.query<Header[]>(
      `SELECT id, marketplace, status, ${seconds('created_at')} AS "createdAt",
         ${seconds('completed_at')} AS "completedAt"
       FROM import WHERE id = $1 AND workspace_id = $2`,
      [id, workspaceId],
    );
    return row && withoutNulls(row);
  }

  /** The items of an import, as they were submitted. */
  async items(tx: Transaction, importId: string): Promise<Item[]> {
    const rows = await tx.query<(Item & { submitted: string | null })[]>(
      `SELECT asin, submitted, status, product_id AS "productId", error_code AS "errorCode"
       FROM import_item WHERE import_id = $1 ORDER BY position`,
      [importId],
    );
    return rows.map(({ submitted, ...item }) => withoutNulls({ ...item, asin: submitted ?? item.asin }));
  }

  /** The workspaces whose imports wait for these products. */
  async waiting(
    tx: Transaction,
    marketplace: Marketplace,
    asins: readonly string[],
  ): Promise<{ workspaceId: string; asin: string }[]> {
    return tx.query(
      `SELECT DISTINCT workspace_id AS "workspaceId", asin FROM import_item
       WHERE marketplace = $1 AND asin = ANY ($2) AND status = 'importing'`,
      [marketplace, asins],
    );
  }

  /** Settles items that wait for these products. */
  async settle(
    tx: Transaction,
    marketplace: Marketplace,
    settled: readonly Settled[],
  ): Promise<SettledItem[]> {
    const [rows] = await tx.query<[SettledItem[], number]>(
      `UPDATE import_item AS item
       SET status = CASE WHEN s.product_id IS NULL THEN 'failure' ELSE 'success' END,
         product_id = s.product_id, error_code = s.error_code
       FROM unnest($2::uuid[], $3::text[], $4::uuid[], $5::text[])
         AS s (workspace_id, asin, product_id, error_code)
       WHERE item.marketplace = $1 AND item.asin = s.asin AND item.workspace_id = s.workspace_id
         AND item.status = 'importing'
       RETURNING ${SETTLED}`,
      [
        marketplace,
        settled.map((one) => one.workspaceId),
        settled.map((one) => one.asin),
        settled.map((one) => one.productId),
        settled.map((one) => one.errorCode),
      ],
    );
    return rows;
  }

  /** Fails what still waits in imports past their deadline, some imports at a time. */
  async expire(tx: Transaction, most: number): Promise<{ importIds: string[]; items: SettledItem[] }> {
    const late = await tx.query<{ id: string }[]>(
      `SELECT id FROM import WHERE status = 'RUNNING' AND deadline_at < now()
       ORDER BY deadline_at LIMIT $1 FOR UPDATE SKIP LOCKED`,
      [most],
    );
    const importIds = late.map((row) => row.id);
    if (importIds.length === 0) return { importIds, items: [] };
    const [items] = await tx.query<[SettledItem[], number]>(
      `UPDATE import_item AS item SET status = 'failure', error_code = 'DeadlineExceeded'
       WHERE import_id = ANY ($1) AND status = 'importing' RETURNING ${SETTLED}`,
      [importIds],
    );
    return { importIds, items };
  }

  /** Locks imports until the end of the transaction. */
  async lockRunning(tx: Transaction, ids: readonly string[]): Promise<void> {
    await tx.query(`SELECT 1 FROM import WHERE id = ANY ($1) AND status = 'RUNNING' ORDER BY id FOR UPDATE`, [
      ids,
    ]);
  }

  /** How the items of running imports stand. */
  async counts(tx: Transaction, ids: readonly string[]): Promise<Counted[]> {
    return tx.query(
      `SELECT i.id, i.workspace_id AS "workspaceId",
         count(*) FILTER (WHERE item.status = 'success')::int AS success,
         count(*) FILTER (WHERE item.status = 'importing')::int AS importing,
         count(*) FILTER (WHERE item.status = 'failure')::int AS failure
       FROM import i JOIN import_item item ON item.import_id = i.id
       WHERE i.id = ANY ($1) AND i.status = 'RUNNING' GROUP BY i.id`,
      [ids],
    );
  }

  /** Ends imports. */
  async end(tx: Transaction, ended: readonly { id: string; status: ImportStatus }[]): Promise<void> {
    await tx.query(
      `UPDATE import SET status = e.status, completed_at = now()
       FROM unnest($1::uuid[], $2::text[]) AS e (id, status)
       WHERE import.id = e.id AND import.status = 'RUNNING'`,
      [ended.map((one) => one.id), ended.map((one) => one.status)],
    );
  }
}

/** False for what is no ASIN: it may be of any text, so it is kept as JSON, and `asin` is its place, such as #3. */
function isAsin({ errorCode }: Item): boolean {
  return errorCode !== 'InvalidAsin';
}

function withoutNulls<T extends object>(row: T): T {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as T;
}
