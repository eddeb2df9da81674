// C51: results are accepted into products while the two owners, of the results and of the products, are killed.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Generation, Product } from '#contracts';
import type { Person } from '#testing/environment';
import { until } from '#testing/until';
import { Sql } from '../../harness/environment/database.ts';
import { resultOf, type Context, type Scenario } from '../../harness/scenario.ts';
import { thrownLater } from '../../harness/thrown-later.ts';

const RESULTS = 20;
const LANES = 20;
const FIRST_TITLE = 'Fenwick serving board, cut from oak, oiled by hand';
const TITLES = ['Oak Board', 'Serving Board', 'Oak Serving Board', 'Board Cut from Oak', 'Oiled Oak Board'];
const OWNERS = ['generations', 'catalogue'] as const;

/** A result, its product, and whether an acceptance of it was answered 200. */
interface Accepted {
  id: string;
  productId: string;
  isAnswered: boolean;
}

export const accepted: Scenario = {
  id: 'C51',
  title: 'kill -9 of generations and of the catalogue while people accept results',
  holds:
    'within a minute each record tells the text that its product has, whether the client was answered or not',
  run: async (context) => {
    const system = await context.open();
    const [person] = system.people;
    const sql = new Sql(system.servers.postgres.superuserUrl('generations'));
    context.defer(() => sql.close());
    const results = await Promise.all(Array.from({ length: RESULTS }, () => addResult(person)));
    const kills = context.full ? 30 : 8;
    const left: number[] = [];
    const load = new AcceptanceLoad(context, person, results);
    for (let n = 0; n < kills; n += 1) {
      const before = load.answered;
      const goesOn = until('results are accepted', () => load.answered > before + LANES, {
        withinMs: 60_000,
        everyMs: 5,
      });
      await Promise.race([goesOn, load.lanes]);
      await sleep(context.random() * 100);
      const owner = system.processes[OWNERS[n % 2] ?? 'generations'];
      await owner.kill();
      left.push(await sql.number('SELECT count(*) FROM acceptance'));
      await owner.restart();
    }
    await load.stop();
    const startedAt = performance.now();
    const isSettled = async (): Promise<boolean> =>
      (await sql.number('SELECT count(*) FROM acceptance')) === 0;
    const inTime = await until('every acceptance has ended', isSettled, { withinMs: 60_000 }).catch(
      () => false,
    );
    const slowestRecoveryMs = Math.round(performance.now() - startedAt);
    const wrong = (await Promise.all(results.map((one) => isWrong(person, one)))).filter(Boolean).length;
    const notes = `${left.join(', ')} acceptances were open after the kills`;
    return resultOf({ faults: kills, accepted: load.answered, lost: wrong, slowestRecoveryMs, notes }, [
      !inTime && 'acceptances stayed open',
      wrong > 0 && `${wrong} records tell another text than their product has`,
      left.every((count) => count === 0) && 'nothing was on its way when an owner was killed',
    ]);
  },
};

/** Makes a product and a result about it. */
async function addResult(person: Person): Promise<Accepted> {
  // What the texts say is a fact whatever title the product has by then.
  const body = { title: FIRST_TITLE, description: 'A serving board, cut from oak and oiled by hand.' };
  const { id: productId } = await person.call<Product>('POST', '/products', { body });
  const { id, status } = await person.generate({ applicationId: 'product-title', inputs: { productId } });
  if (status !== 'SUCCESS') throw new Error(`The generation ended as ${status}.`);
  return { id, productId, isAnswered: false };
}

/** True when a record does not tell the text of its product. */
async function isWrong(person: Person, { id, productId, isAnswered }: Accepted): Promise<boolean> {
  const { review } = await person.call<Generation>('GET', `/generations/${id}`);
  const { title } = await person.call<Product>('GET', `/products/${productId}`);
  if (review?.state !== 'ACCEPTED') return isAnswered || title !== FIRST_TITLE;
  const [item] = (review.result ?? []) as { text: string }[];
  return item?.text !== title;
}

/** Accepts random results with random texts, several at a time, until it is stopped. */
class AcceptanceLoad {
  answered = 0;
  #isStopped = false;
  /** Rejects at the first answer that is neither a success nor a failure of ours. */
  readonly lanes: Promise<unknown>;
  readonly #context: Context;

  constructor(context: Context, person: Person, results: readonly Accepted[]) {
    this.#context = context;
    const lanes = Array.from({ length: LANES }, () => this.#lane(person, results));
    this.lanes = thrownLater(Promise.all(lanes)); // by stop()
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.lanes;
  }

  async #lane(person: Person, results: readonly Accepted[]): Promise<void> {
    const pick = <T>(from: readonly T[]): T => from[Math.floor(this.#context.random() * from.length)] as T;
    while (!this.#isStopped && !this.#context.signal.aborted) {
      const one = pick(results);
      const result = [{ text: pick(TITLES) }];
      const { status, body } = await person.post(`/generations/${one.id}/accept`, { result });
      if (status === 200) {
        one.isAnswered = true;
        this.answered += 1;
      } else if (status < 500)
        throw new Error(`An acceptance was answered ${status}: ${JSON.stringify(body)}`);
      else await sleep(50);
    }
  }
}
