// C28: one workspace asks for far more than its share.
import { setTimeout as sleep } from 'node:timers/promises';
import { percentile } from './figures.ts';
import { Load } from './load.ts';
import { allEnded, until } from './oracle.ts';
import type { Person, Scenario, Scene } from './scenario.ts';
import { openWorkshop, resultOf, type Workshop } from './workshop.ts';

/** C28: one workspace floods the service; another hardly notices. */
export const flood: Scenario = {
  id: 'C28',
  title: 'one workspace floods, ten others ask once a second',
  alone: true,
  run: async (context) => {
    const seconds = context.full ? 20 : 8;
    const shop = await openWorkshop(context, {
      people: ROUNDS + NEIGHBOURS,
      holdMs: HOLD_MS,
      // The product's own limits.
      variables: {
        gateway: { IN_FLIGHT_MAX: '200', LIMIT_READS_PER_MIN: '3000', LIMIT_WRITES_PER_MIN: '600' },
        generations: { MAX_RUNNING_GENERATIONS: '100' },
      },
    });
    shop.models.spread = 0.5; // or those that began together would all end together
    const flooders = shop.scene.people.slice(0, ROUNDS);
    const load = new Load(shop.scene, 'sandbox:echo', context.signal);
    const around = { load, seconds, neighbours: shop.scene.people.slice(ROUNDS) };
    await observed(shop, around); // warm
    const rounds: Round[] = [];
    for (const flooder of flooders) rounds.push(await besideFlood(shop, around, flooder));
    shop.load.accepted.push(...load.accepted);
    const verdict = await shop.verdict(90_000);
    const told = rounds.map(({ calm, busy }) => `${inWords(calm)} → ${inWords(busy)}`).join(', ');
    const notes = `p99 of answer/start of the others beside a flood: ${told} ms`;
    const late = (figure: keyof Times): number =>
      percentile(
        rounds.map(({ calm, busy }) => busy[figure] - 2 * calm[figure]),
        50,
      );
    return resultOf(shop, verdict, { faults: rounds.length, notes }, [
      load.others('201').length > 0 && `a neighbour was answered ${JSON.stringify(load.heard)}`,
      late('answerMs') > SLACK_MS && 'a neighbour was answered too late',
      late('startMs') > TURN_MS && 'the work of a neighbour began too late',
    ]);
  },
};

/** The neighbours of a flood, and for how long they ask each time. */
interface Neighbourhood {
  load: Load;
  neighbours: readonly Person[];
  seconds: number;
}

/** What the neighbours saw in a while, in milliseconds (p99). */
interface Times {
  answerMs: number;
  startMs: number;
}

interface Round {
  calm: Times;
  busy: Times;
}

function inWords({ answerMs, startMs }: Times): string {
  return `${answerMs.toFixed(0)}/${startMs.toFixed(0)}`;
}

/** The pace of a machine changes: each flood is compared with what was just before it, and the median counts. */
const ROUNDS = 3;
/** Enough that the slowest in a hundred is told from the slowest of all. */
const NEIGHBOURS = 10;
/**
 * Time of a model call, in milliseconds: 20 at once are 33 a second, about what half of two cores can do. With both
 * busy, it would not be told who is first in line but how many processes share them.
 */
const HOLD_MS = 600;
/** What a machine of two cores adds, on which the flood runs too, in milliseconds. */
const SLACK_MS = 100;
/** Nobody is interrupted: whoever comes next waits until one call of those that run ends, in milliseconds. */
const TURN_MS = 200;

/** What the neighbours see before one floods, and meanwhile. */
async function besideFlood(shop: Workshop, around: Neighbourhood, flooder: Person): Promise<Round> {
  const calm = await observed(shop, around);
  const mob = new Flood(shop.scene, flooder);
  await sleep(2000);
  const busy = await observed(shop, around);
  await mob.stop();
  shop.load.accepted.push(...(await idsOf(shop, flooder)));
  await allEnded(shop.audit, 30_000);
  return { calm, busy };
}

/** All ask once a second: how long answers took, and how long the work waited for its start. */
async function observed({ audit }: Workshop, { load, neighbours, seconds }: Neighbourhood): Promise<Times> {
  const from = load.accepted.length;
  load.times.length = 0;
  const ask = async (person: Person, n: number): Promise<void> => {
    await sleep((1000 * n) / neighbours.length);
    await load.ask({ person, count: seconds, rate: 1 });
  };
  await Promise.all(neighbours.map(ask));
  const asked = load.accepted.slice(from);
  let starts: number[] = [];
  await until('the work of all has begun', 30_000, async () => {
    const rows = await audit.sql.rows<{ ms: number }>(
      `SELECT (extract(epoch FROM min(change.at) - created_at) * 1000)::float8 AS ms
       FROM generation JOIN audit.change USING (id) WHERE id = ANY ($1) GROUP BY id`,
      [asked],
    );
    starts = rows.map(({ ms }) => ms);
    return starts.length === asked.length;
  });
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
