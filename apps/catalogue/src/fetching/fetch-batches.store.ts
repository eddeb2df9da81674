// The table fetch_batch: the marketplace calls that are queued or held by a worker.
import { Injectable } from '@nestjs/common';
import type { FetchBatchLease, Region } from '#contracts';
import type { Transaction } from '#platform/database';
import { FetchBatchEntity } from './fetch-batches.entity.ts';

/** A fetch batch to be queued. */
export type NewFetchBatch = Pick<FetchBatchEntity, 'id' | 'region' | 'preassigned' | 'failures'>;

/** A stored fetch batch. */
export type FetchBatchRow = Pick<
  FetchBatchEntity,
  'id' | 'region' | 'epoch' | 'dispatch' | 'failures' | 'lostWorkers' | 'worker'
> & {
  /** Milliseconds until the lease expires; negative when it has expired. */
  leaseMs: number;
};

/** What waits to be fetched in a region, and how many batches are queued for it. */
export interface FetchDemand {
  /** Pending fetches without a batch, one number for each marketplace. */
  pendingByMarketplace: number[];
  /** Batches that wait for a worker and have no products yet. */
  unassignedBatches: number;
}

const COLUMNS = `id, region, epoch, dispatch, failures, lost_workers AS "lostWorkers", worker,
  (extract(epoch FROM lease_until - now()) * 1000)::int AS "leaseMs"`;
const LEASE = `now() + $2 * interval '1 second'`;

/**
 * The table fetch_batch. Its statements are SQL because they compare and set leases on the server's clock, lock
 * rows, or insert many rows at once. A transaction that locks several rows does so in one order, so that no two
 * wait for each other: fetch batches, then pending fetches by ASIN, then fair shares by workspace.
 */
@Injectable()
export class FetchBatchesStore {
  /**
   * Measures the demand of a region, and locks it until the end of the transaction: one transaction at a time may
   * queue batches for it.
   */
  async lockAndMeasureDemand(tx: Transaction, region: Region): Promise<FetchDemand> {
    await tx.query(`SELECT pg_advisory_xact_lock(hashtext('fetch-batches-' || $1))`, [region]);
    const pending = await tx.query<{ count: number }[]>(
      `SELECT count(*)::int AS count FROM pending_fetch WHERE region = $1 AND batch_id IS NULL GROUP BY marketplace`,
      [region],
    );
    const [unassigned] = await tx.query<{ count: number }[]>(
      `SELECT count(*)::int AS count FROM fetch_batch WHERE region = $1 AND worker IS NULL AND NOT preassigned`,
      [region],
    );
    return {
      pendingByMarketplace: pending.map((row) => row.count),
      unassignedBatches: unassigned?.count ?? 0,
    };
  }

  /** Adds batches; the reconciler leaves them alone for this many seconds. */
  async insert(tx: Transaction, batches: readonly NewFetchBatch[], leaseSeconds: number): Promise<void> {
    await tx.query(
      `INSERT INTO fetch_batch (id, region, preassigned, failures, lease_until)
       SELECT id, region, preassigned, failures, ${LEASE}
       FROM unnest($1::uuid[], $3::text[], $4::boolean[], $5::int[]) AS b (id, region, preassigned, failures)`,
      [
        batches.map((batch) => batch.id),
        leaseSeconds,
        batches.map((batch) => batch.region),
        batches.map((batch) => batch.preassigned),
        batches.map((batch) => batch.failures),
      ],
    );
  }

  /** Claims a batch that no worker holds, or whose lease has expired; undefined when there is none to claim. */
  async claim(
    tx: Transaction,
    id: string,
    worker: string,
    leaseSeconds: number,
  ): Promise<FetchBatchRow | undefined> {
    const [rows] = await tx.query<[FetchBatchRow[], number]>(
      `UPDATE fetch_batch SET worker = $3, epoch = epoch + 1, lease_until = ${LEASE},
         lost_workers = lost_workers + (worker IS NOT NULL)::int
       WHERE id = $1 AND (worker IS NULL OR lease_until < now()) RETURNING ${COLUMNS}`,
      [id, leaseSeconds, worker],
    );
    return rows[0];
  }

  async find(tx: Transaction, id: string): Promise<FetchBatchRow | undefined> {
    const [row] = await tx.query<FetchBatchRow[]>(`SELECT ${COLUMNS} FROM fetch_batch WHERE id = $1`, [id]);
    return row;
  }

  /** Locks a batch; undefined when it is no longer held under this epoch. */
  async lockClaimed(
    tx: Transaction,
    { batchId, epoch }: FetchBatchLease,
  ): Promise<FetchBatchRow | undefined> {
    const [row] = await tx.query<FetchBatchRow[]>(
      `SELECT ${COLUMNS} FROM fetch_batch WHERE id = $1 AND epoch = $2 AND worker IS NOT NULL FOR UPDATE`,
      [batchId, epoch],
    );
    return row;
  }

  /** Locks batches whose lease has expired, at most `limit`; those that another copy has locked are left to it. */
  async lockExpired(tx: Transaction, limit: number): Promise<FetchBatchRow[]> {
    return tx.query(
      `SELECT ${COLUMNS} FROM fetch_batch WHERE lease_until < now()
       ORDER BY lease_until LIMIT $1 FOR UPDATE SKIP LOCKED`,
      [limit],
    );
  }

  /** Frees a batch for the next claim; its products stay with it. */
  async release(tx: Transaction, id: string, leaseSeconds: number): Promise<void> {
    await tx.query(
      `UPDATE fetch_batch SET worker = NULL, preassigned = true, lease_until = ${LEASE} WHERE id = $1`,
      [id, leaseSeconds],
    );
  }

  /** Frees a batch that goes into its queue once more. */
  async requeue(tx: Transaction, batch: FetchBatchRow, leaseSeconds: number): Promise<void> {
    await tx.query(
      `UPDATE fetch_batch SET worker = NULL, dispatch = $3, failures = $4, lost_workers = $5, lease_until = ${LEASE},
         preassigned = EXISTS (SELECT 1 FROM pending_fetch WHERE batch_id = $1)
       WHERE id = $1`,
      [batch.id, leaseSeconds, batch.dispatch, batch.failures, batch.lostWorkers],
    );
  }

  /** Gives a queued batch more time. */
  async extend(tx: Transaction, id: string, leaseSeconds: number): Promise<void> {
    await tx.query(`UPDATE fetch_batch SET lease_until = ${LEASE} WHERE id = $1`, [id, leaseSeconds]);
  }

  async remove(tx: Transaction, id: string): Promise<void> {
    await tx.delete(FetchBatchEntity, { id });
  }

  /** Removes a batch without products. */
  async removeIfEmpty(tx: Transaction, id: string): Promise<void> {
    await tx.query(
      'DELETE FROM fetch_batch b WHERE id = $1 AND NOT EXISTS (SELECT 1 FROM pending_fetch WHERE batch_id = b.id)',
      [id],
    );
  }
}
