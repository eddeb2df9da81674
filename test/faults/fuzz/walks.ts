// Walks through the API by two people: make, read, list, repeat with a key, and reach for what is the other's.
import { deepStrictEqual as same } from 'node:assert';
import fc from 'fast-check';
import type { ErrorResponse, ProductList } from '#contracts';
import type { ApiDocument } from '#testing/http';
import type { Answer, Person, FaultEnvironment } from '../harness/scenario.ts';

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
  act: fc.constantFrom('make', 'race', 'refuse', 'read', 'list'),
  who: fc.constantFrom(0, 1),
  path: fc.constantFrom(...Object.keys(BODIES)),
  body: fc.constantFrom(0, 1),
  /** Of Idempotency-Key; 0 for none. */
  key: fc.nat(3),
  /** Which of the things made so far. */
  at: fc.nat(100),
});
/** One step of a walk. */
export type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** Walks of up to so many steps. */
export const walks = fc.array(step, { minLength: 1, maxLength: 12 });

interface Thing {
  location: string;
  id: string;
  who: number;
}

/** Takes walks one after the other; each begins with no memory of the others. */
export class Walker {
  /** Addresses of all that was made. */
  readonly made: string[] = [];
  readonly #system: FaultEnvironment;
  readonly #api: ApiDocument;
  #walk = 0;
  #things: Thing[] = [];
  /** What each key was first used for: its body and what that made. */
  #kept = new Map<string, { body: number; id: string }>();

  constructor(system: FaultEnvironment, api: ApiDocument) {
    this.#system = system;
    this.#api = api;
  }

  /** Takes a walk; throws at the first answer that is not what it must be. */
  async take(steps: readonly Step[]): Promise<void> {
    this.#walk += 1;
    this.#things = [];
    this.#kept.clear();
    for (const one of steps) await this.#step(one);
  }

  async #step(one: Step): Promise<void> {
    if (one.act === 'make') await this.#make(one, 1);
    else if (one.act === 'race') await this.#make(one, 4);
    else if (one.act === 'refuse') await this.#refuse(one);
    else if (one.act === 'read') await this.#read(one);
    else await this.#list(one);
  }

  /** Asks for the same thing some times at once. */
  async #make(one: Step, times: number): Promise<void> {
    const body = BODIES[one.path]?.[one.body];
    const asked = Array.from({ length: times }, () =>
      this.#send<{ id: string }>(one.who, 'POST', one.path, body, this.#keyOf(one)),
    );
    const answers = await Promise.all(asked);
    const kept = this.#kept.get(nameOf(one));
    if (kept && kept.body !== one.body) {
      for (const answer of answers) isError(answer, 422, 'IdempotencyKeyReused');
      return;
    }
    const fresh = answers.filter((answer) => answer.headers.get('idempotency-replayed') !== 'true');
    same(fresh.length, one.key === 0 ? times : kept ? 0 : 1, 'made anew');
    const ids = new Set(answers.map((answer) => answer.body.id));
    same(ids.size, one.key === 0 ? times : 1, 'things made');
    for (const answer of answers) await this.#remember(one, answer, kept?.id);
  }

  async #remember(
    one: Step,
    { status, headers, body }: Answer<{ id: string }>,
    known?: string,
  ): Promise<void> {
    same(status, one.path === IMPORT ? 202 : 201);
    if (known !== undefined) same(body.id, known, 'the first answer again');
    const location = headers.get('location') ?? '';
    this.made.push(location);
    this.#things.push({ location, id: body.id, who: one.who });
    if (one.key > 0) this.#kept.set(nameOf(one), { body: one.body, id: body.id });
    const found = await this.#send<{ id: string }>(one.who, 'GET', location);
    same([found.status, found.body.id], [200, body.id]);
  }

  /** What is refused is not kept, not even with a key: it may be sent again, mended. */
  async #refuse(one: Step): Promise<void> {
    const answer = await this.#send(one.who, 'POST', one.path, REFUSED[one.path], this.#keyOf(one));
    same(answer.status, 400);
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

  /** Walks through all pages: each product once, none of the other's. */
  async #list(one: Step): Promise<void> {
    const [mine, theirs] = [await this.#all(one.who, one.at), await this.#all(1 - one.who, 100)];
    same(new Set(mine).size, mine.length, 'each product once');
    same(
      mine.filter((id) => theirs.includes(id)),
      [],
      'products of another',
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

  async #send<B = unknown>(who: number, method: string, path: string, body?: object, headers = {}) {
    const { people, stack } = this.#system;
    const url = path.startsWith('/api/') ? new URL(path, stack.baseUrl).href : `${stack.baseUrl}${path}`;
    const person = people[who] as Person;
    const answer = await this.#person.request<B>(method, url, body ? { body, headers } : { headers });
    this.#api.check(method, new URL(url).pathname, answer.status, answer.body);
    return answer;
  }
}

function nameOf({ who, path, key }: Step): string {
  return `${who} ${path} ${key}`;
}

function isError({ status, headers, body }: Answer, wanted: number, code: string): void {
  const { error } = body as ErrorResponse;
  same([status, error.code, error.id], [wanted, code, headers.get('x-request-id')]);
}
