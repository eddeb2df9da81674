// One marketplace call for products that very many imports wait for.
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { newId } from '#platform/context';
import { fc } from '#testing/property';
import { sized } from '#testing/size';
import { until } from '#testing/until';
import { ImportCompletionService } from '../../src/import-record/import-completion.service.ts';
import {
  asins,
  claimBatch,
  found,
  openBatches,
  removeImports,
  report,
  sql,
  type Catalogue,
} from '../catalogue.ts';

export const fanOut = (shared: () => Catalogue): void =>
  describe('a fetch that many wait for', () => {
    let catalogue: Catalogue;
    const empty = async (): Promise<void> => {
      await removeImports(catalogue);
      await sql(catalogue, 'TRUNCATE product CASCADE');
    };
    beforeAll(async () => {
      catalogue = shared();
      await empty();
    });
    afterEach(empty);

    /** Adds an import of these ASINs to each of `count` workspaces; all of them wait for the same fetches. */
    async function addImports(count: number, list: readonly string[]): Promise<void> {
      const ids = Array.from({ length: count }, newId);
      await sql(
        catalogue,
        `INSERT INTO import (id, workspace_id, account_id, marketplace, status, deadline_at, importing)
     SELECT id, id, id, 'US', 'RUNNING', now() + interval '6 h', $2 FROM unnest($1::uuid[]) AS id`,
        [ids, list.length],
      );
      await sql(
        catalogue,
        `INSERT INTO import_item (import_id, workspace_id, marketplace, asin, position, status)
     SELECT id, id, 'US', asin, position, 'importing'
     FROM unnest($1::uuid[]) AS id, unnest($2::text[]) WITH ORDINALITY AS a (asin, position)`,
        [ids, list],
      );
      await sql(
        catalogue,
        `INSERT INTO pending_fetch (marketplace, asin, region, workspace_id)
     SELECT 'US', asin, 'na', $1 FROM unnest($2::text[]) AS asin`,
        [ids[0], list],
      );
      await sql(
        catalogue,
        `INSERT INTO fair_share (marketplace, workspace_id, holder_id, region) VALUES ('US', $1, $1, 'na')`,
        [ids[0]],
      );
    }

    const countOf = async (from: string): Promise<number> => {
      const [row] = await sql<{ n: number }>(catalogue, `SELECT count(*)::int AS n FROM ${from}`);
      return row?.n ?? 0;
    };

    /** Waits until all is handed out, and expects that each of the imports got each of its products once. */
    async function expectAllServed(imports: number, list: readonly string[]): Promise<void> {
      const isDone = async () => (await countOf('fetch_result')) === 0;
      await until('every workspace has been served', isDone, { withinMs: 100_000, everyMs: 200 });
      expect(await countOf(`import WHERE status = 'COMPLETED'`)).toBe(imports);
      expect(await countOf(`import_item WHERE status = 'success'`)).toBe(imports * list.length);
      expect(await countOf('product WHERE version = 1')).toBe(imports * list.length);
    }

    it('is handed out to a workspace with very many imports in parts', async () => {
      const list = asins('0MANY', 20);
      await addImports(60, list);
      const [first] = await sql<{ id: string }>(catalogue, 'SELECT id FROM import LIMIT 1');
      const { id = '' } = first ?? {};
      for (const table of ['import_item', 'import'])
        await sql(catalogue, `UPDATE ${table} SET workspace_id = $1`, [id]);
      await report(catalogue, await claimBatch(catalogue, (await openBatches(catalogue))[0]!), found(list));
      await until('all is handed out', async () => (await countOf('fetch_result')) === 0);
      expect(await countOf(`import WHERE status = 'COMPLETED'`)).toBe(60);
      const [part] = await sql<{ most: number }>(
        catalogue,
        'SELECT max(n)::int AS most FROM (SELECT count(*) AS n FROM import_item GROUP BY xmin) AS transaction',
      );
      expect(part?.most).toBeLessThanOrEqual(500);
    });

    const WORKSPACES = sized(250, 1000);

    it(`the report of 20 products for ${WORKSPACES} workspaces does not time out, and each workspace gets its products`, async () => {
      const list = asins('0WIDE', 20);
      await addImports(WORKSPACES, list);
      const lease = await claimBatch(catalogue, (await openBatches(catalogue))[0] ?? '');
      expect(await report(catalogue, lease, found(lease.asins))).toEqual({ accepted: true });
      await expectAllServed(WORKSPACES, list);
    });

    it('every workspace gets its products once when connections end at any moment and two instances share the work', async () => {
      const list = asins('0KILL', 5);
      await addImports(sized(120, 300), list);
      const lease = await claimBatch(catalogue, (await openBatches(catalogue))[0] ?? '');
      await report(catalogue, lease, found(lease.asins));
      const handOut = () =>
        catalogue.app
          .get(ImportCompletionService, { strict: false })
          .handOut()
          .catch(() => undefined);
      const killer = new Client({ connectionString: catalogue.servers.postgres.superuserUrl('catalogue') });
      await killer.connect();
      /** Ends the connections that do something, and tells how many. */
      const kill = async (): Promise<number> =>
        (
          await killer.query(
            `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'catalogue-system' AND state <> 'idle'`,
          )
        ).rowCount ?? 0;
      let killed = 0;
      // Any moment of a round, by delays in milliseconds, and of the first round in any case.
      for (const delay of fc.sample(fc.integer({ min: 0, max: 60 }), 20)) {
        const instances = [handOut(), handOut()];
        await sleep(delay);
        if (killed === 0) await until('an instance works', async () => (killed += await kill()));
        else killed += await kill();
        await Promise.all(instances);
      }
      await killer.end();
      expect(killed).toBeGreaterThan(0);
      await expectAllServed(sized(120, 300), list);
    });

    it('an import that was accepted after a result was stored is not resolved by it', async () => {
      const list = asins('0LATE', 2);
      await sql(
        catalogue,
        `INSERT INTO fetch_result (id, marketplace, outcomes) VALUES (gen_random_uuid(), 'US', $1)`,
        [JSON.stringify(list.map((asin) => ({ asin, outcome: 'failed', errorCode: 'SourceUnavailable' })))],
      );
      await addImports(1, list);
      await until('the result is removed', async () => (await countOf('fetch_result')) === 0);
      expect(await countOf(`import_item WHERE status = 'importing'`)).toBe(2);
    });
  });
