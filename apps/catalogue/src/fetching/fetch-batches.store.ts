// The tables of tickets, of what is to be fetched, and of whose turn it is.
import { Injectable } from '@nestjs/common';
import type { Marketplace, Region } from '#contracts';
import type { Transaction } from '#platform/database';

/** A ticket as it is kept. */
export interface FetchBatchRow {
  id: string;
  region: Region;
  epoch: number;
  /** How often it was put into its queue. */
  dispatch: number;
  /** Calls that ended in a failure. */
  tries: number;
  /** Workers that never came back with it. */
  lost: number;
  worker: string | null;
  /** Milliseconds until the lease runs out; negative when it has. */
  leaseMs: number;
}

/** A ticket in a worker's hand. */
export interface FetchBatchLease {
  batchId: string;
  epoch: number;
}

/** Products of one marketplace. */
export interface Batch {
  marketplace: Marketplace;
  asins: string[];
}

const COLUMNS = `id, region, epoch, dispatch, tries, lost, worker,
  (extract(epoch FROM lease_until - now()) * 1000)::int AS "leaseMs"`;
const LEASE = `now() + $2 * interval '1 second'`;

/**
 * The tables of tickets. Whoever locks several rows does so in one order, or two would wait for each other: tickets,
 * then products by ASIN, then turns by workspace.
 */
@Injectable()
export class FetchBatchesStore {
  /**
   * Adds products to be fetched. The rows are touched even where they exist: that locks them, so that a
   * settlement under way ends first and cannot overlook the import that asks now.
   */
  async addFetches(
    tx: Transaction,
    wanted: { region: Region; marketplace: Marketplace; workspaceId: string; asins: readonly string[] },
  ): Promise<void> {
    const { region, marketplace, workspaceId, asins } = wanted;
    await tx.query(
      `INSERT INTO import_fetch AS kept (marketplace, asin, region, workspace_id)
       SELECT $1, asin, $2, $3 FROM unnest($4::text[]) AS asin ORDER BY asin
       ON CONFLICT (marketplace, asin) DO UPDATE SET requested_at = kept.requested_at`,
      [marketplace, region, workspaceId, asins],
    );
    await tx.query(
      `INSERT INTO import_turn (marketplace, workspace_id, region) VALUES ($1, $2, $3)
       ON CONFLICT (marketplace, workspace_id) DO UPDATE SET asked_at = now()`,
      [marketplace, workspaceId, region],
    );
  }

  /** Products that wait in a region, by marketplace, and tickets that are out for them. One asker at a time. */
  async load(tx: Transaction, region: Region): Promise<{ pending: number[]; open: number }> {
    await tx.query(`SELECT pg_advisory_xact_lock(hashtext('tickets-' || $1))`, [region]);
    const pending = await tx.query<{ count: number }[]>(
      `SELECT count(*)::int AS count FROM import_fetch WHERE region = $1 AND ticket_id IS NULL GROUP BY marketplace`,
      [region],
    );
    const [open] = await tx.query<{ count: number }[]>(
      `SELECT count(*)::int AS count FROM import_ticket WHERE region = $1 AND worker IS NULL AND NOT loaded`,
      [region],
    );
    return { pending: pending.map((row) => row.count), open: open?.count ?? 0 };
  }

  /** Adds tickets. */
  async insert(
    tx: Transaction,
    tickets: readonly { id: string; region: Region; loaded: boolean; tries: number }[],
    leaseSeconds: number,
  ): Promise<void> {
    await tx.query(
      `INSERT INTO import_ticket (id, region, loaded, tries, lease_until)
       SELECT id, region, loaded, tries, ${LEASE}
       FROM unnest($1::uuid[], $3::text[], $4::boolean[], $5::int[]) AS t (id, region, loaded, tries)`,
      [
        tickets.map((ticket) => ticket.id),
        leaseSeconds,
        tickets.map((ticket) => ticket.region),
        tickets.map((ticket) => ticket.loaded),
        tickets.map((ticket) => ticket.tries),
      ],
    );
  }

  /** Takes a ticket that nobody holds, or whose holder's lease ran out. */
  async take(
    tx: Transaction,
    id: string,
    worker: string,
    leaseSeconds: number,
  ): Promise<FetchBatchRow | undefined> {
    const [rows] = await tx.query<[FetchBatchRow[], number]>(
      `UPDATE import_ticket SET worker = $3, epoch = epoch + 1, lease_until = ${LEASE},
         lost = lost + (worker IS NOT NULL)::int
       WHERE id = $1 AND (worker IS NULL OR lease_until < now()) RETURNING ${COLUMNS}`,
      [id, leaseSeconds, worker],
    );
    return rows[0];
  }

  async find(tx: Transaction, id: string): Promise<FetchBatchRow | undefined> {
    const [row] = await tx.query<FetchBatchRow[]>(`SELECT ${COLUMNS} FROM import_ticket WHERE id = $1`, [id]);
    return row;
  }

  /** Locks a ticket, if it is still held under this epoch. */
  async lockHeld(tx: Transaction, { batchId, epoch }: FetchBatchLease): Promise<FetchBatchRow | undefined> {
    const [row] = await tx.query<FetchBatchRow[]>(
      `SELECT ${COLUMNS} FROM import_ticket WHERE id = $1 AND epoch = $2 AND worker IS NOT NULL FOR UPDATE`,
      [batchId, epoch],
    );
    return row;
  }

  /** Locks tickets whose lease ran out, some at a time. */
  async lockExpired(tx: Transaction, most: number): Promise<FetchBatchRow[]> {
    return tx.query(
      `SELECT ${COLUMNS} FROM import_ticket WHERE lease_until < now()
       ORDER BY lease_until LIMIT $1 FOR UPDATE SKIP LOCKED`,
      [most],
    );
  }

  /** The products that are with a ticket; undefined when there are none. */
  async fetchesOf(tx: Transaction, batchId: string): Promise<Batch | undefined> {
    const rows = await tx.query<{ marketplace: Marketplace; asin: string }[]>(
      'SELECT marketplace, asin FROM import_fetch WHERE ticket_id = $1 ORDER BY asin',
      [batchId],
    );
    const [first] = rows;
    return first && { marketplace: first.marketplace, asins: rows.map((row) => row.asin) };
  }

  /** Marketplaces of a region in which products wait, the one that was served longest ago first. */
  async marketplacesInTurn(tx: Transaction, region: Region): Promise<Marketplace[]> {
    const rows = await tx.query<{ marketplace: Marketplace }[]>(
      `SELECT marketplace FROM import_turn WHERE region = $1
         AND EXISTS (SELECT 1 FROM import_fetch WHERE import_fetch.marketplace = import_turn.marketplace AND ticket_id IS NULL)
       GROUP BY marketplace ORDER BY max(served_at)`,
      [region],
    );
    return rows.map((row) => row.marketplace);
  }

  /** Gives a ticket waiting products: one of each workspace in turn, then a second of each, and so on. */
  async loadInTurn(
    tx: Transaction,
    batchId: string,
    marketplace: Marketplace,
    most: number,
  ): Promise<string[]> {
    const [rows] = await tx.query<[{ asin: string; workspaceId: string }[], number]>(LOAD_IN_TURN, [
      marketplace,
      batchId,
      most,
    ]);
    const served = [...new Set(rows.map((row) => row.workspaceId))];
    await tx.query(
      `WITH locked AS (
         SELECT workspace_id FROM import_turn WHERE marketplace = $1 AND workspace_id = ANY ($2)
         ORDER BY workspace_id FOR UPDATE
       )
       UPDATE import_turn SET served_at = clock_timestamp()
       WHERE marketplace = $1 AND workspace_id IN (SELECT workspace_id FROM locked)`,
      [marketplace, served],
    );
    return rows.map((row) => row.asin);
  }

  /** Moves products from one ticket to another. */
  async moveFetches(tx: Transaction, from: string, to: string, asins: readonly string[]): Promise<void> {
    await tx.query(
      `WITH locked AS (
         SELECT asin FROM import_fetch WHERE ticket_id = $1 AND asin = ANY ($3) ORDER BY asin FOR UPDATE
       )
       UPDATE import_fetch SET ticket_id = $2 WHERE ticket_id = $1 AND asin IN (SELECT asin FROM locked)`,
      [from, to, asins],
    );
  }

  /** Takes settled products off the list; returns their marketplace, undefined when they were not on it. */
  async dropFetches(
    tx: Transaction,
    batchId: string,
    asins: readonly string[],
  ): Promise<Marketplace | undefined> {
    await tx.query(
      'SELECT 1 FROM import_fetch WHERE ticket_id = $1 AND asin = ANY ($2) ORDER BY asin FOR UPDATE',
      [batchId, asins],
    );
    const [rows] = await tx.query<[{ marketplace: Marketplace }[], number]>(
      'DELETE FROM import_fetch WHERE ticket_id = $1 AND asin = ANY ($2) RETURNING marketplace',
      [batchId, asins],
    );
    return rows[0]?.marketplace;
  }

  /** Frees a ticket for whoever comes next; its products stay with it. */
  async letGo(tx: Transaction, id: string, leaseSeconds: number): Promise<void> {
    await tx.query(
      `UPDATE import_ticket SET worker = NULL, loaded = true, lease_until = ${LEASE} WHERE id = $1`,
      [id, leaseSeconds],
    );
  }

  /** Frees a ticket that goes into its queue once more. */
  async requeue(tx: Transaction, ticket: FetchBatchRow, leaseSeconds: number): Promise<void> {
    await tx.query(
      `UPDATE import_ticket SET worker = NULL, dispatch = $3, tries = $4, lost = $5, lease_until = ${LEASE},
         loaded = EXISTS (SELECT 1 FROM import_fetch WHERE ticket_id = $1)
       WHERE id = $1`,
      [ticket.id, leaseSeconds, ticket.dispatch, ticket.tries, ticket.lost],
    );
  }

  /** Gives a queued ticket more time. */
  async extend(tx: Transaction, id: string, leaseSeconds: number): Promise<void> {
    await tx.query(`UPDATE import_ticket SET lease_until = ${LEASE} WHERE id = $1`, [id, leaseSeconds]);
  }

  async remove(tx: Transaction, id: string): Promise<void> {
    await tx.query('DELETE FROM import_ticket WHERE id = $1', [id]);
  }

  /** Removes a ticket whose products are all settled. */
  async removeIfEmpty(tx: Transaction, id: string): Promise<void> {
    await tx.query(
      'DELETE FROM import_ticket t WHERE id = $1 AND NOT EXISTS (SELECT 1 FROM import_fetch WHERE ticket_id = t.id)',
      [id],
    );
  }

  /** Forgets the turns of workspaces that have asked for nothing lately, some at a time. */
  async forgetTurns(tx: Transaction): Promise<void> {
    await tx.query(
      `DELETE FROM import_turn t WHERE asked_at < now() - interval '1 hour'
         AND NOT EXISTS (SELECT 1 FROM import_fetch f WHERE f.marketplace = t.marketplace
           AND f.workspace_id = t.workspace_id AND f.ticket_id IS NULL)`,
    );
  }
}

const LOAD_IN_TURN = `
  WITH picked AS (
    SELECT waiting.asin FROM import_turn turn
    CROSS JOIN LATERAL (
      SELECT asin, row_number() OVER (ORDER BY requested_at, asin) AS nth FROM (
        SELECT asin, requested_at FROM import_fetch
        WHERE marketplace = turn.marketplace AND workspace_id = turn.workspace_id AND ticket_id IS NULL
        ORDER BY requested_at, asin LIMIT $3
      ) AS first_ones
    ) AS waiting
    WHERE turn.marketplace = $1
    ORDER BY waiting.nth, turn.served_at LIMIT $3
  ), locked AS (
    SELECT asin FROM import_fetch
    WHERE marketplace = $1 AND asin IN (SELECT asin FROM picked) AND ticket_id IS NULL
    ORDER BY asin FOR UPDATE
  )
  UPDATE import_fetch SET ticket_id = $2
  WHERE marketplace = $1 AND asin IN (SELECT asin FROM locked) AND ticket_id IS NULL
  RETURNING asin, workspace_id AS "workspaceId"
`;
