// The tables import and import_item.
import { Inject, Injectable } from '@nestjs/common';
import {
  MAX_IMPORT_ASINS,
  RETRYABLE_IMPORT_ITEM_ERRORS,
  holderOf,
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
import {
  HEADER,
  ITEM,
  type ItemRow,
  itemOf,
  NEW_ITEM,
  type StandingRow,
  standingOf,
} from './import-rows.rules.ts';
import {
  bucketsOf,
  type AcceptedImport,
  type EarlyEnd,
  type ImportCounts,
  type ImportStanding,
  type ItemState,
} from './imports.rules.ts';

/** An item that is still importing. */
export type WaitingItem = Pick<ImportItemEntity, 'importId' | 'workspaceId' | 'asin'>;

/** The outcome of an item: a product id or an error code. */
export type ItemResolution = WaitingItem & Pick<ImportItemEntity, 'productId' | 'errorCode'>;

/** An item that is no longer importing; without an error code it is a success. */
export type ResolvedItem = Pick<ImportItemEntity, 'workspaceId' | 'importId' | 'marketplace' | 'errorCode'>;

/** An import to be stored. */
export interface NewImport extends AcceptedImport {
  marketplace: Marketplace;
  followUp: ImportFollowUp | undefined;
  items: readonly ItemState[];
  /** How many of its items are products that the workspace does not have. */
  added: number;
}

/** The counts of a running import. */
export type ImportProgress = ImportKey & ImportCounts;

export const WAITING_ITEM = selectList(['importId', 'workspaceId', 'asin']);
const RESOLVED_ITEM =
  'item.workspace_id AS "workspaceId", item.import_id AS "importId", item.marketplace, item.error_code AS "errorCode"';

// The places of the items after those that are shown, by status. One statement, so that all are of the same moment.
const LATER = `array_agg(position ORDER BY position) FILTER (WHERE position > ${MAX_IMPORT_ASINS} AND status =`;
const STANDING = `
  SELECT ${selectList(HEADER)}, items.* FROM import CROSS JOIN LATERAL (
    SELECT coalesce(json_agg(item ORDER BY position) FILTER (WHERE position <= ${MAX_IMPORT_ASINS}), '[]') AS shown,
      coalesce(${LATER} 'success'), '{}') AS "laterSuccess", coalesce(${LATER} 'importing'), '{}') AS "laterImporting",
      coalesce(${LATER} 'failure'), '{}') AS "laterFailure"
    FROM (SELECT ${selectList(ITEM)} FROM import_item WHERE workspace_id = $1 AND import_id = $2) AS item
  ) AS items WHERE workspace_id = $1 AND id = $2`;

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
    { id, marketplace, items, added, retryOf, followUp }: NewImport,
  ): Promise<void> {
    const { importing, success, failure } = bucketsOf(items);
    await tx.insert(ImportEntity, {
      id,
      workspaceId,
      accountId,
      marketplace,
      retryOf: retryOf ?? null,
      followUp: followUp ? JSON.stringify(followUp) : null,
      importing: importing.length,
      success: success.length,
      failure: failure.length,
      added,
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
         AS i (asin, submitted, status, product_id, error_code, position)
       RETURNING 1`,
      [id, workspaceId, marketplace, ...arraysOf(rows, ...NEW_ITEM)],
    );
  }

  /** An import without its items. */
  find(tx: Transaction, workspaceId: string, id: string): Promise<ImportEntity | null> {
    return tx.findOneBy(ImportEntity, { id, workspaceId });
  }

  /** An import with the items that its state shows, as both are at one moment. */
  async state(tx: Transaction, workspaceId: string, id: string): Promise<ImportStanding | undefined> {
    const [row] = await tx.query<StandingRow[]>(STANDING, [workspaceId, id]);
    return row && standingOf(row);
  }

  /** The items of an import, in submitted order. */
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

  /**
   * Running imports past their deadline, at most `limit`, and as many as have `mostItems` that still import, or one with more.
   * They are not locked, because items come first.
   */
  findExpired(tx: Transaction, limit: number, mostItems: number): Promise<ImportKey[]> {
    return tx.query(
      `SELECT workspace_id AS "workspaceId", id FROM (
         SELECT workspace_id, id, row_number() OVER due AS nth, sum(importing) OVER due AS items FROM (
           SELECT workspace_id, id, importing, deadline_at FROM import
           WHERE status = 'RUNNING' AND deadline_at < now() ORDER BY deadline_at LIMIT $1
         ) AS expired WINDOW due AS (ORDER BY deadline_at, id)
       ) AS expired WHERE nth = 1 OR items <= $2`,
      [limit, mostItems],
    );
  }

  /** Fails the items of these imports that are still importing. */
  async failImporting(
    tx: Transaction,
    imports: readonly ImportKey[],
    errorCode: EarlyEnd,
  ): Promise<ResolvedItem[]> {
    const keys = arraysOf(imports, 'workspaceId', 'id');
    const IMPORTING = `workspace_id = ANY ($1) AND import_id = ANY ($2) AND status = 'importing'`;
    // Two statements: Postgres could join rows that it locked with the table row by row, because it expects few of them.
    const locked = `SELECT FROM import_item WHERE ${IMPORTING} ORDER BY import_id, asin FOR UPDATE`;
    await tx.query(`SELECT count(*) FROM (${locked}) AS locked`, keys);
    const [items] = await tx.query<[ResolvedItem[], number]>(
      `UPDATE import_item AS item SET status = 'failure', error_code = $3 WHERE ${IMPORTING} RETURNING ${RESOLVED_ITEM}`,
      [...keys, errorCode],
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

  /** Adds settled items to the counts of these locked imports, and returns the counts of those that still run. */
  async count(
    tx: Transaction,
    imports: readonly ImportKey[],
    items: readonly ResolvedItem[],
  ): Promise<ImportProgress[]> {
    const itemsOf = Map.groupBy(items, ({ importId }) => importId);
    const changes = imports.map(({ workspaceId, id }) => {
      const own = itemsOf.get(id) ?? [];
      return { workspaceId, id, settled: own.length, failed: own.filter((item) => item.errorCode).length };
    });
    const [rows] = await tx.query<[ImportProgress[], number]>(
      `UPDATE import SET importing = importing - settled, success = success + settled - failed, failure = failure + failed
       FROM unnest($1::uuid[], $2::uuid[], $3::int[], $4::int[]) AS c (workspace_id, id, settled, failed)
       WHERE import.workspace_id = c.workspace_id AND import.id = c.id AND status = 'RUNNING'
       RETURNING import.workspace_id AS "workspaceId", import.id, importing, success, failure`,
      arraysOf(changes, 'workspaceId', 'id', 'settled', 'failed'),
    );
    return rows;
  }

  /** Ends running imports with these statuses, and adds their items to the statistic of this hour and day. */
  async end(tx: Transaction, imports: readonly (ImportKey & { status: ImportStatus })[]): Promise<void> {
    await tx.query(
      `WITH ended AS (
         UPDATE import SET status = e.status, completed_at = now()
         FROM unnest($1::uuid[], $2::uuid[], $3::text[]) AS e (workspace_id, id, status)
         WHERE import.workspace_id = e.workspace_id AND import.id = e.id AND import.status = 'RUNNING'
         RETURNING import.workspace_id, import.id
       )
       INSERT INTO import_statistic (workspace_id, hours, hour, outcome, items)
       SELECT workspace_id, hours, hour - hour % hours, outcome, items
       FROM unnest('{1,24}'::int[]) AS hours, (
         SELECT item.workspace_id, floor(extract(epoch FROM now()) / 3600)::int AS hour, item.outcome, count(*) AS items
         FROM ended JOIN import_item AS item ON item.workspace_id = ended.workspace_id AND item.import_id = ended.id
         GROUP BY 1, 3
       ) AS counted
       ORDER BY 1, 2, 3, 4
       ON CONFLICT (workspace_id, hours, hour, outcome) DO UPDATE SET items = import_statistic.items + excluded.items`,
      arraysOf(imports, 'workspaceId', 'id', 'status'),
    );
    await this.releaseFollowUps(tx, imports);
  }

  /** What is to follow imports that have ended is due now; nothing follows a cancelled import, or one without a success. */
  private async releaseFollowUps(
    tx: Transaction,
    imports: readonly (ImportKey & { status: ImportStatus })[],
  ): Promise<void> {
    const isFollowed = ({ status }: { status: ImportStatus }): boolean =>
      status === 'COMPLETED' || status === 'PARTIAL';
    const OF_IMPORTS = 'workspace_id = ANY ($1) AND import_id = ANY ($2)';
    const keysOf = (some: readonly ImportKey[]): unknown[] => arraysOf(some, 'workspaceId', 'id');
    const others = imports.filter((one) => !isFollowed(one));
    if (others.length > 0) await tx.query(`DELETE FROM import_follow_up WHERE ${OF_IMPORTS}`, keysOf(others));
    const followed = imports.filter(isFollowed);
    if (followed.length > 0)
      await tx.query(`UPDATE import_follow_up SET due_at = now() WHERE ${OF_IMPORTS}`, keysOf(followed));
  }

  /**
   * Stores that a batch is to follow an import, with the id that the batch will have. False, and nothing is stored, when `most`
   * batches of the workspace wait for their imports already.
   */
  async insertFollowUp(
    tx: Transaction,
    id: string,
    actor: Pick<Actor, 'workspaceId' | 'holderId' | 'limits'>,
    most: number,
  ): Promise<boolean> {
    const { workspaceId, limits = null } = actor;
    const requestId = currentContext()?.requestId ?? id;
    const rows = await tx.query<unknown[]>(
      `INSERT INTO import_follow_up (workspace_id, import_id, batch_id, request_id, holder_id, limits)
       SELECT $1, $2, $3, $4, $6, $7 WHERE NOT EXISTS (
         SELECT FROM import_follow_up WHERE workspace_id = $1 OFFSET $5)
       RETURNING 1`,
      [workspaceId, id, newId(), requestId, most - 1, holderOf(actor), limits],
    );
    return rows.length > 0;
  }
}
