// The tables pending_fetch and fair_share: the products to be fetched, and the order in which workspaces are served.
import { Injectable } from '@nestjs/common';
import type { ImportItemErrorCode, Region } from '#contracts';
import { arraysOf, BY_INDEX_ORDER, type Transaction } from '#platform/database';
import type { ImportKey } from '../import-record/index.ts';
import {
  ASSIGN_FAIRLY,
  NEXT_TURN,
  TURN_OF_BATCH,
  type FetchTurn,
  type RepeatedTurn,
} from './fetch-turns.rules.ts';
import type { FairShareEntity, FetchBatchEntity, PendingFetchEntity } from './fetching.entity.ts';

/** Products that an import of a workspace waits for. */
export type FetchRequest = Pick<FairShareEntity, 'region' | 'marketplace' | 'workspaceId' | 'holderId'> & {
  asins: readonly string[];
};

/** A product, and the account that waits for it. */
export type HeldProduct = Pick<PendingFetchEntity, 'asin'> & Pick<FairShareEntity, 'holderId'>;

/** The products of one fetch batch: all of one marketplace. */
export type BatchProducts = Pick<PendingFetchEntity, 'marketplace'> & { asins: string[] };

/**
 * The tables pending_fetch and fair_share. Their statements are SQL because each adds, locks or changes many rows
 * at once, in the order that FetchBatchesStore describes.
 */
@Injectable()
export class PendingFetchesStore {
  /**
   * Adds products to be fetched. Rows that exist already are updated too: that locks them, so a transaction that
   * is storing their results ends first and cannot overlook the import that asks now. Those that wait in the longer
   * backlog of a neighbour move into the share of the workspace.
   */
  async add(tx: Transaction, request: FetchRequest): Promise<void> {
    const { region, marketplace, workspaceId, holderId, asins } = request;
    const known = await tx.query<object[]>(
      `WITH asked AS (
         INSERT INTO pending_fetch AS known (marketplace, asin, region, workspace_id)
         SELECT $1, asin, $2, $3 FROM unnest($4::text[]) AS asin ORDER BY asin
         ON CONFLICT (marketplace, asin) DO UPDATE SET requested_at = known.requested_at
         RETURNING requested_at
       )
       SELECT FROM asked WHERE requested_at < now() LIMIT 1`,
      [marketplace, region, workspaceId, asins],
    );
    if (known.length > 0)
      await tx.query('SELECT take_over_fetches($1, $2, $3)', [marketplace, workspaceId, asins]);
    await tx.query(
      `INSERT INTO fair_share (marketplace, workspace_id, region, holder_id) VALUES ($1, $2, $3, $4)
       ON CONFLICT (marketplace, workspace_id) DO UPDATE SET asked_at = now(), holder_id = excluded.holder_id`,
      [marketplace, workspaceId, region, holderId],
    );
  }

  /** The products of a batch; undefined when it has none. */
  async ofBatch(tx: Transaction, batchId: string): Promise<BatchProducts | undefined> {
    const rows = await tx.query<Pick<PendingFetchEntity, 'marketplace' | 'asin'>[]>(
      'SELECT marketplace, asin FROM pending_fetch WHERE batch_id = $1 ORDER BY asin',
      [batchId],
    );
    const [first] = rows;
    return first && { marketplace: first.marketplace, asins: rows.map((row) => row.asin) };
  }

  /**
   * Waits until no other claim of the region assigns products. Two that look at the same moment choose the same ones, and
   * the second would find them taken and its call empty. What follows in the transaction reads by the order of indexes.
   */
  async lockAssignment(tx: Transaction, region: Region): Promise<void> {
    await tx.query(
      `SELECT ${BY_INDEX_ORDER}, pg_advisory_xact_lock(hashtext('assignment of fetches'), hashtext($1))`,
      [region],
    );
  }

  /**
   * Whose turn a call in a region is, and where: of the accounts that wait there, the one whose last turn was longest ago, and of
   * the marketplaces where it waits, the one in which it was served longest ago. Undefined when none waits. What an account gets
   * in the turns of others is no turn: one that gets some all the time would never have its own in its other marketplaces.
   */
  async nextTurn(tx: Transaction, region: Region): Promise<FetchTurn | undefined> {
    const [turn] = await tx.query<FetchTurn[]>(NEXT_TURN, [region]);
    return turn;
  }

  /**
   * Whose turn a call is for products that a batch has already: of the accounts that wait for them, the one whose last turn was
   * longest ago; and whether it is later than that of another account.
   */
  async turnOfBatch(
    tx: Transaction,
    { id, region }: Pick<FetchBatchEntity, 'id' | 'region'>,
    other: string | undefined,
  ): Promise<RepeatedTurn | undefined> {
    const [turn] = await tx.query<RepeatedTurn[]>(TURN_OF_BATCH, [region, id, other ?? null]);
    return turn;
  }

  /** Locks the products of a batch; returns them by the accounts that wait for them. */
  lockByHolder(tx: Transaction, batchId: string): Promise<HeldProduct[]> {
    return tx.query(
      `WITH locked AS MATERIALIZED (
         SELECT marketplace, workspace_id, asin FROM pending_fetch WHERE batch_id = $1 ORDER BY asin FOR UPDATE
       )
       SELECT asin, coalesce(holder_id, workspace_id) AS "holderId"
       FROM locked LEFT JOIN fair_share USING (marketplace, workspace_id) ORDER BY "holderId", asin`,
      [batchId],
    );
  }

  /**
   * Assigns waiting products to a batch: one of each account that holds workspaces, then a second of each, and so on, beginning
   * with the account whose turn it is, then the one that was served longest ago. An account's workspaces take turns in the same
   * way. Returns their ASINs, at most `limit`, and the workspaces that they are for.
   */
  async assignFairly(
    tx: Transaction,
    batchId: string,
    { marketplace, holderId }: FetchTurn,
    limit: number,
  ): Promise<{ asins: string[]; served: string[] }> {
    const [rows] = await tx.query<[Pick<PendingFetchEntity, 'asin' | 'workspaceId'>[], number]>(
      ASSIGN_FAIRLY,
      [marketplace, batchId, limit, holderId],
    );
    const served = new Set(rows.map((row) => row.workspaceId));
    return { asins: rows.map((row) => row.asin), served: [...served] };
  }

  /** Notes that these workspaces were served in a turn. */
  async noteServed(
    tx: Transaction,
    { marketplace, holderId }: FetchTurn,
    workspaceIds: readonly string[],
  ): Promise<void> {
    await tx.query(
      `WITH locked AS (
         SELECT workspace_id FROM fair_share WHERE marketplace = $1 AND workspace_id = ANY ($2)
         ORDER BY workspace_id FOR UPDATE
       )
       UPDATE fair_share SET served_at = clock_timestamp(),
         turn_at = CASE holder_id WHEN $3 THEN clock_timestamp() ELSE turn_at END
       WHERE marketplace = $1 AND workspace_id IN (SELECT workspace_id FROM locked)`,
      [marketplace, workspaceIds, holderId],
    );
  }

  /** Moves products from one batch to another. */
  async move(tx: Transaction, from: string, to: string, asins: readonly string[]): Promise<void> {
    await tx.query(
      `WITH locked AS (
         SELECT asin FROM pending_fetch WHERE batch_id = $1 AND asin = ANY ($3) ORDER BY asin FOR UPDATE
       )
       UPDATE pending_fetch SET batch_id = $2 WHERE batch_id = $1 AND asin IN (SELECT asin FROM locked)`,
      [from, to, asins],
    );
  }

  /** Removes products of a batch; returns those that the batch had. */
  async remove(
    tx: Transaction,
    batchId: string,
    asins: readonly string[],
  ): Promise<Pick<PendingFetchEntity, 'marketplace' | 'asin'>[]> {
    const [, [rows]] = await Promise.all([
      tx.query(
        'SELECT 1 FROM pending_fetch WHERE batch_id = $1 AND asin = ANY ($2) ORDER BY asin FOR UPDATE',
        [batchId, asins],
      ),
      tx.query<[Pick<PendingFetchEntity, 'marketplace' | 'asin'>[], number]>(
        'DELETE FROM pending_fetch WHERE batch_id = $1 AND asin = ANY ($2) RETURNING marketplace, asin',
        [batchId, asins],
      ),
    ]);
    return rows;
  }

  /** Locks the products that these imports wait for: nobody stores their results or asks for them meanwhile. */
  async lockAwaited(tx: Transaction, imports: readonly ImportKey[]): Promise<void> {
    await tx.query(
      `SELECT 1 FROM pending_fetch WHERE (marketplace, asin) IN (
         SELECT marketplace, asin FROM import_item
         WHERE workspace_id = ANY ($1) AND import_id = ANY ($2) AND status = 'importing'
       ) ORDER BY marketplace, asin FOR UPDATE`,
      arraysOf(imports, 'workspaceId', 'id'),
    );
  }

  /** Removes the locked products that these imports no longer wait for, and no other import does. */
  async removeUnawaited(
    tx: Transaction,
    imports: readonly ImportKey[],
    errorCode: ImportItemErrorCode,
  ): Promise<void> {
    await tx.query(
      `WITH own AS (
         SELECT DISTINCT marketplace, asin FROM import_item
         WHERE workspace_id = ANY ($1) AND import_id = ANY ($2) AND error_code = $3
       ), awaited AS (
         SELECT marketplace, asin FROM own JOIN import_item AS other USING (marketplace, asin) WHERE other.status = 'importing'
       )
       DELETE FROM pending_fetch AS f USING own WHERE f.marketplace = own.marketplace AND f.asin = own.asin
         AND NOT EXISTS (SELECT FROM awaited WHERE awaited.marketplace = f.marketplace AND awaited.asin = f.asin)`,
      [...arraysOf(imports, 'workspaceId', 'id'), errorCode],
    );
  }

  /**
   * Gives the products that an erased workspace asked for first to another one that waits for them too, and removes the others; at
   * most `limit` of them. Returns false when there was none. It locks them before it looks who waits. An import that asks
   * for one of them at this moment has its items stored already, or waits for the lock and then adds the product anew.
   */
  async disown(tx: Transaction, workspaceId: string, limit: number): Promise<boolean> {
    const rows = await tx.query<Pick<PendingFetchEntity, 'marketplace' | 'asin'>[]>(
      `SELECT marketplace, asin FROM pending_fetch
       WHERE workspace_id = $1 AND EXISTS (SELECT FROM erased_workspace WHERE id = $1)
       ORDER BY marketplace, asin LIMIT $2 FOR UPDATE`,
      [workspaceId, limit],
    );
    if (rows.length > 0) await tx.query(DISOWN, [workspaceId, ...arraysOf(rows, 'marketplace', 'asin')]);
    return rows.length > 0;
  }

  /** Deletes the fair shares of workspaces that asked for nothing in the last hour and wait for nothing. */
  async removeIdleShares(tx: Transaction): Promise<void> {
    await tx.query(
      `DELETE FROM fair_share s WHERE asked_at < now() - interval '1 hour'
         AND NOT EXISTS (SELECT FROM pending_fetch f WHERE f.marketplace = s.marketplace
           AND f.workspace_id = s.workspace_id AND f.batch_id IS NULL)
         AND NOT EXISTS (SELECT FROM pending_fetch f WHERE f.marketplace = s.marketplace
           AND f.workspace_id = s.workspace_id AND f.batch_id IS NOT NULL)`,
    );
  }
}

// A product without another workspace that waits for it has none in `heir`, and goes.
const DISOWN = `
  WITH heir AS (
    SELECT marketplace, asin, region, (
      SELECT item.workspace_id FROM import_item AS item
      WHERE item.marketplace = own.marketplace AND item.asin = own.asin AND item.status = 'importing'
        AND item.workspace_id <> $1 LIMIT 1
    ) AS workspace_id
    FROM pending_fetch AS own JOIN unnest($2::text[], $3::text[]) AS locked (marketplace, asin) USING (marketplace, asin)
  ), shared AS (
    INSERT INTO fair_share (marketplace, workspace_id, region, holder_id)
    SELECT DISTINCT marketplace, workspace_id, region, workspace_id FROM heir WHERE workspace_id IS NOT NULL
    ORDER BY marketplace, workspace_id ON CONFLICT DO NOTHING
  ), given AS (
    UPDATE pending_fetch AS own SET workspace_id = heir.workspace_id FROM heir
    WHERE heir.workspace_id IS NOT NULL AND own.marketplace = heir.marketplace AND own.asin = heir.asin
  )
  DELETE FROM pending_fetch AS own USING heir
  WHERE heir.workspace_id IS NULL AND own.marketplace = heir.marketplace AND own.asin = heir.asin`;
