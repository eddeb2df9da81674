// A load generator: requests generations, and repeats each request under one key until it is accepted.
import { setTimeout as sleep } from 'node:timers/promises';
import { GENERATION_QUEUE, type Generation, type ProductList } from '#contracts';
import type { Person } from '#testing/environment';
import { Tally } from '../checks/tally.ts';
import { thrownLater } from '../thrown-later.ts';

/** Pause after an answer other than 201, in milliseconds. */
const PAUSE_MS = 500;
/** Longest time that one request is repeated, in milliseconds. */
const GIVE_UP_MS = 120_000;

/** Prefix of the generation queue's keys in Redis. */
export const QUEUE_KEY = `bull:${GENERATION_QUEUE}`;

/** Whose generations to request, and how fast. */
export interface Demand {
  person: Person;
  count: number;
  /** Requests a second; without it, as fast as `lanes` clients can. */
  rate?: number;
  lanes?: number;
}

/** Requests generations and records the answers. */
export class LoadGenerator {
  /** Ids of the accepted generations, one a request. */
  readonly accepted: string[] = [];
  /** Number of answers by status, or by the reason why there was no answer. */
  readonly answers = new Tally();
  /** Duration of each accepting request, in milliseconds. */
  readonly times: number[] = [];
  #keys = 0;
  readonly #products = new Map<Person, Promise<string>>();
  readonly #model: string;
  readonly #signal: AbortSignal;

  /** `model` is `provider:model`. */
  constructor(model: string, signal: AbortSignal) {
    this.#model = model;
    this.#signal = signal;
  }

  /** Requests many generations; resolves when each is accepted. Scenarios break something before they await it. */
  submit(demand: Demand): Promise<void> {
    return thrownLater(this.#submit(demand));
  }

  async #submit({ person, count, rate, lanes = 20 }: Demand): Promise<void> {
    if (rate !== undefined) {
      const startedAt = performance.now();
      const open: Promise<unknown>[] = [];
      for (let n = 0; n < count && !this.#signal.aborted; n += 1) {
        await sleep(Math.max(0, startedAt + (n * 1000) / rate - performance.now()));
        open.push(thrownLater(this.submitOne(person)));
      }
      await Promise.all(open);
      return;
    }
    let left = count;
    const lane = async (): Promise<void> => {
      while ((left -= 1) >= 0 && !this.#signal.aborted) await this.submitOne(person);
    };
    await Promise.all(Array.from({ length: Math.min(lanes, count) }, lane));
  }

  /** Requests one generation until it is accepted; returns its id. `more` extends the body. */
  async submitOne(person: Person, more: object = {}): Promise<string> {
    this.#keys += 1;
    const key = `load-${this.#keys}`;
    const giveUp = Date.now() + GIVE_UP_MS;
    while (!this.#signal.aborted) {
      const id = await this.#try(person, key, more);
      if (id !== undefined) return id;
      if (Date.now() > giveUp) throw new Error(`Not accepted for two minutes: ${this.answers.summary}`);
      await sleep(PAUSE_MS);
    }
    throw new Error('cancelled');
  }

  async #try(person: Person, key: string, more: object): Promise<string | undefined> {
    try {
      const body = { ...(await this.body(person)), ...more };
      const headers = { 'idempotency-key': key };
      const extras = { body, headers, withinMs: 30_000 };
      const answer = await person.request<Generation>('POST', '/generations', extras);
      this.answers.add(answer.status);
      if (answer.status !== 201) return undefined;
      this.accepted.push(answer.body.id);
      this.times.push(answer.ms);
      return answer.body.id;
    } catch (error) {
      this.answers.add(reasonOf(error));
      return undefined;
    }
  }

  /** The body of a request for a generation about a product of the person's workspace. */
  async body(person: Person): Promise<object> {
    const productId = this.#products.get(person) ?? productOf(person);
    this.#products.set(person, productId);
    productId.catch(() => this.#products.delete(person));
    const inputs = { productId: await productId };
    return { applicationId: 'product-title', environment: { model: this.#model }, inputs };
  }
}

async function productOf(person: Person): Promise<string> {
  const { products } = await person.call<ProductList>('GET', '/products?limit=1');
  if (!products[0]) throw new Error('The workspace has no product.');
  return products[0].id;
}

function reasonOf(error: unknown): string {
  const { cause, name, message } = error as Error & { cause?: { code?: string } };
  // Without the body of the answer, whose id would make each failure another one.
  return cause?.code ?? (name === 'TimeoutError' ? name : message.replace(/: \{.*/s, ''));
}
