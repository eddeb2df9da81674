// C53 and C54: batches while processes are killed: begun by a request, and as what follows an import.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Batch, ImportState } from '#contracts';
import type { Person } from '#testing/environment';
import { until } from '#testing/until';
import { Sql } from '../../harness/environment/database.ts';
import {
  generationResult,
  openGenerationEnvironment,
  type GenerationEnvironment,
} from '../../harness/environment/generation-environment.ts';
import { killAndRestart } from '../../harness/faults/fault-injector.ts';
import type { Context, Scenario } from '../../harness/scenario.ts';
import { asinsOf } from '../imports/imports.ts';

/** Duration of a model call, in milliseconds, up to half shorter or longer. */
const CALL_MS = 60;
/** Pause between two faults, in milliseconds. */
const PAUSE_MS = 3000;
/** Time in which a batch must have ended after the last fault, in milliseconds: lost jobs are found after 50 s. */
const END_MS = 120_000;

export const batches: Scenario = {
  id: 'C53',
  title: 'kill -9 of workers, generations and Redis while a batch runs; then one is cancelled',
  holds:
    'each product has one generation, the counts add up at every look, and the cancelled batch leaves nothing running',
  run: async (context) => {
    const [count, faults] = context.full ? [10_000, 40] : [600, 6];
    const env = await openGenerationEnvironment(context, { workers: 3, holdMs: CALL_MS });
    env.models.spread = 0.5;
    await addProducts(env, count);
    const { id } = await begin(env);
    const looks = new Looks(env, id);
    for (let n = 0; n < faults && looks.isRunning; n += 1) {
      await sleep(PAUSE_MS);
      await breakSomething(context, env);
    }
    const lastFaultAt = Date.now();
    const batch = await looks.end(END_MS + count * 20);
    const slowestRecoveryMs = Date.now() - lastFaultAt;
    const cancelled = await cancelHalfway(env);
    const made = await env.auditLog.sql.row<{ rows: number; products: number }>(
      'SELECT count(*)::int AS rows, count(DISTINCT product_id)::int AS products FROM generation WHERE batch_id = $1',
      [id],
    );
    const ids = await env.auditLog.sql.rows<{ id: string }>('SELECT id FROM generation');
    env.load.accepted.push(...ids.map((one) => one.id));
    const verdict = await env.verdict(10_000);
    const notes = `${batch.status} with ${batch.counts.success} successes, ${looks.count} looks`;
    return generationResult(env, verdict, { faults, slowestRecoveryMs, notes }, [
      ...looks.errors,
      batch.status === 'RUNNING' && 'the batch did not end',
      batch.counts.success + batch.counts.failed !== count && `only ${batch.counts.success} have ended`,
      made.rows !== count && `${made.rows} generations`,
      made.products !== count && `${made.products} products have one`,
      ...cancelled,
    ]);
  },
};

/** Adds products of one brand to the workspace. */
export async function addProducts({ system, person }: GenerationEnvironment, count: number): Promise<void> {
  const sql = new Sql(system.servers.postgres.superuserUrl('catalogue'));
  await sql.rows(
    `INSERT INTO product (id, workspace_id, genre, content, content_hash)
     SELECT gen_random_uuid(), $1, 'Custom', json_build_object('title', 'Oak board ' || n, 'brand', 'Fenwick',
       'description', 'A board of oak.', 'specification', '', 'feature', 'One piece', 'mainImage', '', 'link', ''), ''
     FROM generate_series(1, $2::int) AS n`,
    [person.workspaceId, count],
  );
  await sql.close();
}

const begin = ({ person }: GenerationEnvironment): Promise<Batch> =>
  person.call<Batch>('POST', '/generations/batches', {
    body: {
      applicationId: 'product-title',
      environment: { model: 'sandbox:echo' },
      products: { filter: { brand: 'Fenwick' } },
    },
  });

/** Kills one process and starts it again. */
export async function breakSomething(context: Context, env: GenerationEnvironment): Promise<void> {
  const worker = env.workers[Math.floor(context.random() * env.workers.length)];
  const victims = [env.system.servers.redis, env.system.processes.generations, worker ?? env.workers[0]!];
  const victim = victims[Math.floor(context.random() * victims.length)] ?? victims[0]!;
  await killAndRestart(victim, 500);
}

/** Reads a batch again and again, and notes what is wrong with it. */
class Looks {
  readonly errors: string[] = [];
  count = 0;
  isRunning = true;
  readonly #env: GenerationEnvironment;
  readonly #id: string;
  readonly #looking: Promise<void>;
  #last: Batch | undefined;

  constructor(env: GenerationEnvironment, id: string) {
    this.#env = env;
    this.#id = id;
    this.#looking = this.#look();
  }

  /** The batch at its end, or after this time as it stands. */
  async end(withinMs: number): Promise<Batch> {
    const timer = setTimeout(() => (this.isRunning = false), withinMs);
    await this.#looking;
    clearTimeout(timer);
    if (!this.#last) throw new Error('The batch was never seen.');
    return this.#last;
  }

  async #look(): Promise<void> {
    while (this.isRunning) {
      const { status, body } = await this.#env.person.get<Batch>(`/generations/batches/${this.#id}`);
      if (status === 200) this.#check(body); // 503 while generations is away
      await sleep(100);
    }
  }

  #check(batch: Batch): void {
    const { total, waiting, running, success, failed, cancelled } = batch.counts;
    const before = this.#last?.counts ?? { success: 0, failed: 0 };
    this.count += 1;
    if (waiting + running + success + failed + cancelled !== total) this.errors.push('counts do not add up');
    if (success < before.success || failed < before.failed) this.errors.push('an end was taken back');
    this.#last = batch;
    if (batch.status !== 'RUNNING') this.isRunning = false;
  }
}

/** Cancels a batch in the middle; what is wrong then. */
async function cancelHalfway(env: GenerationEnvironment): Promise<string[]> {
  const { id } = await begin(env);
  const path = `/generations/batches/${id}`;
  const isHalfway = async (): Promise<boolean> => {
    const { body } = await env.person.get<Batch>(path);
    return body.counts.success > 20;
  };
  await until('some members have ended', isHalfway, { withinMs: 60_000 });
  const cancelled = await env.person.call<Batch>('POST', `${path}/cancel`);
  const left = await env.auditLog.sql.number(
    `SELECT (SELECT count(*) FROM generation WHERE batch_id = $1 AND status = 'RUNNING')
       + (SELECT count(*) FROM batch_member WHERE batch_id = $1)`,
    [id],
  );
  const { body: later } = await env.person.get<Batch>(path);
  return [
    cancelled.status !== 'CANCELLED' && `the cancelled batch is ${cancelled.status}`,
    cancelled.counts.running > 0 && `${cancelled.counts.running} of its generations run`,
    left > 0 && `${left} of its rows are left`,
    JSON.stringify(later.counts) !== JSON.stringify(cancelled.counts) && 'its counts changed after its end',
  ].filter((error) => error !== false);
}

export const followed: Scenario = {
  id: 'C54',
  title: 'kill -9 of the catalogue and of generations while imports end that batches are to follow',
  holds: 'each import has one batch, and each of its products one text',
  run: async (context) => {
    const [imports, size] = context.full ? [10, 100] : [3, 20];
    const env = await openGenerationEnvironment(context, {
      variables: { sandbox: { SANDBOX_QUOTA: 'off' }, 'import-worker': { IMPORT_CALL_INTERVAL_MS: '0' } },
    });
    const { catalogue, generations } = env.system.processes;
    const ids: string[] = [];
    for (let n = 0; n < imports; n += 1) {
      ids.push(await importThen(env.person, asinsOf(`B0THEN${n.toString(36).toUpperCase()}`, size)));
      await Promise.all([killAndRestart(catalogue, 200), killAndRestart(generations, 500)]);
    }
    const batchIds = await Promise.all(ids.map((id) => endOf(env.person, id, size)));
    const accepted = await env.auditLog.sql.rows<{ id: string }>('SELECT id FROM generation');
    env.load.accepted.push(...accepted.map((one) => one.id));
    const verdict = await env.verdict(60_000);
    const products = await env.auditLog.sql.number('SELECT count(DISTINCT product_id) FROM generation');
    const made = await env.auditLog.sql.number('SELECT count(*) FROM batch');
    return generationResult(env, verdict, { faults: 2 * imports, notes: `${made} batches` }, [
      verdict.failed > 0 && verdict.failures,
      made !== imports && `${made} batches`,
      new Set(batchIds).size !== imports && 'two imports name one batch',
      accepted.length !== imports * size && `${accepted.length} generations`,
      products !== imports * size && `${products} products have one`,
    ]);
  },
};

/** Submits an import that a batch follows, as often as it takes; returns its id. */
async function importThen(person: Person, asins: string[]): Promise<string> {
  const then = { applicationId: 'product-title', environment: { model: 'sandbox:echo' } };
  const request = { body: { asins, then }, headers: { 'idempotency-key': asins[0] ?? '' } };
  const accepted = await until(
    'the import is accepted',
    () => person.call<{ id: string }>('POST', '/products/import/retailer', request).catch(() => undefined),
    { withinMs: 60_000, everyMs: 500 },
  );
  return accepted.id;
}

/** Waits until an import has ended and its batch too; returns the id of the batch. */
async function endOf(person: Person, id: string, size: number): Promise<string> {
  const batchId = await until(
    'a batch follows the import',
    async () => (await person.get<ImportState>(`/products/imports/${id}`)).body.batchId,
    { withinMs: 120_000, everyMs: 200 },
  );
  const path = `/generations/batches/${batchId}`;
  const isDone = async (): Promise<boolean> => (await person.get<Batch>(path)).body.counts?.success === size;
  await until('the batch has ended', isDone, { withinMs: 120_000, everyMs: 200 });
  return batchId;
}
