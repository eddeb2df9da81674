// The whole system for a test: every process, real servers, and people in it.
import { existsSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { AccessToken, Generation, ImportState } from '#contracts';
import { newId } from '#platform/context';
import { Api, type Answer } from '#testing/api';
import { temporaryFolder } from '#testing/harness';
import { Stack, type Seed, type StackOptions } from '#testing/stack';

/** File of real products, where there is one. */
export const REAL_PRODUCTS = new URL('../../../shared/data/products.json', import.meta.url);

/** A product of that file. */
export interface RealProduct {
  asin: string;
  title: string;
  brand: string | null;
  bullets: string[];
}

/** The real products, or undefined where the file is absent. */
export function realProducts(): RealProduct[] | undefined {
  if (!existsSync(REAL_PRODUCTS)) return undefined;
  return (JSON.parse(readFileSync(REAL_PRODUCTS, 'utf8')) as { products: RealProduct[] }).products;
}

/** Somebody signed in. */
export interface Person extends Seed {
  token: string;
}

/** A running system. */
export interface System {
  stack: Stack;
  api: Api;
  /** Makes an account with a workspace of its own and signs it in. */
  person(name: string): Promise<Person>;
  get<B = unknown>(person: Person, path: string): Promise<Answer<B>>;
  post<B = unknown>(
    person: Person,
    path: string,
    body: unknown,
    headers?: Record<string, string>,
  ): Promise<Answer<B>>;
  close(): Promise<void>;
}

/** Starts the whole system. */
export async function startSystem(options: Partial<StackOptions> = {}): Promise<System> {
  const dir = await temporaryFolder('system');
  const products = existsSync(REAL_PRODUCTS) ? REAL_PRODUCTS.pathname : undefined;
  const stack = await Stack.start({ dir, products, ...options });
  const api = await Api.open(new URL(stack.baseUrl).origin);
  return {
    stack,
    api,
    person: async (name) => {
      const seed = {
        accountId: newId(),
        workspaceId: newId(),
        email: `${name}@example.com`,
        password: `the password of ${name}`,
        name,
      };
      await stack.seed(seed);
      const { email, password } = seed;
      const answer = await api.call<AccessToken>('POST', `${stack.coreUrl}/accounts/sessions/email`, {
        body: { email, password },
      });
      return { ...seed, token: answer.body.accessToken };
    },
    get: (person, path) => api.call('GET', `${stack.baseUrl}${path}`, { token: person.token }),
    post: (person, path, body, headers = {}) =>
      api.call('POST', `${stack.baseUrl}${path}`, { token: person.token, body, headers }),
    close: async () => {
      await stack.stop();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

/** Follows an import to its end; at every look the buckets partition what was submitted. */
export async function importEnd(
  system: System,
  person: Person,
  id: string,
  withinMs = 60_000,
): Promise<ImportState> {
  const giveUp = Date.now() + withinMs;
  for (;;) {
    const { body } = await system.get<ImportState>(person, `/products/imports/${id}`);
    const all = [...body.success, ...body.importing, ...body.failure];
    expect(all.toSorted()).toEqual(body.items.map((item) => item.asin).toSorted());
    if (body.status !== 'RUNNING') return body;
    if (Date.now() > giveUp) throw new Error(`The import still runs: ${JSON.stringify(body.counts)}`);
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}

/** Writes something and waits for its end. */
export async function written(system: System, person: Person, body: object): Promise<Generation> {
  const answer = await system.post<Generation>(person, '/generations', body, { prefer: 'wait=60' });
  expect(answer.status).toBe(201);
  return answer.body;
}
