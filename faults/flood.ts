// C28: one workspace asks for far more than its share.
import { setTimeout as sleep } from 'node:timers/promises';
import { percentile } from './figures.ts';
import { Load } from './load.ts';
import type { Person, Scenario, Scene } from './scenario.ts';
import { openWorkshop, resultOf, type Workshop } from './workshop.ts';

/** C28: one workspace floods the service; another hardly notices. */
export const flood: Scenario = {
  id: 'C28',
  title: 'one workspace floods, ten others ask once a second',
  alone: true,
  run: async (context) => {
    const seconds = context.full ? 60 : 15;
    const shop = await openWorkshop(context, {
      people: 1 + NEIGHBOURS,
      holdMs: HOLD_MS,
      // The product's own limits.
      variables: {
        gateway: { IN_FLIGHT_MAX: '200', LIMIT_READS_PER_MIN: '3000', LIMIT_WRITES_PER_MIN: '600' },
        generations: { MAX_RUNNING_GENERATIONS: '100' },
      },
    });
    const [flooder, ...neighbours] = shop.scene.people;
    shop.models.spread = 0.5; // or those that began together would all end together
    const load = new Load(shop.scene, 'sandbox:echo', context.signal);
    await neighbourhood(shop, load, { neighbours, seconds: 10 }); // warm
    const calm = await neighbourhood(shop, load, { neighbours, seconds });
    const mob = new Flood(shop.scene, flooder);
    await sleep(2000);
    const busy = await neighbourhood(shop, load, { neighbours, seconds });
    await mob.stop();
    shop.load.accepted.push(...(await idsOf(shop, flooder)), ...load.accepted);
    const verdict = await shop.verdict(90_000);
    const notes =
      `neighbours alone: answer p99 ${calm.answerMs.toFixed(0)} ms, start p99 ${calm.startMs.toFixed(0)} ms; ` +
      `beside ${mob.asked} requests: ${busy.answerMs.toFixed(0)} ms, ${busy.startMs.toFixed(0)} ms`;
    return resultOf(shop, verdict, { faults: 1, notes }, [
      load.others('201').length > 0 && `a neighbour was answered ${JSON.stringify(load.heard)}`,
      busy.answerMs > 2 * calm.answerMs + SLACK_MS && 'a neighbour was answered too late',
      busy.startMs > 2 * calm.startMs + TURN_MS && 'the work of a neighbour began too late',
    ]);
  },
};

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

/** All ask once a second: how long answers took, and how long the work waited for its start (p99, in milliseconds). */
async function neighbourhood(
  { audit }: Workshop,
  load: Load,
  { neighbours, seconds }: { neighbours: readonly Person[]; seconds: number },
): Promise<{ answerMs: number; startMs: number }> {
  const from = load.accepted.length;
  load.times.length = 0;
  const ask = async (person: Person, n: number): Promise<void> => {
    await sleep((1000 * n) / neighbours.length);
    await load.ask({ person, count: seconds, rate: 1 });
  };
  await Promise.all(neighbours.map(ask));
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
