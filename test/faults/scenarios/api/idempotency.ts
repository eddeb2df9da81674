// C21 and C22: requests that are sent again with their key, because the answer got lost or all at once.
import { Client } from 'pg';
import { until } from '../../harness/checks/invariants.ts';
import type { Answer, Context, Person, Result, Scenario, FaultEnvironment } from '../../harness/scenario.ts';
import { Sql } from '../../harness/environment/database.ts';

type Made = Answer<{ id: string }>;

/** What can be made, and where its rows are. */
const MAKINGS = [
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
type Making = (typeof MAKINGS)[number];

/** C21: a gateway dies when the owner has committed and before it answers; the client asks again. */
export const answerLost: Scenario = {
  id: 'C21',
  title: 'gateway killed between commit and answer; the client asks again',
  run: async (context) => {
    const system = await context.open();
    const [person] = system.people;
    const trials = context.full ? 100 : 6;
    const found = new Findings();
    for (let n = 0; n < trials; n += 1) {
      const making = MAKINGS[n % MAKINGS.length] as Making;
      const sql = new Sql(system.servers.postgres.superuserUrl(making.database));
      const key = `lost-${n}`;
      const before = await rowsOf(sql, making, person);
      await loseAnswer(system, sql, making, key);
      const again = await send(system, person, making, key);
      found.check(again, (await rowsOf(sql, making, person)) - before, 1);
      if (again.headers.get('idempotency-replayed') !== 'true') found.wrong.add('an answer was not a replay');
      await sql.close();
    }
    return found.result(trials);
  },
};

/** Has a request committed by its owner while its gateway cannot hear of it, then kills the gateway; starts another. */
async function loseAnswer(system: FaultEnvironment, sql: Sql, making: Making, key: string): Promise<void> {
  const { stack, people } = system;
  const { gateway } = stack.processes;
  const lock = new Client({ connectionString: stack.servers.postgres.superuserUrl(making.database) });
  lock.on('error', () => undefined); // left behind by a failure, it goes with the server
  await lock.connect();
  await lock.query('BEGIN');
  await lock.query('LOCK TABLE idempotency IN EXCLUSIVE MODE');
  const headers = { 'idempotency-key': key };
  const asked = people[0].request('POST', making.path, { body: making.body, headers }).then(
    ({ status }) => status,
    () => 'no answer',
  );
  await until('the owner waits for the lock', 2000, async () => {
    const waiting = `SELECT count(*)::int AS n FROM pg_locks WHERE NOT granted`;
    return (await sql.row<{ n: number }>(waiting)).n > 0;
  });
  await gateway.kill('SIGSTOP');
  await lock.query('COMMIT');
  await lock.end();
  await until('the owner has committed', 5000, async () => {
    const kept = 'SELECT count(*)::int AS n FROM idempotency WHERE key = $1 AND answer IS NOT NULL';
    return (await sql.row<{ n: number }>(kept, [key])).n === 1;
  });
  await gateway.kill('SIGKILL');
  const answer = await asked;
  if (answer !== 'no answer') throw new Error(`The answer came: ${answer}`);
  await gateway.restart();
}

/** C22: many identical requests at once, under each of many keys. */
export const sameKeys: Scenario = {
  id: 'C22',
  title: '10 identical requests at once, under each of many keys',
  run: (context) => ask(context, context.full ? 100 : 20),
};

/** The same with few keys. */
export const fewKeys: Scenario = { ...sameKeys, run: (context) => ask(context, 5) };

const AT_ONCE = 10;

async function ask(context: Context, keys: number): Promise<Result> {
  const system = await context.shared();
  const [person] = system.people;
  const found = new Findings();
  for (const making of MAKINGS) {
    const sql = new Sql(system.servers.postgres.superuserUrl(making.database));
    const before = await rowsOf(sql, making, person);
    const names = Array.from({ length: keys }, (_, n) => `same-${context.seed}-${n}-${Date.now()}`);
    // Few keys at once: their requests stand in one line, and nobody in it may have to wait for long.
    for (let n = 0; n < keys; n += 2) {
      await Promise.all(names.slice(n, n + 2).map((key) => askOnce(system, person, { making, key, found })));
    }
    const added = (await rowsOf(sql, making, person)) - before;
    if (added !== keys) found.wrong.add(`${added} rows of ${making.table} for ${keys} keys`);
    found.doubled += Math.max(0, added - keys);
    await sql.close();
  }
  return found.result(0);
}

async function askOnce(
  system: FaultEnvironment,
  person: Person,
  { making, key, found }: { making: Making; key: string; found: Findings },
): Promise<void> {
  const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => send(system, person, making, key)));
  // Who meets a request that still runs is told so, and asks again.
  for (const answer of answers)
    if (answer.status === 409) found.wrong.add('409 of a request that took no time');
  const first = answers.filter(({ headers }) => headers.get('idempotency-replayed') !== 'true');
  if (first.length !== 1) found.wrong.add(`${first.length} first answers to one key`);
  for (const answer of answers) found.check(answer, 0, 0);
  if (new Set(answers.map(({ body }) => body.id)).size !== 1) found.wrong.add('several things of one key');
}

function send(system: FaultEnvironment, person: Person, { path, body }: Making, key: string): Promise<Made> {
  return person.request('POST', path, { body, headers: { 'idempotency-key': key } });
}

async function rowsOf(sql: Sql, { table }: Making, { workspaceId }: Person): Promise<number> {
  const text = `SELECT count(*)::int AS n FROM ${table} WHERE workspace_id = $1`;
  return (await sql.row<{ n: number }>(text, [workspaceId])).n;
}

/** What is wrong, and what was accepted. */
class Findings {
  readonly wrong = new Set<string>();
  doubled = 0;
  #accepted = 0;

  /** Takes an answer that must be a 2xx, and the rows that were added against those that should be. */
  check({ status, body }: Made, added: number, wanted: number): void {
    if (status >= 300) this.wrong.add(`an answer was ${status} ${JSON.stringify(body)}`);
    else this.#accepted += 1;
    if (added !== wanted) this.wrong.add(`${added} rows instead of ${wanted}`);
    this.doubled += Math.max(0, added - wanted);
  }

  result(faults: number): Result {
    return {
      faults,
      accepted: this.#accepted,
      lost: 0,
      doubled: this.doubled,
      slowestRecoveryMs: 0,
      passed: this.wrong.size === 0,
      ...(this.wrong.size > 0 ? { why: [...this.wrong].join('; ') } : {}),
    };
  }
}
