// C36: signing keys that change under load.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Child } from '#testing/processes';
import { metric } from '../../harness/environment/operations-port.ts';
import { within } from '../../harness/checks/invariants.ts';
import type { Context, Person, Result, Scenario, FaultEnvironment } from '../../harness/scenario.ts';
import { signIn } from '../../harness/environment/fault-environment.ts';
import { Sql } from '../../harness/environment/database.ts';

/** A new key signs this long after it was published, in seconds: a gateway renews its keys every 30. */
const LEAD_S = 33;
/** A key that was taken away is refused no later, in milliseconds. */
const REFUSED_MS = 60_000;
/** Key sets that a gateway fetches: one every 30 seconds, and the first. */
const FETCH_MS = 30_000;

/** C36: keys rotate in seconds instead of weeks; no live token is refused, a key taken away is. */
export const rotation: Scenario = {
  id: 'C36',
  title: 'rotation of the signing keys under load',
  run: async (context) => {
    const rotations = context.full ? 5 : 2;
    const system = await context.open();
    const sql = new Sql(system.servers.postgres.superuserUrl('auth'));
    context.defer(() => sql.close());
    const readers = new Readers(system, context.full ? 50 : 10);
    context.defer(() => readers.stop());
    const first = readers.tokens[0] ?? '';
    const began = Date.now();
    for (let n = 0; n < rotations; n += 1) {
      await rotate(system, sql);
      await sleep(20_000);
      await readers.signIn();
    }
    await sleep((LEAD_S - 20) * 1000 + 2000);
    await readers.signIn();
    await readers.stop();
    const refusedMs = await takeAway(context, system, sql, first);
    const seconds = (Date.now() - began) / 1000;
    const fetched = await fetches(system.processes.auth);
    const signers = new Set(readers.tokens.map(kidOf)).size;
    return resultOfRotation(readers, { rotations, refusedMs, seconds, fetched, signers });
  },
};

/** People who read all the time, each with any of the tokens so far. */
class Readers {
  readonly tokens: string[];
  readonly heard: Record<string, number> = {};
  readonly #system: FaultEnvironment;
  readonly #timer: NodeJS.Timeout;
  readonly #open: Promise<void>[] = [];

  constructor(system: FaultEnvironment, rate: number) {
    this.#system = system;
    this.tokens = [system.people[0].token];
    this.#timer = setInterval(() => this.#open.push(this.#read()), 1000 / rate);
  }

  get #person(): Person {
    return this.#system.people[0];
  }

  async signIn(): Promise<void> {
    this.tokens.push(await signIn(this.#system.coreUrl, this.#person));
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await Promise.all(this.#open);
  }

  async #read(): Promise<void> {
    const token = this.tokens[this.#open.length % this.tokens.length] ?? '';
    const answer = await statusOf(this.#system, token).catch(String);
    this.answers[answer] = (this.answers[answer] ?? 0) + 1;
  }
}

async function statusOf(system: FaultEnvironment, token: string): Promise<number> {
  const [person] = system.people;
  return (await system.send({ ...person, token }, 'GET', '/products?limit=1')).status;
}

/** Has the next key made as if the last one had served its time, to sign from soon on. */
async function rotate({ stack }: FaultEnvironment, sql: Sql): Promise<void> {
  const { number } = await sql.row<{ number: number }>('SELECT max(number) AS number FROM signing_key');
  await shift(sql, number, '-31 days');
  const copy = await stack.add('auth'); // looks after the keys when it starts
  await copy.stop();
  await shift(sql, number, '31 days');
  await sql.rows(
    `UPDATE signing_key SET published_at = now() - interval '1 hour', signs_from = now() + $2 * interval '1 second'
     WHERE number > $1`,
    [number, LEAD_S],
  );
}

/** Moves a key in time. */
async function shift(sql: Sql, number: number, by: string): Promise<void> {
  await sql.rows(
    `UPDATE signing_key SET published_at = published_at + $2::interval, signs_from = signs_from + $2::interval
     WHERE number = $1`,
    [number, by],
  );
}

/** Retires the key of a token; milliseconds until the token is refused. */
async function takeAway(context: Context, system: FaultEnvironment, sql: Sql, token: string): Promise<number> {
  await sql.rows(`UPDATE signing_key SET retired_at = now() WHERE kid = $1`, [kidOf(token)]);
  const takenAt = Date.now();
  await within(REFUSED_MS + 10_000, async () => {
    await sleep(500);
    return context.signal.aborted || (await statusOf(system, token)) === 401;
  });
  return Date.now() - takenAt;
}

function kidOf(token: string): string {
  const [head = ''] = token.split('.');
  return (JSON.parse(Buffer.from(head, 'base64url').toString()) as { kid: string }).kid;
}

function fetches(auth: Child): Promise<number> {
  return metric(auth, 'rpc_request_duration_seconds_count', 'subject="auth.public.keys.list"');
}

function resultOfRotation(
  readers: Readers,
  found: { rotations: number; refusedMs: number; seconds: number; fetched: number; signers: number },
): Result {
  const { rotations, refusedMs, seconds, fetched, signers } = found;
  const reads = Object.values(readers.answers).reduce((sum, many) => sum + many, 0);
  const allowed = Math.ceil((seconds * 1000) / FETCH_MS) + 2;
  const why = [
    Object.keys(readers.answers).join() !== '200' && `answers: ${JSON.stringify(readers.answers)}`,
    signers < 2 && 'no new key ever signed',
    refusedMs > REFUSED_MS && `a retired key was good for ${Math.round(refusedMs / 1000)} s`,
    fetched > allowed && `${fetched} key sets were fetched in ${seconds.toFixed(0)} s`,
  ].filter((reason) => reason !== false);
  return {
    faults: rotations + 1,
    accepted: reads,
    lost: 0,
    doubled: 0,
    slowestRecoveryMs: refusedMs,
    notes: `${signers} keys signed, ${fetched} key sets fetched in ${seconds.toFixed(0)} s`,
    passed: why.length === 0,
    ...(why.length > 0 ? { why: why.join('; ') } : {}),
  };
}
