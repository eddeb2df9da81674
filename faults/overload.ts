// C27 and C28: more than can be done, asked by everybody or by one.
import autocannon from 'autocannon';
import { setTimeout as sleep } from 'node:timers/promises';
import { percentile } from './figures.ts';
import { Load } from './load.ts';
import type { Person, Result, Scenario, Scene } from './scenario.ts';
import { openWorkshop, resultOf, type Workshop } from './workshop.ts';

/** Requests in work at once: the product's own bound. */
const IN_FLIGHT = { IN_FLIGHT_MAX: '200' };

/** What came of a load of reads. */
interface Reads {
  /** Answers 200 a second. */
  goodput: number;
  /** How long answers 200 took, in milliseconds. */
  times: number[];
  statuses: Record<string, number>;
}

/** C27: three times as many reads as can be answered. */
export const overload: Scenario = {
  id: 'C27',
  title: 'three times the capacity in reads',
  alone: true,
  run: async (context) => {
    const seconds = context.full ? 60 : 10;
    const scene = await context.open({ variables: { gateway: IN_FLIGHT } });
    const memory = async (): Promise<number> => (await scene.stack.memory())['gateway'] ?? 0;
    await readAll(scene, { connections: 16, seconds: 3 }); // warm
    const calm = await readAll(scene, { connections: 4, seconds: 3 });
    const peak = await readAll(scene, { connections: 32, seconds: 5 });
    const before = await memory();
    const load = readAll(scene, { connections: 600, seconds, rate: Math.round(3 * peak.goodput) });
    const mannerless = await askPolitely(scene, seconds * 1000);
    const flood = await load;
    const after = await memory();
    const overAt = Date.now();
    const back = await readAll(scene, { connections: 4, seconds: 3 });
    return overloadResult(context.full, Date.now() - overAt, {
      calm,
      peak,
      flood,
      back,
      mannerless,
      growth: after / before,
    });
  },
};

interface Overload {
  calm: Reads;
  peak: Reads;
  flood: Reads;
  back: Reads;
  /** Refusals without Retry-After. */
  mannerless: number;
  /** Memory after, divided by before. */
  growth: number;
}

/** What must be left of the peak. */
const LEFT = { full: 0.8, small: 0.2 };

/**
 * The load and its refusals take the cores from those who answer, where both are one machine: in small, what is left
 * of the peak must only not collapse, and how long it takes then is shown.
 */
function overloadResult(full: boolean, recoveryMs: number, found: Overload): Result {
  const { calm, peak, flood, back, mannerless, growth } = found;
  const share = flood.goodput / peak.goodput;
  const [usual, under, then] = [calm, flood, back].map(({ times }) => percentile(times, 99)) as [
    number,
    number,
    number,
  ];
  const others = Object.keys(flood.statuses).filter((status) => !['200', '429', '503'].includes(status));
  const why = [
    share < LEFT[full ? 'full' : 'small'] && `only ${(100 * share).toFixed(0)} % of the peak were answered`,
    full && under > 2 * percentile(peak.times, 99) && `accepted ones took ${under.toFixed(0)} ms (p99)`,
    others.length > 0 && `answers: ${others.join(', ')}`,
    mannerless > 0 && `${mannerless} refusals without Retry-After`,
    growth > 1.5 && `memory grew ${growth.toFixed(1)} times`,
    then > 2 * usual + 50 && `afterwards it took ${then.toFixed(0)} ms instead of ${usual.toFixed(0)} ms`,
  ].filter((reason) => reason !== false);
  return {
    faults: 1,
    accepted: flood.statuses['200'] ?? 0,
    lost: 0,
    doubled: 0,
    slowestRecoveryMs: recoveryMs,
    notes:
      `peak ${peak.goodput.toFixed(0)}/s p99 ${percentile(peak.times, 99).toFixed(0)} ms, under overload ` +
      `${flood.goodput.toFixed(0)}/s p99 ${under.toFixed(0)} ms, ${JSON.stringify(flood.statuses)}`,
    passed: why.length === 0,
    ...(why.length > 0 ? { why: why.join('; ') } : {}),
  };
}

async function readAll(
  { stack, people }: Scene,
  { connections, seconds, rate }: { connections: number; seconds: number; rate?: number },
): Promise<Reads> {
  const times: number[] = [];
  const statuses: Record<string, number> = {};
  const options = {
    url: `${stack.baseUrl}/products?limit=10`,
    connections,
    duration: seconds,
    headers: { authorization: `Bearer ${people[0].token}` },
    ...(rate === undefined ? {} : { overallRate: rate }),
  };
  await new Promise<void>((resolve, reject) => {
    const run = autocannon(options, (error: Error | null) => (error ? reject(error) : resolve()));
    run.on('response', (_client, status, _bytes, ms) => {
      statuses[status] = (statuses[status] ?? 0) + 1;
      if (status === 200) times.push(ms);
    });
  });
  return { goodput: times.length / seconds, times, statuses };
}

/** Asks now and then; how many refusals did not say when to come again. */
async function askPolitely(scene: Scene, forMs: number): Promise<number> {
  let mannerless = 0;
  for (const end = Date.now() + forMs - 500; Date.now() < end; await sleep(50)) {
    const { status, headers } = await scene.send(scene.people[0], 'GET', '/products?limit=1');
    if (status !== 200 && !headers.has('retry-after')) mannerless += 1;
  }
  return mannerless;
}

/** C28: one workspace floods the service; another hardly notices. */
export const flood: Scenario = {
  id: 'C28',
  title: 'one workspace floods, another asks once a second',
  alone: true,
  run: async (context) => {
    const seconds = context.full ? 60 : 15;
    const shop = await openWorkshop(context, {
      people: 2,
      holdMs: 300,
      // The product's own limits.
      variables: {
        gateway: { ...IN_FLIGHT, LIMIT_READS_PER_MIN: '3000', LIMIT_WRITES_PER_MIN: '600' },
        generations: { MAX_RUNNING_GENERATIONS: '100' },
      },
    });
    const [flooder, neighbour] = shop.scene.people;
    if (!neighbour) throw new Error('There is no neighbour.');
    const load = new Load(shop.scene, 'sandbox:echo', context.signal);
    const calm = await neighbourhood(shop, load, { neighbour, seconds });
    const mob = new Flood(shop.scene, flooder);
    await sleep(2000);
    const busy = await neighbourhood(shop, load, { neighbour, seconds });
    await mob.stop();
    shop.load.accepted.push(...(await idsOf(shop, flooder)), ...load.accepted);
    const verdict = await shop.verdict(90_000);
    const notes =
      `neighbour alone: answer p99 ${calm.answerMs.toFixed(0)} ms, start p99 ${calm.startMs.toFixed(0)} ms; ` +
      `beside ${mob.asked} requests: ${busy.answerMs.toFixed(0)} ms, ${busy.startMs.toFixed(0)} ms`;
    return resultOf(shop, verdict, { faults: 1, notes }, [
      load.others('201').length > 0 && `the neighbour was answered ${JSON.stringify(load.heard)}`,
      busy.answerMs > 2 * calm.answerMs + SLACK_MS && 'the neighbour was answered too late',
      busy.startMs > 2 * calm.startMs + TURN_MS && 'the work of the neighbour began too late',
    ]);
  },
};

/** What a machine of two cores adds, on which the flood runs too, in milliseconds. */
const SLACK_MS = 100;
/** Nobody is interrupted: whoever comes next waits until one call of those that run ends, in milliseconds. */
const TURN_MS = 400;

/** Asks once a second: how long answers took, and how long the work waited for its start (p99, in milliseconds). */
async function neighbourhood(
  { audit }: Workshop,
  load: Load,
  { neighbour, seconds }: { neighbour: Person; seconds: number },
): Promise<{ answerMs: number; startMs: number }> {
  const from = load.accepted.length;
  load.times.length = 0;
  await load.ask({ person: neighbour, count: seconds, rate: 1 });
  await sleep(3000);
  const rows = await audit.sql.rows<{ ms: number }>(
    `SELECT (extract(epoch FROM min(change.at) - created_at) * 1000)::float8 AS ms
     FROM generation JOIN audit.change USING (id) WHERE id = ANY ($1) GROUP BY id`,
    [load.accepted.slice(from)],
  );
  const starts = rows.map(({ ms }) => ms);
  return { answerMs: percentile(load.times, 99), startMs: percentile(starts, 99) };
}

/** All that was accepted of somebody, the answers that got lost included. */
async function idsOf({ audit }: Workshop, { workspaceId }: Person): Promise<string[]> {
  const rows = await audit.sql.rows<{ id: string }>('SELECT id FROM generation WHERE workspace_id = $1', [
    workspaceId,
  ]);
  return rows.map(({ id }) => id);
}

/** Somebody who asks a hundred times as often, and does not care for the answers. */
class Flood {
  asked = 0;
  readonly #open = new Set<Promise<void>>();
  readonly #timer: NodeJS.Timeout;
  readonly #scene: Scene;
  readonly #person: Person;
  #productId: string | undefined;

  constructor(scene: Scene, person: Person) {
    this.#scene = scene;
    this.#person = person;
    this.#timer = setInterval(() => {
      const ask = this.#ask().finally(() => this.#open.delete(ask));
      this.#open.add(ask);
    }, 10);
  }

  /** Asks no more. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await Promise.allSettled(this.#open);
  }

  async #ask(): Promise<void> {
    this.asked += 1;
    this.#productId ??= await this.#product();
    const inputs = { productId: this.#productId };
    const body = { applicationId: 'product-title', environment: { model: 'sandbox:echo' }, inputs };
    await this.#scene.send(this.#person, 'POST', '/generations', { body });
  }

  async #product(): Promise<string | undefined> {
    const { body } = await this.#scene.send<{ products: { id: string }[] }>(
      this.#person,
      'GET',
      '/products?limit=1',
    );
    return body.products[0]?.id;
  }
}
