// People who ask for generations: each request again and again under one key, until it is accepted.
import { setTimeout as sleep } from 'node:timers/promises';
import { GENERATION_QUEUE, type Generation, type ProductList } from '#contracts';
import type { Person, Scene } from '../scenario.ts';

/** Pause of a client that was not answered 2xx, in milliseconds. */
const PAUSE_MS = 500;
/** Longest time that a client tries, in milliseconds. */
const PATIENCE_MS = 120_000;

/** How to ask. */
export interface Demand {
  person: Person;
  count: number;
  /** Requests a second; absent, all at once in so many lanes. */
  rate?: number;
  lanes?: number;
}

/** Asks for generations, and keeps what was answered. */
export class Load {
  /** Ids of what was accepted, one a request. */
  readonly accepted: string[] = [];
  /** How often each answer came, by status or by the reason why there was none. */
  readonly heard: Record<string, number> = {};
  /** How long the accepting answers took, in milliseconds. */
  readonly times: number[] = [];
  #keys = 0;
  readonly #products = new Map<Person, Promise<string>>();

  readonly #scene: Scene;
  readonly #model: string;
  readonly #signal: AbortSignal;

  /** `model` is `provider:model`. */
  constructor(scene: Scene, model: string, signal: AbortSignal) {
    this.#scene = scene;
    this.#model = model;
    this.#signal = signal;
  }

  /** Asks for many; resolves when each is accepted. */
  async ask({ person, count, rate, lanes = 20 }: Demand): Promise<void> {
    if (rate !== undefined) {
      const began = performance.now();
      const open: Promise<unknown>[] = [];
      for (let n = 0; n < count && !this.#signal.aborted; n += 1) {
        await sleep(Math.max(0, began + (n * 1000) / rate - performance.now()));
        open.push(this.one(person));
      }
      await Promise.all(open);
      return;
    }
    let left = count;
    const lane = async (): Promise<void> => {
      while ((left -= 1) >= 0 && !this.#signal.aborted) await this.one(person);
    };
    await Promise.all(Array.from({ length: Math.min(lanes, count) }, lane));
  }

  /** Asks for one until it is accepted; gives its id. */
  async one(person: Person, more: object = {}): Promise<string> {
    this.#keys += 1;
    const headers = { 'idempotency-key': `load-${this.#keys}` };
    const giveUp = Date.now() + PATIENCE_MS;
    while (!this.#signal.aborted) {
      const id = await this.#try(person, headers, more);
      if (id !== undefined) return id;
      if (Date.now() > giveUp) throw new Error(`Not accepted for two minutes: ${JSON.stringify(this.heard)}`);
      await sleep(PAUSE_MS);
    }
    throw new Error('called off');
  }

  /** Answers that came and are not among those named, by status. */
  others(...expected: string[]): string[] {
    return Object.keys(this.heard).filter((answer) => !expected.includes(answer));
  }

  async #try(person: Person, headers: Record<string, string>, more: object): Promise<string | undefined> {
    try {
      const inputs = { productId: await this.#product(person) };
      const body = { applicationId: 'product-title', environment: { model: this.#model }, inputs, ...more };
      const answer = await this.#scene.send<Generation>(person, 'POST', '/generations', { body, headers });
      this.#count(String(answer.status));
      if (answer.status !== 201) return undefined;
      this.accepted.push(answer.body.id);
      this.times.push(answer.ms);
      return answer.body.id;
    } catch (error) {
      this.#count(reasonOf(error));
      return undefined;
    }
  }

  /** A product of the person's workspace. */
  #product(person: Person): Promise<string> {
    const known = this.#products.get(person);
    if (known) return known;
    const asked = this.#scene
      .send<ProductList>(person, 'GET', '/products?limit=1')
      .then(({ status, body }) => {
        if (status !== 200) throw new Error(`products: ${status}`);
        const [product] = body.products;
        if (!product) throw new Error('The workspace has no product.');
        return product.id;
      });
    this.#products.set(person, asked);
    asked.catch(() => this.#products.delete(person));
    return asked;
  }

  #count(answer: string): void {
    this.heard[answer] = (this.heard[answer] ?? 0) + 1;
  }
}

/** Name of the queue in Redis. */
export const QUEUE_KEY = `bull:${GENERATION_QUEUE}`;

function reasonOf(error: unknown): string {
  const { cause, name, message } = error as Error & { cause?: { code?: string } };
  return cause?.code ?? (name === 'TimeoutError' ? name : message);
}
