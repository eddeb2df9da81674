// C36: the signing keys of access tokens rotate under load.
import { setTimeout as sleep } from 'node:timers/promises';
import { HttpClient } from '#testing/http';
import { ProcessMetrics } from '#testing/processes';
import { within } from '../../harness/checks/invariants.ts';
import { Tally } from '../../harness/checks/tally.ts';
import { Sql } from '../../harness/environment/database.ts';
import type { FaultEnvironment } from '../../harness/environment/fault-environment.ts';
import { resultOf, type Context, type Scenario } from '../../harness/scenario.ts';

/** Time from the publication of a new key until it signs, in seconds: a gateway fetches the keys every 30. */
const LEAD_S = 33;
/** Longest time until tokens of a retired key are refused, in milliseconds. */
const REFUSED_MS = 60_000;
/** Interval at which a gateway fetches the keys, in milliseconds. */
const FETCH_MS = 30_000;

export const rotation: Scenario = {
  id: 'C36',
  title: 'signing keys rotate within seconds, and one is retired',
  holds:
    'no live token is refused, tokens of the retired key are within 60 s, and the keys are fetched every 30 s',
  run: async (context) => {
    const rotations = context.full ? 5 : 2;
    const system = await context.open();
    const sql = new Sql(system.servers.postgres.superuserUrl('auth'));
    context.defer(() => sql.close());
    const readers = new Readers(system, context.full ? 50 : 10);
    context.defer(() => readers.stop());
    const first = readers.tokens[0] ?? '';
    const startedAt = Date.now();
    for (let n = 0; n < rotations; n += 1) {
      await rotate(system, sql);
      await sleep(20_000);
      await readers.signIn();
    }
    await sleep((LEAD_S - 20) * 1000 + 2000);
    await readers.signIn();
    await readers.stop();
    const refusedMs = await retire(context, { system, sql, token: first });
    const seconds = (Date.now() - startedAt) / 1000;
    const fetches = await keyFetches(system);
    const signers = new Set(readers.tokens.map(kidOf)).size;
    const { answers } = readers;
    const counts = { faults: rotations + 1, accepted: answers.total, slowestRecoveryMs: refusedMs };
    const notes = `${signers} keys signed, ${fetches} fetches of the keys in ${seconds.toFixed(0)} s`;
    return resultOf({ ...counts, notes }, [
      Object.keys(answers.counts).join() !== '200' && `answers: ${answers.summary}`,
      signers < 2 && 'no new key ever signed',
      refusedMs > REFUSED_MS && `a retired key was accepted for ${Math.round(refusedMs / 1000)} s`,
      fetches > Math.ceil((seconds * 1000) / FETCH_MS) + 2 &&
        `the keys were fetched ${fetches} times in ${seconds.toFixed(0)} s`,
    ]);
  },
};

/** Clients that read at a steady rate, with all tokens so far in turn. */
class Readers {
  readonly tokens: string[];
  readonly answers = new Tally();
  readonly #system: FaultEnvironment;
  readonly #timer: NodeJS.Timeout;
  readonly #open: Promise<void>[] = [];

  constructor(system: FaultEnvironment, rate: number) {
    this.#system = system;
    this.tokens = [system.people[0].token];
    this.#timer = setInterval(() => this.#open.push(this.#read()), 1000 / rate);
  }

  /** Adds a token. */
  async signIn(): Promise<void> {
    this.tokens.push((await this.#system.signIn(this.#system.people[0])).token);
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await Promise.all(this.#open);
  }

  async #read(): Promise<void> {
    const token = this.tokens[this.#open.length % this.tokens.length] ?? '';
    this.answers.add(await statusOf(this.#system, token).catch(String));
  }
}

async function statusOf({ baseUrl }: FaultEnvironment, token: string): Promise<number> {
  return (await new HttpClient({ baseUrl, token }).get('/products?limit=1')).status;
}

/** Makes the auth service create the next key as if the last one had reached its age; the next key signs soon. */
async function rotate(system: FaultEnvironment, sql: Sql): Promise<void> {
  const number = await sql.number('SELECT max(number) FROM signing_key');
  await shift(sql, number, '-31 days');
  const copy = await system.add('auth'); // rotates the keys when it starts
  await copy.stop();
  await shift(sql, number, '31 days');
  await sql.rows(
    `UPDATE signing_key SET published_at = now() - interval '1 hour', signs_from = now() + $2 * interval '1 second'
     WHERE number > $1`,
    [number, LEAD_S],
  );
}

/** Moves the times of a key. */
async function shift(sql: Sql, number: number, by: string): Promise<void> {
  await sql.rows(
    `UPDATE signing_key SET published_at = published_at + $2::interval, signs_from = signs_from + $2::interval
     WHERE number = $1`,
    [number, by],
  );
}

/** Retires the key of a token; returns the time until the token is refused, in milliseconds. */
async function retire(
  context: Context,
  { system, sql, token }: { system: FaultEnvironment; sql: Sql; token: string },
): Promise<number> {
  await sql.rows(`UPDATE signing_key SET retired_at = now() WHERE kid = $1`, [kidOf(token)]);
  const retiredAt = Date.now();
  await within(REFUSED_MS + 10_000, async () => {
    await sleep(500);
    return context.signal.aborted || (await statusOf(system, token)) === 401;
  });
  return Date.now() - retiredAt;
}

function kidOf(token: string): string {
  const [head = ''] = token.split('.');
  return (JSON.parse(Buffer.from(head, 'base64url').toString()) as { kid: string }).kid;
}

async function keyFetches({ opsUrls }: FaultEnvironment): Promise<number> {
  const metrics = await ProcessMetrics.read(opsUrls['auth'] ?? '');
  return metrics.sum('rpc_request_duration_seconds_count', { subject: 'auth.public.keys.list' }) ?? 0;
}
