// Random walks of two people through the API: create, repeat with a key, read, list, and read things of the other.
import { deepStrictEqual as same } from 'node:assert';
import { fc } from '#testing/property';
import type { ErrorResponse, ProductList } from '#contracts';
import type { Person } from '#testing/environment';
import type { Answer } from '#testing/http';
import type { FaultEnvironment } from '../harness/environment/fault-environment.ts';

const IMPORT = '/products/import/retailer';
const BODIES: Record<string, readonly object[]> = {
  [IMPORT]: [{ asins: ['B0FUZZED01', 'odd'] }, { asins: ['B0FUZZED02'], marketplace: 'US' }],
  '/generations': [{ applicationId: 'product-title' }, { applicationId: 'bullet-points', manual: true }],
};
const REFUSED: Record<string, object> = {
  [IMPORT]: { asins: [] },
  '/generations': { applicationId: 'product-title', inputs: { productId: 'nobody' } },
};

const step = fc.record({
  act: fc.constantFrom('create', 'race', 'refuse', 'read', 'list'),
  who: fc.constantFrom(0, 1),
  path: fc.constantFrom(...Object.keys(BODIES)),
  body: fc.constantFrom(0, 1),
  /** Number of the Idempotency-Key; 0 for none. */
  key: fc.nat(3),
  /** Which of the things created so far. */
  at: fc.nat(100),
});
/** One step of a walk. */
export type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** Walks of at most 12 steps. */
export const walks = fc.array(step, { minLength: 1, maxLength: 12 });

interface Thing {
  location: string;
  id: string;
  who: number;
}

/** Takes walks one after the other; each starts without the things and keys of the others. */
export class Walker {
  /** `Location` of everything that was created. */
  readonly created: string[] = [];
  readonly #system: FaultEnvironment;
  #walk = 0;
  #things: Thing[] = [];
  /** The first use of each key: its body and the created id. */
  #uses = new Map<string, { body: number; id: string }>();

  constructor(system: FaultEnvironment) {
    this.#system = system;
  }

  /** Takes a walk; throws at the first wrong answer. */
  async take(steps: readonly Step[]): Promise<void> {
    this.#walk += 1;
    this.#things = [];
    this.#uses.clear();
    for (const one of steps) await this.#step(one);
  }

  async #step(one: Step): Promise<void> {
    if (one.act === 'create') await this.#create(one, 1);
    else if (one.act === 'race') await this.#create(one, 4);
    else if (one.act === 'refuse') await this.#refuse(one);
    else if (one.act === 'read') await this.#read(one);
    else await this.#list(one);
  }

  /** Sends the same request this many times at once. */
  async #create(one: Step, times: number): Promise<void> {
    const body = BODIES[one.path]?.[one.body];
    const requests = Array.from({ length: times }, () =>
      this.#send<{ id: string }>(one.who, 'POST', one.path, body, this.#keyOf(one)),
    );
    const answers = await Promise.all(requests);
    const use = this.#uses.get(nameOf(one));
    if (use && use.body !== one.body) {
      for (const answer of answers) isError(answer, 422, 'IdempotencyKeyReused');
      return;
    }
    const fresh = answers.filter((answer) => answer.headers.get('idempotency-replayed') !== 'true');
    same(fresh.length, one.key === 0 ? times : use ? 0 : 1, 'created anew');
    const ids = new Set(answers.map((answer) => answer.body.id));
    same(ids.size, one.key === 0 ? times : 1, 'things created');
    for (const answer of answers) await this.#remember(one, answer, use?.id);
  }

  async #remember(
    one: Step,
    { status, headers, body }: Answer<{ id: string }>,
    known?: string,
  ): Promise<void> {
    same(status, one.path === IMPORT ? 202 : 201);
    if (known !== undefined) same(body.id, known, 'the first answer');
    const location = headers.get('location') ?? '';
    this.created.push(location);
    this.#things.push({ location, id: body.id, who: one.who });
    if (one.key > 0) this.#uses.set(nameOf(one), { body: one.body, id: body.id });
    const found = await this.#send<{ id: string }>(one.who, 'GET', location);
    same([found.status, found.body.id], [200, body.id]);
  }

  /**
   * A refused request does not use up its key: a corrected request may be sent with it. A key that was used is looked up before
   * a product is, and after the shape of a body.
   */
  async #refuse(one: Step): Promise<void> {
    const answer = await this.#send(one.who, 'POST', one.path, REFUSED[one.path], this.#keyOf(one));
    const isReused = one.path !== IMPORT && this.#uses.has(nameOf(one));
    same(answer.status, isReused ? 422 : 400);
  }

  async #read(one: Step): Promise<void> {
    const thing = this.#things[one.at % this.#things.length];
    if (!thing) return;
    const answer = await this.#send<{ id: string }>(one.who, 'GET', thing.location);
    if (thing.who === one.who) return same([answer.status, answer.body.id], [200, thing.id]);
    const unknown = await this.#send(one.who, 'GET', thing.location.replace(/[^/]+$/, 'nobody'));
    for (const refused of [answer, unknown]) isError(refused, 404, 'NotFound');
    const words = ({ body }: Answer): string => JSON.stringify(body).replace(/"id":"[^"]+"/, '');
    same(words(answer), words(unknown));
  }

  /** Reads all pages: each product once, and no product of the other person. */
  async #list(one: Step): Promise<void> {
    const mine = await this.#all(one.who, one.at);
    const theirs = await this.#all(1 - one.who, 100);
    same(new Set(mine).size, mine.length, 'each product once');
    same(
      mine.filter((id) => theirs.includes(id)),
      [],
      'products of the other person',
    );
  }

  async #all(who: number, at: number): Promise<string[]> {
    const ids: string[] = [];
    for (let token: string | undefined = ''; token !== undefined;) {
      const path: string = `/products?limit=${Math.max(at, 1)}${token && `&nextToken=${token}`}`;
      const page = await this.#send<ProductList>(who, 'GET', path);
      same(page.status, 200);
      ids.push(...page.body.products.map((product) => product.id));
      token = page.body.nextToken;
    }
    return ids;
  }

  #keyOf({ key }: Step): Record<string, string> {
    return key === 0 ? {} : { 'idempotency-key': `walk-${this.#walk}-${key}` };
  }

  #send<B = unknown>(who: number, method: string, path: string, body?: object, headers = {}) {
    const url = path.startsWith('/api/') ? new URL(path, this.#system.baseUrl).href : path;
    const person = this.#system.people[who] as Person;
    return person.request<B>(method, url, body ? { body, headers } : { headers });
  }
}

function nameOf({ who, path, key }: Step): string {
  return `${who} ${path} ${key}`;
}

function isError({ status, headers, body }: Answer, wanted: number, code: string): void {
  const { error } = body as ErrorResponse;
  same([status, error.code, error.id], [wanted, code, headers.get('x-request-id')]);
}
