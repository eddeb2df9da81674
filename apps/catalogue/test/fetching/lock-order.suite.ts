// Transactions that change the same import at the same moment: none ends in a deadlock, and one of them ends the import.
import { Client } from 'pg';
import { until } from '#testing/until';
import { ImportReconcilerService } from '../../src/operations/import-reconciler.service.ts';
import {
  asins,
  claimBatch,
  found,
  importOf,
  openBatches,
  report,
  someone,
  sql,
  stateOf,
  type Catalogue,
  withoutImports,
} from '../catalogue.ts';

export const lockOrder = (shared: () => Catalogue): void =>
  describe('transactions of one import at the same moment', () => {
    let catalogue: Catalogue;
    withoutImports(shared, (one) => (catalogue = one));

    const US = 'US' as const;
    const reconcile = () => catalogue.app.get(ImportReconcilerService, { strict: false }).reconcile();

    /**
     * How many connections wait for a lock of `holder`, or for one of those that do. In a transaction pg_stat_activity would
     * show again and again what it showed first.
     */
    async function waitersOf(holder: Client): Promise<number> {
      const { rowCount } = await holder.query(
        `WITH RECURSIVE waiting (pid) AS (
       SELECT pg_backend_pid() UNION SELECT other.pid FROM pg_locks other
       JOIN waiting ON NOT other.granted AND waiting.pid = ANY (pg_blocking_pids(other.pid))
     )
     SELECT FROM waiting WHERE pid <> pg_backend_pid()`,
      );
      return rowCount ?? 0;
    }

    /** How many other connections are in a transaction. */
    async function othersThan(holder: Client): Promise<number> {
      const { rowCount } = await holder.query(
        `SELECT FROM pg_stat_activity
         WHERE datname = current_database() AND xact_start IS NOT NULL AND pid <> pg_backend_pid()`,
      );
      return rowCount ?? 0;
    }

    /**
     * Keeps the reconciler's round from the items of an ASIN until the other work waits for the round, or has ended. What the
     * round is to find comes once they are held, because the service begins rounds by itself, too.
     */
    async function duringReconciliation(
      heldAsin: string,
      cause: () => Promise<unknown>,
      work: () => Promise<unknown>,
    ): Promise<void> {
      const holder = new Client({ connectionString: catalogue.servers.postgres.superuserUrl('catalogue') });
      await holder.connect();
      try {
        await holder.query('BEGIN');
        await holder.query('SELECT 1 FROM import_item WHERE asin = $1 FOR UPDATE', [heldAsin]);
        await cause();
        const round = reconcile();
        await until('the reconciler waits for the items', async () => (await waitersOf(holder)) > 0);
        const waiters = await waitersOf(holder);
        let hasEnded = false;
        const worked = work().finally(() => (hasEnded = true));
        await until(
          'the other work waits too or ends',
          async () => hasEnded || (await waitersOf(holder)) > waiters,
        );
        await holder.query('COMMIT');
        await Promise.all([round, worked]);
        // The round that waited may have been one that the service begins by itself.
        await until('all transactions have ended', async () => (await othersThan(holder)) === 0);
      } finally {
        await holder.end();
      }
    }

    it('a report arrives while its import ends by its deadline', async () => {
      const actor = someone();
      const { import: result } = await importOf(catalogue, actor, {
        asins: ['B0LOCK0001', 'B0LOCK0002'],
        marketplace: US,
      });
      const lease = await claimBatch(catalogue, (await openBatches(catalogue))[0] ?? '');
      await duringReconciliation(
        'B0LOCK0001',
        () => sql(catalogue, `UPDATE import SET deadline_at = now() - interval '1 s'`),
        () => report(catalogue, lease, found(['B0LOCK0002'])),
      );
      expect(await stateOf(catalogue, actor, result.id)).toMatchObject({ status: 'FAILED' });
    });

    it('a report arrives for imports of several batches that are being recovered', async () => {
      const actor = someone();
      const lost = ['B0LOST0001', 'B0LOST0002'];
      const first = await importOf(catalogue, actor, {
        asins: ['B0LOST0002', 'B0BOTH0001'],
        marketplace: US,
      });
      const second = await importOf(catalogue, actor, {
        asins: ['B0LOST0001', 'B0BOTH0001'],
        marketplace: US,
      });
      const lease = await claimBatch(catalogue, (await openBatches(catalogue))[0] ?? '');
      // Two batches of one product each that have lost their last permitted worker; the later import is in the earlier one.
      const lose = async (): Promise<void> => {
        for (const [n, asin] of lost.entries())
          await sql(
            catalogue,
            `WITH batch AS (
               INSERT INTO fetch_batch (id, region, worker, epoch, lost_workers, lease_until)
               VALUES (gen_random_uuid(), 'na', 'lost', 1, 3, now() - (5 - $1::int) * interval '1 s') RETURNING id
             )
             UPDATE pending_fetch SET batch_id = batch.id FROM batch WHERE asin = $2`,
            [n, asin],
          );
      };
      await duringReconciliation('B0LOST0002', lose, () => report(catalogue, lease, found(['B0BOTH0001'])));
      for (const { import: result } of [first, second])
        expect(await stateOf(catalogue, actor, result.id)).toMatchObject({ status: 'PARTIAL' });
    });

    /** Keeps transactions that have resolved items from committing until as many of them wait, there or for each other. */
    async function untilAllWait<T>(work: readonly (() => Promise<T>)[]): Promise<T[]> {
      const holder = new Client({ connectionString: catalogue.servers.postgres.superuserUrl('catalogue') });
      await holder.connect();
      try {
        await holder.query(
          `CREATE FUNCTION wait_before_commit() RETURNS trigger LANGUAGE plpgsql AS
         $$ BEGIN PERFORM pg_advisory_xact_lock_shared(1); RETURN NULL; END $$;
       CREATE CONSTRAINT TRIGGER wait_before_commit AFTER UPDATE ON import_item DEFERRABLE INITIALLY DEFERRED
         FOR EACH ROW EXECUTE FUNCTION wait_before_commit();
       SELECT pg_advisory_lock(1)`,
        );
        const working = Promise.all(work.map((one) => one()));
        await until('all wait', async () => {
          const { rowCount } = await holder.query(
            `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
          );
          return rowCount === work.length;
        });
        await holder.query('SELECT pg_advisory_unlock(1)');
        return await working;
      } finally {
        await holder.query('SELECT pg_advisory_unlock_all(); DROP FUNCTION wait_before_commit CASCADE');
        await holder.end();
      }
    }

    it('two reports resolve the last items of an import, of which neither sees those of the other', async () => {
      const actor = someone();
      const { import: result } = await importOf(catalogue, actor, {
        asins: asins('0LAST', 21),
        marketplace: US,
      });
      const leases = [];
      for (const batchId of await openBatches(catalogue)) leases.push(await claimBatch(catalogue, batchId));
      expect(leases).toHaveLength(2);
      await untilAllWait(
        leases.map((lease) => () => {
          const outcomes = lease.asins.map((asin) => ({
            asin,
            outcome: 'failed' as const,
            errorCode: 'NotFound' as const,
          }));
          return report(catalogue, lease, outcomes);
        }),
      );
      const { status, counts } = await stateOf(catalogue, actor, result.id);
      expect([status, counts.failure]).toEqual(['FAILED', 21]);
    });
  });
