// C59: a tenant at its limit of batches has many imports that batches are to follow, while an import of another one ends.
import { v7 } from 'uuid';
import type { ImportState } from '#contracts';
import type { Person, Variables } from '#testing/environment';
import { until } from '#testing/until';
import { Sql } from '../../harness/environment/database.ts';
import { waitsBeside } from '../../harness/load/beside.ts';
import { resultOf, type Context, type Result, type Scenario } from '../../harness/scenario.ts';

/** Batches of a workspace that run at once, at most. */
const BATCHES = 100;
/** Imports whose batches wait for that. */
const HELD = 150;
/** Follow-ups of the other tenant that are timed. */
const SIZES = { full: 60, small: 12 };
/** Time after which a follow-up counts as held up, in milliseconds; the scenario need not wait for it longer. */
const HELD_UP_MS = 5000;

const THEN = { applicationId: 'product-title', environment: { model: 'sandbox:echo' } };

export const heldFollowUps: Scenario = {
  id: 'C59',
  title: '150 imports of a tenant whose 100 batches run have ended, and a batch is to follow each',
  holds:
    'p95 until another tenant’s batch begins at most triples and is at most 1 s (small run: plus 100 ms)',
  alone: true,
  run: (context) => runHeldFollowUps(context),
};

/** Runs the scenario; `variables` may make the catalogue a test build. */
export async function runHeldFollowUps(context: Context, variables: Variables = {}): Promise<Result> {
  const system = await context.open({ people: 2, variables: { catalogue: variables } });
  const [held, other = held] = system.people;
  const [catalogue, generations] = (['catalogue', 'generations'] as const).map((owner) => {
    const sql = new Sql(system.servers.postgres.superuserUrl(owner));
    context.defer(() => sql.close());
    return sql;
  }) as [Sql, Sql];
  const count = SIZES[context.full ? 'full' : 'small'];
  await other.importProducts(['B07Y33KYXZ'], 'US'); // from now on an import of it ends at once
  await timeFollowUps(other, 2); // warm up
  const { notes, late } = await waitsBeside(context, {
    what: 'the begin of a batch',
    measure: () => timeFollowUps(other, count),
    attack: async () => {
      await fillBatches(generations, held);
      await addHeld(catalogue, held);
      return () => Promise.resolve();
    },
  });
  const waiting = await catalogue.number('SELECT count(*) FROM import_follow_up WHERE workspace_id = $1', [
    held.workspaceId,
  ]);
  return resultOf({ faults: HELD, accepted: 2 * count, notes }, [
    late,
    waiting !== HELD && `${HELD - waiting} held batches began or were given up`,
  ]);
}

/** Imports a product that is there, and measures until its batch has begun, in milliseconds. */
async function timeFollowUps(person: Person, count: number): Promise<number[]> {
  const times: number[] = [];
  for (let n = 0; n < count; n += 1) {
    const from = performance.now();
    const body = { asins: ['B07Y33KYXZ'], marketplace: 'US', then: THEN };
    const { id } = await person.call<{ id: string }>('POST', '/products/import/retailer', { body });
    const hasBegun = async (): Promise<boolean> =>
      (await person.get<ImportState>(`/products/imports/${id}`)).body.batchId !== undefined;
    const begin = until('its batch begins', hasBegun, { withinMs: HELD_UP_MS, everyMs: 10 });
    await begin.catch(() => undefined);
    times.push(performance.now() - from);
  }
  return times;
}

/** Gives a workspace as many running batches as it may have. */
async function fillBatches(sql: Sql, { workspaceId, accountId }: Person): Promise<void> {
  await sql.rows(
    `INSERT INTO batch (workspace_id, id, account_id, holder_id, request_id, application_id, application_name, application_version,
       inputs, environment, total, waiting, running)
     SELECT $1, id, $2, $2, 'r', 'product-title', 'Title', 1, '{}', '{}', 1, 0, 1 FROM unnest($3::uuid[]) AS id`,
    [workspaceId, accountId, Array.from({ length: BATCHES }, () => v7())],
  );
}

/** Adds imports that have ended, and that batches are to follow. */
async function addHeld(sql: Sql, { workspaceId, accountId }: Person): Promise<void> {
  await sql.rows(
    `WITH ended AS (
       INSERT INTO import (workspace_id, id, account_id, marketplace, status, deadline_at, completed_at, success, follow_up)
       SELECT $1, id, $2, 'US', 'COMPLETED', now(), now(), 1, $4 FROM unnest($3::uuid[]) AS id
       RETURNING workspace_id, id
     ), items AS (
       INSERT INTO import_item (workspace_id, import_id, asin, marketplace, position, status, product_id)
       SELECT workspace_id, id, 'B0HELD0001', 'US', 1, 'success', id FROM ended
     )
     INSERT INTO import_follow_up (workspace_id, import_id, batch_id, holder_id, request_id, due_at)
     SELECT workspace_id, id, id, $2, 'r', now() - interval '1 hour' FROM ended`,
    [workspaceId, accountId, Array.from({ length: HELD }, () => v7()), JSON.stringify(THEN)],
  );
}
