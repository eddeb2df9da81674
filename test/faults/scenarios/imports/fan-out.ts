// C47: the result of one marketplace call goes to many workspaces while the catalogue is killed again and again.
import { setTimeout as sleep } from 'node:timers/promises';
import { v7 } from 'uuid';
import { until } from '#testing/until';
import { Sql } from '../../harness/environment/database.ts';
import { resultOf, type Scenario } from '../../harness/scenario.ts';

const PRODUCTS = 20;
const ASINS = Array.from({ length: PRODUCTS }, (_, n) => `B0WIDE${String(n).padStart(4, '0')}`);

export const handedOut: Scenario = {
  id: 'C47',
  title: 'kill -9 of the catalogue while a result goes to the 300 workspaces that wait for it',
  holds: 'every import completes within 90 s after the last kill, and each workspace has each product once',
  run: async (context) => {
    const workspaces = context.full ? 1000 : 300;
    const kills = context.full ? 10 : 4;
    const system = await context.open();
    const sql = new Sql(system.servers.postgres.superuserUrl('catalogue'));
    context.defer(() => sql.close());
    await addImports(sql, workspaces);
    const completed = (): Promise<number> =>
      sql.number(`SELECT count(*) FROM import WHERE status = 'COMPLETED'`);
    const progress: number[] = [];
    for (let n = 0; n < kills; n += 1) {
      const before = await completed();
      const isFurther = async (): Promise<boolean> => (await completed()) > before;
      if (before < workspaces)
        await until('a workspace is served', isFurther, { withinMs: 90_000, everyMs: 5 });
      await sleep(context.random() * 300);
      await system.processes.catalogue.kill();
      progress.push(await completed());
      await system.processes.catalogue.restart();
    }
    const isDone = async (): Promise<boolean> => (await completed()) === workspaces;
    const isInTime = await until('all imports complete', isDone, { withinMs: 90_000 }).catch(() => false);
    const products = await sql.number(`SELECT count(*) FROM product WHERE asin = ANY ($1)`, [ASINS]);
    const changed = await sql.number(`SELECT count(*) FROM product WHERE asin = ANY ($1) AND version > 1`, [
      ASINS,
    ]);
    const lost = workspaces - (await completed());
    const deadlocks = await sql.number(
      'SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()',
    );
    const notes = `killed after ${progress.join(', ')} of them`;
    const doubled = Math.max(0, products - workspaces * PRODUCTS) + changed;
    return resultOf({ faults: kills, accepted: workspaces, lost, doubled, notes }, [
      !isInTime && `${lost} imports have not completed`,
      products !== workspaces * PRODUCTS && `${products} products`,
      changed > 0 && `${changed} products were stored twice`,
      deadlocks > 0 && `${deadlocks} deadlocks`,
      progress.every((count) => count === workspaces) && 'the catalogue was killed too late',
    ]);
  },
};

/** Adds an import of the same products to each of many new workspaces. */
async function addImports(sql: Sql, workspaces: number): Promise<void> {
  await sql.rows(
    `WITH imports AS (
       INSERT INTO import (id, workspace_id, account_id, marketplace, status, deadline_at, importing)
       SELECT id, id, id, 'US', 'RUNNING', now() + interval '6 h', cardinality($2::text[]) FROM unnest($1::uuid[]) AS id
       RETURNING id, workspace_id
     ), items AS (
       INSERT INTO import_item (import_id, workspace_id, marketplace, asin, position, status)
       SELECT id, workspace_id, 'US', asin, position, 'importing'
       FROM imports, unnest($2::text[]) WITH ORDINALITY AS a (asin, position)
     ), first AS (
       SELECT workspace_id FROM imports LIMIT 1
     ), shares AS (
       INSERT INTO fair_share (marketplace, workspace_id, holder_id, region) SELECT 'US', workspace_id, workspace_id, 'na' FROM first
     )
     INSERT INTO pending_fetch (marketplace, asin, region, workspace_id)
     SELECT 'US', asin, 'na', workspace_id FROM first, unnest($2::text[]) AS asin`,
    [Array.from({ length: workspaces }, () => v7()), ASINS],
  );
}
