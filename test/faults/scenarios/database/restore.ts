// C45: the four databases are restored to an earlier moment, while Redis and NATS know what came after it.
import { readFile } from 'node:fs/promises';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import type { Generation } from '#contracts';
import { concurrencyFor, type Account, type App } from '#testing/environment';
import { OWNERS, projectFile, type NatsServer } from '#testing/servers';
import { until } from '#testing/until';
import { allEnded, checkInvariants } from '../../harness/checks/invariants.ts';
import { Sql } from '../../harness/environment/database.ts';
import {
  generationResult,
  openGenerationEnvironment,
  type GenerationEnvironment,
} from '../../harness/environment/generation-environment.ts';
import { PostgresBackup } from '../../harness/environment/postgres-backup.ts';
import type { Scenario } from '../../harness/scenario.ts';
import { submit } from '../imports/imports.ts';

const WORKERS = ['import-worker', 'generation-worker', 'webhook-worker'] as const;
/** Time in which all that was running at the moment that is restored ends: the lease of a marketplace call, and its work. */
const ENDED_MS = 90_000;

export const restored: Scenario = {
  id: 'C45',
  title: 'the databases are restored to an earlier moment as k8s/README.md says, after more work was done',
  holds:
    'what was accepted before ends, second runs were listed beforehand, and orphaned workspaces are listed',
  run: async (context) => {
    const variables = { 'generation-worker': { GENERATION_CONCURRENCY: concurrencyFor(5) } };
    const env = await openGenerationEnvironment(context, { people: 2, workers: 1, variables });
    const { person, models, auditLog } = env;
    const backup = await PostgresBackup.take(env.system.servers.postgres);
    const before = await workBefore(env);
    const after = await workAfter(env, before);
    const stoppedAt = Date.now();
    const listed = await restore(env, backup, before.moment);
    const calls = models.asked;
    for (const apps of [OWNERS, WORKERS, ['gateway']] as const)
      await each(apps, (app) => env.system.processes[app].restart());

    const isOver = await allEnded(auditLog, ENDED_MS);
    const importEnd = await person.importEnd(before.importId, ENDED_MS);
    const slowestRecoveryMs = Date.now() - stoppedAt;
    const again = (await changedSince(env, before.moment)).filter((id) => after.ran.includes(id));
    const repeatedCalls = models.asked - calls;
    const replayed = await accept(env, 'before');
    const anew = await accept(env, 'after');
    const failures = [...(await lookForLost(env, after)), ...(await lookForOrphans(env))];
    await allEnded(auditLog, 30_000);
    const verdict = await checkInvariants(auditLog, [...before.accepted, anew.id]);
    const notes = `${listed.size} were running then, ${again.length} of them ran twice`;
    return generationResult(env, verdict, { faults: 1, slowestRecoveryMs, notes }, [
      verdict.failed > 0 && verdict.failures,
      !isOver && 'a generation never ended',
      importEnd.status !== 'COMPLETED' && `the import ended as ${importEnd.status}`,
      again.length === 0 && 'no generation ran twice, so this run shows nothing',
      again.some((id) => !listed.has(id)) && 'a generation ran twice without being listed',
      repeatedCalls !== listed.size && `${repeatedCalls} model calls for ${listed.size} generations`,
      replayed.id !== before.first.id && 'a request from before the moment was done again',
      anew.id === after.undone.id && 'a request from after the moment was not done again',
      ...failures,
    ]);
  },
};

/** What the restored databases must have. */
interface Before {
  accepted: readonly string[];
  /** Accepted under the key `before`. */
  first: Generation;
  importId: string;
  /** The moment to restore to, as Postgres writes it. */
  moment: string;
}

/** Accepts work that has ended, runs or waits at the moment. */
async function workBefore(env: GenerationEnvironment): Promise<Before> {
  const { person, load, models, auditLog } = env;
  await load.submit({ person, count: 10 });
  await allEnded(auditLog, 30_000);
  models.holdMs = 5000;
  await load.submit({ person, count: 10 });
  const { id: importId } = await submit(person, ['B0SLOW0001', 'B0SLOW0002']);
  const first = await accept(env, 'before');
  await until('five generations run, and others wait', () => models.inHand === 5);
  const accepted = [...load.accepted, first.id];
  models.holdMs = 0;
  const { moment } = await auditLog.sql.row<{ moment: string }>('SELECT clock_timestamp()::text AS moment');
  return { accepted, first, importId, moment };
}

/** What the restore undoes. */
interface After {
  /** Accepted under the key `after`. */
  undone: Generation;
  account: Account;
  /** Generations that were claimed or ended. */
  ran: readonly string[];
}

async function workAfter(env: GenerationEnvironment, { importId, moment }: Before): Promise<After> {
  const { system, person, load, auditLog } = env;
  await load.submit({ person, count: 10 });
  const undone = await accept(env, 'after');
  const [account] = await system.addPeople('later');
  await person.importEnd(importId);
  await allEnded(auditLog, 60_000);
  return { undone, account, ran: await changedSince(env, moment) };
}

/** Follows k8s/README.md up to the start of the owners; returns the generations that it lists as running. */
async function restore(
  { system, redis, auditLog }: GenerationEnvironment,
  backup: PostgresBackup,
  moment: string,
): Promise<Set<string>> {
  for (const apps of [['gateway'], WORKERS, OWNERS] as const)
    await each(apps, (app) => system.processes[app].stop());
  await backup.restore(moment);
  for await (const keys of redis.scanStream({ match: 'bull:*' }) as AsyncIterable<string[]>)
    if (keys.length > 0) await redis.unlink(keys);
  await purgeEvents(system.servers.nats);
  await system.migrate();
  const running = await auditLog.sql.rows<{ id: string }>(
    `SELECT id FROM generation WHERE status = 'RUNNING'`,
  );
  return new Set(running.map(({ id }) => id));
}

/** What still exists although it came after the moment. */
async function lookForLost(
  { system, person }: GenerationEnvironment,
  { undone, account }: After,
): Promise<(string | false)[]> {
  const { status } = await person.get(`/generations/${undone.id}`);
  const canSignIn = await system.signIn(account).then(
    () => true,
    () => false,
  );
  return [
    status !== 404 && `a generation from after the moment was answered ${status}`,
    canSignIn && 'an account from after the moment can sign in',
  ];
}

/** Looks for orphans, and again once auth is as if it were restored to a moment before one workspace was made. */
async function lookForOrphans(env: GenerationEnvironment): Promise<(string | false)[]> {
  const none = await orphans(env);
  const workspaceId = env.system.people[1]?.workspaceId ?? '';
  await withDatabase(env, 'auth', (sql) => sql.rows('DELETE FROM workspace WHERE id = $1', [workspaceId]));
  const one = await orphans(env);
  return [
    none.length > 0 && `orphans without a reason: ${none.join(', ')}`,
    one.join() !== workspaceId && `orphans, not ${workspaceId}: ${one.join(', ')}`,
  ];
}

async function each<A extends App>(apps: readonly A[], work: (app: A) => Promise<unknown>): Promise<void> {
  await Promise.all(apps.map(work));
}

/** Requests a generation under a key. */
async function accept({ person, load }: GenerationEnvironment, key: string): Promise<Generation> {
  const body = await load.body(person);
  return person.call<Generation>('POST', '/generations', { body, headers: { 'idempotency-key': key } });
}

/** Generations that were claimed or have ended since a moment. */
async function changedSince({ auditLog }: GenerationEnvironment, moment: string): Promise<string[]> {
  const rows = await auditLog.sql.rows<{ id: string }>(
    'SELECT DISTINCT id FROM audit.change WHERE at > $1::timestamptz',
    [moment],
  );
  return rows.map(({ id }) => id);
}

async function purgeEvents(nats: NatsServer): Promise<void> {
  const { NATS_URL: servers, NATS_USER: user, NATS_PASSWORD: pass } = nats.variables('operator');
  const bus = await connect({ servers, user, pass });
  await (await jetstreamManager(bus)).streams.purge('EVENTS');
  await bus.close();
}

/** Workspaces with rows that auth does not know, by the statements of k8s/README.md. */
async function orphans(env: GenerationEnvironment): Promise<string[]> {
  const page = await readFile(projectFile('k8s/README.md'), 'utf8');
  const statements = [...page.matchAll(/^ids "\$(\w+)_SYSTEM_URL" '([^']+)'/gm)];
  const [known, ...used] = await Promise.all(
    statements.map(async ([, database = '', statement = '']) => {
      const rows = await withDatabase(env, database.toLowerCase(), (sql) =>
        sql.rows<Record<string, string>>(statement),
      );
      return rows.flatMap((row) => Object.values(row));
    }),
  );
  if (used.length !== 2) throw new Error('k8s/README.md has not one statement for each database.');
  return [...new Set(used.flat())].filter((id) => !known?.includes(id));
}

async function withDatabase<T>(
  { system }: GenerationEnvironment,
  database: string,
  work: (sql: Sql) => Promise<T>,
): Promise<T> {
  const sql = new Sql(system.servers.postgres.superuserUrl(database));
  try {
    return await work(sql);
  } finally {
    await sql.close();
  }
}
