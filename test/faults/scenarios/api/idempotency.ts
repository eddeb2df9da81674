// C21 and C22: requests are repeated with their idempotency key, after a lost answer or at the same time.
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import type { Person } from '#testing/environment';
import type { Answer } from '#testing/http';
import { until } from '#testing/until';
import { Sql } from '../../harness/environment/database.ts';
import type { FaultEnvironment } from '../../harness/environment/fault-environment.ts';
import { resultOf, type Context, type Result, type Scenario } from '../../harness/scenario.ts';

/** The requests that create something, and the table of their rows. */
const CREATIONS = [
  {
    path: '/products/import/retailer',
    body: { asins: ['B0REPLAY01', 'no asin'] },
    database: 'catalogue',
    table: 'import',
  },
  {
    path: '/generations',
    body: { applicationId: 'product-title' },
    database: 'generations',
    table: 'generation',
  },
] as const;
type Creation = (typeof CREATIONS)[number];
type Created = Answer<{ id: string }>;

export const answerLost: Scenario = {
  id: 'C21',
  title: 'the gateway is killed between commit and answer, and the client repeats its request',
  holds: 'the repeat gets the first answer, and there is one row',
  run: async (context) => {
    const system = await context.open();
    const [person] = system.people;
    const trials = context.full ? 100 : 6;
    const report = new Report();
    for (let n = 0; n < trials; n += 1) {
      const creation = CREATIONS[n % CREATIONS.length] as Creation;
      const sql = new Sql(system.servers.postgres.superuserUrl(creation.database));
      const key = `lost-${n}`;
      const before = await rowsOf(sql, creation, person);
      await loseAnswer(system, sql, creation, key);
      const repeat = await send(person, creation, key);
      report.check(repeat, (await rowsOf(sql, creation, person)) - before, 1);
      if (repeat.headers.get('idempotency-replayed') !== 'true') report.errors.add('an answer was no replay');
      await sql.close();
    }
    return report.result(trials);
  },
};

/** Lets the owner commit a request while its gateway is stopped, then kills the gateway and starts it again. */
async function loseAnswer(
  system: FaultEnvironment,
  sql: Sql,
  creation: Creation,
  key: string,
): Promise<void> {
  const { gateway } = system.processes;
  const lock = new Client({ connectionString: system.servers.postgres.superuserUrl(creation.database) });
  lock.on('error', () => undefined); // after a failure it ends with the server
  await lock.connect();
  await lock.query('BEGIN');
  await lock.query('LOCK TABLE idempotency IN EXCLUSIVE MODE');
  const answer = send(system.people[0], creation, key).then(
    ({ status }) => status,
    () => 'no answer',
  );
  const isWaiting = async (): Promise<boolean> =>
    (await sql.number('SELECT count(*) FROM pg_locks WHERE NOT granted')) > 0;
  await until('the owner waits for the lock', isWaiting);
  await gateway.kill('SIGSTOP');
  await lock.query('COMMIT');
  await lock.end();
  const stored = 'SELECT count(*) FROM idempotency WHERE key = $1 AND answer IS NOT NULL';
  const isStored = async (): Promise<boolean> => (await sql.number(stored, [key])) === 1;
  await until('the owner has committed', isStored);
  await gateway.kill('SIGKILL');
  if ((await answer) !== 'no answer') throw new Error(`The answer came: ${await answer}`);
  await gateway.restart();
}

export const sameKeys: Scenario = {
  id: 'C22',
  title: '10 identical requests at once under each of many keys',
  holds: 'one answer of each ten is the first, nine are replays, and there is one row for each key',
  run: (context) => sendRepeats(context, context.full ? 100 : 20),
};

/** C22 with few keys. */
export const fewKeys: Scenario = { ...sameKeys, run: (context) => sendRepeats(context, 5) };

async function sendRepeats(context: Context, keys: number): Promise<Result> {
  const system = await context.shared();
  const [person] = system.people;
  const report = new Report();
  for (const creation of CREATIONS) {
    const sql = new Sql(system.servers.postgres.superuserUrl(creation.database));
    const before = await rowsOf(sql, creation, person);
    const names = Array.from({ length: keys }, (_, n) => `same-${context.seed}-${n}-${Date.now()}`);
    // Two keys at once: the requests of one workspace wait for each other, and none may have to wait for long.
    for (let n = 0; n < keys; n += 2) {
      context.signal.throwIfAborted();
      await Promise.all(names.slice(n, n + 2).map((key) => sendTogether(person, creation, key, report)));
    }
    const added = (await rowsOf(sql, creation, person)) - before;
    if (added !== keys) report.errors.add(`${added} rows of ${creation.table} for ${keys} keys`);
    report.doubled += Math.max(0, added - keys);
    await sql.close();
  }
  return report.result(0);
}

async function sendTogether(person: Person, creation: Creation, key: string, report: Report): Promise<void> {
  const answers = await Promise.all(Array.from({ length: 10 }, () => sendUntilEnded(person, creation, key)));
  const first = answers.filter(({ headers }) => headers.get('idempotency-replayed') !== 'true');
  if (first.length !== 1) report.errors.add(`${first.length} first answers to one key`);
  for (const answer of answers) report.check(answer, 0, 0);
  if (new Set(answers.map(({ body }) => body.id)).size !== 1) report.errors.add('several ids for one key');
}

/** Repeats a request while another with its key is still running, as its answer asks: a full machine takes its time. */
async function sendUntilEnded(person: Person, creation: Creation, key: string): Promise<Created> {
  for (;;) {
    const answer = await send(person, creation, key);
    if (codeOf(answer) !== 'IdempotencyInProgress') return answer;
    await sleep(1000 * Number(answer.headers.get('retry-after')));
  }
}

function codeOf({ body }: Answer<object>): string | undefined {
  return (body as { error?: { code: string } }).error?.code;
}

function send(person: Person, { path, body }: Creation, key: string): Promise<Created> {
  return person.request('POST', path, { body, headers: { 'idempotency-key': key }, withinMs: 30_000 });
}

function rowsOf(sql: Sql, { table }: Creation, { workspaceId }: Person): Promise<number> {
  return sql.number(`SELECT count(*) FROM ${table} WHERE workspace_id = $1`, [workspaceId]);
}

/** Collects errors and counts. */
class Report {
  readonly errors = new Set<string>();
  doubled = 0;
  #accepted = 0;

  /** Checks that an answer is 2xx, and that as many rows were added as expected. */
  check({ status, body }: Created, added: number, expected: number): void {
    if (status >= 300) this.errors.add(`an answer was ${status} ${JSON.stringify(body)}`);
    else this.#accepted += 1;
    if (added !== expected) this.errors.add(`${added} rows instead of ${expected}`);
    this.doubled += Math.max(0, added - expected);
  }

  result(faults: number): Result {
    return resultOf({ faults, accepted: this.#accepted, doubled: this.doubled }, [...this.errors]);
  }
}
