// The table fetch_batch: the marketplace calls that are queued or held by a worker.
import { Injectable } from '@nestjs/common';
import { REGIONS, type FetchBatchLease, type Region } from '#contracts';
import { arraysOf, Database, selectList, type Transaction } from '#platform/database';
import { FetchBatchEntity } from './fetching.entity.ts';
import { LEASE_SECONDS, MAX_BATCH, MAX_QUEUED, QUEUED_SECONDS } from './fetch-retry.rules.ts';

/** A fetch batch to be queued. */
export type NewFetchBatch = Pick<FetchBatchEntity, 'id' | 'region' | 'preassigned' | 'tries'>;

const STORED = ['id', 'region', 'epoch', 'dispatch', 'tries', 'failures', 'lostWorkers', 'worker'] as const;

/** A stored fetch batch. */
export type FetchBatchRow = Pick<FetchBatchEntity, (typeof STORED)[number]> & {
  /** Milliseconds until the lease expires; negative when it has expired. */
  leaseMs: number;
};

/** A batch whose lease has expired, and its latest dispatch. */
export type ExpiredBatch = Pick<FetchBatchEntity, 'id' | 'region' | 'dispatch' | 'worker'>;

const COLUMNS = `${selectList(STORED)}, (extract(epoch FROM lease_until - now()) * 1000)::int AS "leaseMs"`;
const LEASED = `now() + interval '${LEASE_SECONDS} seconds'`;
const QUEUED = `now() + interval '${QUEUED_SECONDS} seconds'`;

/**
 * The table fetch_batch. Its statements are SQL because they compare and set leases on the server's clock, lock
 * rows, or insert many rows at once. A transaction that locks several rows does so in one order, so that no two
 * wait for each other: one fetch batch, then the assignment of its region, then pending fetches by marketplace and
 * ASIN, then either fair shares by workspace or the items of imports by import and ASIN, products by workspace and
 * ASIN and, last, the imports by id.
 */
@Injectable()
export class FetchBatchesStore {
  constructor(private readonly database: Database) {}

  /**
   * Counts, by region, the pending fetches that have no batch, one number for each marketplace, and the batches that wait
   * for a worker and have no products yet. It counts no more fetches than fill the queue. No other transaction measures
   * until this one ends: each one that queues batches sees those of the one before it.
   */
  async lockAndMeasureDemand(
    tx: Transaction,
  ): Promise<{ region: Region; pendingByMarketplace: number[]; unassignedBatches: number }[]> {
    await tx.query(`SELECT pg_advisory_xact_lock(hashtext('demand for fetch batches'))`);
    // One statement, so one snapshot: a claim that commits between two would count as demand without a batch.
    return tx.query(
      `SELECT region,
         ARRAY (
           SELECT count(*)::int FROM (
             SELECT marketplace FROM pending_fetch WHERE pending_fetch.region = known.region AND batch_id IS NULL
             LIMIT ${MAX_QUEUED * MAX_BATCH}
           ) AS waiting GROUP BY marketplace
         ) AS "pendingByMarketplace",
         (
           SELECT count(*)::int FROM fetch_batch
           WHERE fetch_batch.region = known.region AND worker IS NULL AND NOT preassigned
         ) AS "unassignedBatches"
       FROM unnest($1::text[]) AS known (region)`,
      [REGIONS],
    );
  }

  /** Adds batches that are queued with this delay. */
  async insert(tx: Transaction, batches: readonly NewFetchBatch[], delayMs: number): Promise<void> {
    await tx.query(
      `INSERT INTO fetch_batch (id, region, preassigned, tries, lease_until)
       SELECT id, region, preassigned, tries, ${QUEUED} + $1 * interval '1 millisecond'
       FROM unnest($2::uuid[], $3::text[], $4::boolean[], $5::int[]) AS b (id, region, preassigned, tries)`,
      [delayMs, ...arraysOf(batches, 'id', 'region', 'preassigned', 'tries')],
    );
  }

  /** Claims a batch that no worker holds, or whose lease has expired; undefined when there is none to claim. */
  async claim(tx: Transaction, id: string, worker: string): Promise<FetchBatchRow | undefined> {
    const [[row]] = await tx.query<[FetchBatchRow[], number]>(
      `UPDATE fetch_batch SET worker = $2, epoch = epoch + 1, lease_until = ${LEASED},
         lost_workers = lost_workers + (worker IS NOT NULL)::int
       WHERE id = $1 AND (worker IS NULL OR lease_until < now())
       RETURNING ${selectList(STORED)}, ${LEASE_SECONDS * 1000} AS "leaseMs"`,
      [id, worker],
    );
    return row;
  }

  async find(tx: Transaction, id: string): Promise<FetchBatchRow | undefined> {
    const [row] = await tx.query<FetchBatchRow[]>(`SELECT ${COLUMNS} FROM fetch_batch WHERE id = $1`, [id]);
    return row;
  }

  /** Locks a batch; undefined when it is no longer held under this epoch. */
  async lockClaimed(tx: Transaction, lease: FetchBatchLease): Promise<FetchBatchRow | undefined> {
    const [row] = await tx.query<FetchBatchRow[]>(
      `SELECT ${COLUMNS} FROM fetch_batch WHERE id = $1 AND epoch = $2 AND worker IS NOT NULL FOR UPDATE`,
      [lease.batchId, lease.epoch],
    );
    return row;
  }

  /** Finds batches whose lease has expired, at most `limit`, first the one that expired first. */
  findExpired(limit: number): Promise<ExpiredBatch[]> {
    return this.database.system(
      'SELECT id, region, dispatch, worker FROM fetch_batch WHERE lease_until < now() ORDER BY lease_until LIMIT $1',
      [limit],
    );
  }

  /** Locks a batch; undefined when it has changed since it was found, or another instance has locked it. */
  async lockExpired(tx: Transaction, { id, dispatch }: ExpiredBatch): Promise<FetchBatchRow | undefined> {
    const [row] = await tx.query<FetchBatchRow[]>(
      `SELECT ${COLUMNS} FROM fetch_batch WHERE id = $1 AND dispatch = $2 AND lease_until < now()
       FOR UPDATE SKIP LOCKED`,
      [id, dispatch],
    );
    return row;
  }

  /** Frees a batch for the next claim; its products stay with it. */
  async release(tx: Transaction, id: string): Promise<void> {
    const released = { worker: null, preassigned: true, leaseUntil: () => QUEUED };
    await tx.update(FetchBatchEntity, { id }, released);
  }

  /** Frees a batch that goes into its queue once more, with this delay. */
  async requeue(tx: Transaction, batch: FetchBatchRow, delayMs: number): Promise<void> {
    await tx.query(
      `UPDATE fetch_batch SET worker = NULL, dispatch = $3, tries = $4, failures = $5, lost_workers = $6,
         lease_until = ${QUEUED} + $2 * interval '1 millisecond',
         preassigned = EXISTS (SELECT 1 FROM pending_fetch WHERE batch_id = $1)
       WHERE id = $1`,
      [batch.id, delayMs, batch.dispatch, batch.tries, batch.failures, batch.lostWorkers],
    );
  }

  /** Adds a queued batch that has been tried as often as a claimed one. */
  async insertLater(tx: Transaction, id: string, laterId: string): Promise<void> {
    await tx.query(
      `INSERT INTO fetch_batch (id, region, preassigned, tries, failures, lost_workers, lease_until)
       SELECT $2, region, true, tries, failures, lost_workers, ${QUEUED} FROM fetch_batch WHERE id = $1`,
      [id, laterId],
    );
  }

  /** Forgets the calls of a claimed batch, which were made for other products. */
  async beginAnew(tx: Transaction, id: string): Promise<void> {
    await tx.update(FetchBatchEntity, { id }, { tries: 0, failures: 0, lostWorkers: 0 });
  }

  /** Gives expired batches that no worker holds more time, because their jobs are still queued. */
  async extend(ids: readonly string[]): Promise<void> {
    await this.database.system(
      `UPDATE fetch_batch SET lease_until = ${QUEUED} WHERE id IN (
         SELECT id FROM fetch_batch WHERE id = ANY ($1) AND worker IS NULL AND lease_until < now()
         FOR UPDATE SKIP LOCKED
       )`,
      [ids],
    );
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
