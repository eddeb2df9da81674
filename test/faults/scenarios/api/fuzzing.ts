// C39: the API meets requests made from its own document: good ones, nearly good ones, and garbage.
import fc from 'fast-check';
import {
  APPLICATION_IDS,
  OFFLINE_MODEL,
  type Generation,
  type ImportResult,
  type ProductList,
} from '#contracts';
import { ApiDocument, exchange, type Operation } from '#testing/http';
import { AnswerChecks } from '../../fuzz/answer-checks.ts';
import { bytesOf, requestsTo, type FuzzRequest } from '../../fuzz/requests.ts';
import { Walker, walks } from '../../fuzz/walks.ts';
import type { Words } from '../../fuzz/values.ts';
import { until, within } from '../../harness/checks/invariants.ts';
import type { Answer, Context, Person, Result, Scenario, FaultEnvironment } from '../../harness/scenario.ts';

/** Longest wait for the end of what was made, in milliseconds. */
const END_MS = 120_000;

/** C39: many requests to every operation, and walks through them. */
export const fuzzed: Scenario = {
  id: 'C39',
  title: 'requests made from the API document, good and bad',
  run: (context) => fuzz(context, context.full ? 5000 : 200),
};

/** The same in short. */
export const fuzzedShort: Scenario = { ...fuzzed, run: (context) => fuzz(context, 60) };

/** Sends so many requests to each operation of the API. The same seed makes the same requests. */
async function fuzz(context: Context, numRuns: number): Promise<Result> {
  const system = await context.shared();
  const [person, other = person] = system.people;
  const api = await ApiDocument.fetch(new URL(system.baseUrl).origin);
  const [own, foreign] = [await belongings(system, person), await belongings(system, other)];
  const checks = new AnswerChecks(api, system, foreign);
  context.defer(() => checks.close());
  let cases = 0;
  const send = async (operation: Operation, request: FuzzRequest): Promise<void> => {
    context.signal.throwIfAborted();
    cases += 1;
    const token = operation.name === 'CreateSession' ? undefined : person.token;
    await checks.judge(request, await exchange(portOf(system), bytesOf(request, token)));
  };
  const words = wordsFor(person, own, foreign);
  const wrong: string[] = [];
  const check = async <T>(
    name: string,
    arbitrary: fc.Arbitrary<T>,
    runs: number,
    act: (one: T) => Promise<void>,
  ) => {
    const details = await fc.check(fc.asyncProperty(arbitrary, act), { numRuns: runs, seed: context.seed });
    if (details.failed) wrong.push(`${name}: ${told(details)}`);
  };
  for (const operation of api.operations)
    await check(operation.name, requestsTo(api, operation, words), numRuns, (one) => send(operation, one));
  const walker = new Walker(system, api);
  await check('A walk', walks, Math.ceil(numRuns / 4), (steps) => walker.take(steps));
  const made = new Set([...checks.made, ...walker.made]);
  const lost = await badEnds(system, made);
  const why = [...wrong, ...lost].join('\n');
  return {
    ...{ faults: cases, accepted: made.size, lost: lost.length, doubled: 0, slowestRecoveryMs: 0 },
    notes: `${api.met.size} kinds of answers`,
    ...(why === '' ? { passed: true } : { passed: false, why }),
  };
}

function portOf({ stack }: FaultEnvironment): number {
  return Number(new URL(stack.baseUrl).port);
}

/** What failed, with the smallest request that shows it, and what to run again. */
function told<T>({ errorInstance, counterexample, seed, counterexamplePath }: fc.RunDetails<[T]>): string {
  const shown = fc
    .stringify(counterexample?.[0])
    .replace(/(.)\1{99,}/gs, (run, one) => `${one}×${run.length}`);
  return `${String(errorInstance)}\n  ${shown.slice(0, 1000)}\n  seed ${seed}, path ${counterexamplePath}`;
}

/** Ids of things that a person has, each made beforehand. */
async function belongings(system: FaultEnvironment, person: Person): Promise<string[]> {
  const imported = await person.request<ImportResult>('POST', '/products/import/retailer', {
    body: { asins: ['B0FUZZED01', 'B0FUZZED02'] },
  });
  const written = await person.request<Generation>('POST', '/generations', {
    body: { applicationId: 'product-title' },
  });
  let products: string[] = [];
  await until('the products to fuzz with are imported', 30_000, async () => {
    const { body } = await person.request<ProductList>('GET', '/products?genre=Retailer');
    products = body.products.map((product) => product.id);
    return products.length >= 2;
  });
  return [imported.body.id, written.body.id, ...products];
}

function wordsFor(person: Person, own: readonly string[], foreign: readonly string[]): Words {
  return {
    id: [...own, ...foreign],
    productId: [...own, ...foreign],
    documentId: foreign,
    applicationId: APPLICATION_IDS,
    model: [OFFLINE_MODEL, 'sandbox:echo'],
    language: ['en', 'de', 'Chinese'],
    email: [person.email],
    password: [person.password],
    items: ['B0FUZZED01', 'b0fuzzed03', ' B0FUZZED04 ', 'B0MISS0001', 'Ｂ０ＦＵＺＺＥＤ０５'],
    Prefer: ['wait=1'],
    // What the applications know of `inputs`.
    inputs: ['productId', 'keywords', 'variants', 'productType', 'count', 'audience', 'length'],
  };
}

/** All that was accepted ends, and not because of us; what does not is told in words. */
async function badEnds(system: FaultEnvironment, made: Iterable<string>): Promise<string[]> {
  const bad: string[] = [];
  const giveUp = performance.now() + END_MS;
  for (const path of made) {
    const url = new URL(path, system.baseUrl).href;
    let seen: Answer<Partial<Generation>> | undefined;
    await within(Math.max(0, giveUp - performance.now()), async () => {
      const looks = system.people.map((person) => person.request<Partial<Generation>>('GET', url));
      seen = (await Promise.all(looks)).find(({ status }) => status === 200);
      return seen !== undefined && seen.body.status !== 'RUNNING';
    });
    const { status, errorCode, inputs } = seen?.body ?? {};
    const isOurs = /^(InternalFault|GenerationInterrupted|DeadlineExceeded)$/.test(errorCode ?? '');
    if (status === undefined || status === 'RUNNING' || isOurs)
      bad.push(`${path} is ${status} ${errorCode} of ${JSON.stringify(inputs)}`);
  }
  return bad;
}
