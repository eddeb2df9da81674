// What the system has used since it started, read before and after a piece of work.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { Redis } from 'ioredis';
import { Client } from 'pg';
import type { Environment } from '#testing/environment';
import { ProcessMetrics } from '#testing/processes';

/** A statement of an owner, by its text without values. */
export interface Statement {
  owner: string;
  text: string;
  calls: number;
  /** In Postgres, in milliseconds. */
  ms: number;
  /** False when a function or trigger ran it: it cost no round trip. */
  topLevel: boolean;
}

/** What was used so far. */
export interface Counters {
  /** By performance.now(). */
  at: number;
  /** Time of the processors in milliseconds by process, servers included. */
  cpuMs: Record<string, number>;
  /** Time of garbage collections in milliseconds, of our processes together. */
  gcMs: number;
  /** Collections of young objects, of our processes together: one for every 8 MB that a busy process allocates. */
  youngCollections: number;
  /** Messages that our processes sent over the bus, and their bytes. */
  messages: number;
  bytes: number;
  /** Commands of Redis, those in scripts included. */
  commands: number;
  statements: Statement[];
}

/** Lets Postgres count statements, which takes a restart: the owners connect again by themselves. */
export async function countStatements({ servers: { postgres } }: Environment): Promise<void> {
  await query(postgres.superuserUrl('postgres'), [
    `ALTER SYSTEM SET shared_preload_libraries = 'pg_stat_statements'`,
    'CREATE EXTENSION IF NOT EXISTS pg_stat_statements',
  ]);
  await postgres.restart();
  await query(postgres.superuserUrl('postgres'), [
    `ALTER SYSTEM SET pg_stat_statements.track = 'all'`,
    'SELECT pg_reload_conf()',
  ]);
}

/** Reads everything. */
export async function readCounters(environment: Environment): Promise<Counters> {
  const { servers, opsUrls, processes } = environment;
  const scrapes = await Promise.all(Object.values(opsUrls).map((url) => ProcessMetrics.read(url)));
  const sum = (name: string, labels?: Record<string, string>): number =>
    scrapes.reduce((all, scrape) => all + (scrape.sum(name, labels) ?? 0), 0);
  const redis = new Redis(servers.redis.url('exporter'), { enableReadyCheck: false });
  const stats = await redis.info('commandstats').finally(() => redis.disconnect());
  return {
    at: performance.now(),
    cpuMs: cpuOf([servers.postgres, servers.redis, servers.nats, ...Object.values(processes)]),
    gcMs: 1000 * sum('nodejs_gc_duration_seconds_sum'),
    youngCollections: sum('nodejs_gc_duration_seconds_count', { kind: 'minor' }),
    messages: sum('bus_messages', { direction: 'out' }),
    bytes: sum('bus_bytes', { direction: 'out' }),
    commands: [...stats.matchAll(/:calls=(\d+)/g)].reduce((all, [, calls]) => all + Number(calls), 0),
    statements: await readStatements(servers.postgres.superuserUrl('postgres')),
  };
}

async function readStatements(url: string): Promise<Statement[]> {
  const rows = await query<{ owner: string; text: string; calls: number; ms: number; topLevel: boolean }>(
    url,
    [
      `SELECT datname AS owner, query AS text, toplevel AS "topLevel",
       sum(calls)::float AS calls, sum(total_exec_time)::float AS ms
     FROM pg_stat_statements JOIN pg_database ON pg_database.oid = dbid
     WHERE datname NOT IN ('postgres', 'template1') GROUP BY 1, 2, 3`,
    ],
  );
  return rows;
}

/** Runs statements on a connection of its own; gives the rows of the last one. */
async function query<R>(connectionString: string, texts: readonly string[]): Promise<R[]> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    let rows: R[] = [];
    for (const text of texts) ({ rows } = (await client.query(text)) as unknown as { rows: R[] });
    return rows;
  } finally {
    await client.end();
  }
}

/** Time of the processors by process: its own, that of the children it has waited for, and that of those that run. */
function cpuOf(children: readonly { name: string; pid: number | undefined }[]): Record<string, number> {
  const tick = 1000 / Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap(statOf);
  const used = (of: number | undefined): number =>
    all.reduce((sum, { pid, parent, ticks }) => (pid === of || parent === of ? sum + ticks * tick : sum), 0);
  return Object.fromEntries(children.map(({ name, pid }) => [name, used(pid)]));
}

/** A line of /proc/…/stat; nothing of a process that has ended. */
function statOf(pid: string): { pid: number; parent: number; ticks: number }[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number); // the name may hold spaces
    const ticks = fields.slice(11, 15).reduce((sum, one) => sum + one, 0);
    return [{ pid: Number(pid), parent: fields[1] ?? 0, ticks }];
  } catch {
    return [];
  }
}
