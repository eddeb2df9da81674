// C39: the API receives requests that are generated from its own document: valid, nearly valid, and garbage.
import { fc } from '#testing/property';
import {
  APPLICATION_IDS,
  OFFLINE_MODEL,
  type Generation,
  type ImportResult,
  type ProductList,
} from '#contracts';
import type { Person } from '#testing/environment';
import { exchange, type Answer, type Operation } from '#testing/http';
import { until } from '#testing/until';
import { AnswerChecks } from '../../fuzz/answer-checks.ts';
import { bytesOf, requestsTo, type FuzzRequest } from '../../fuzz/requests.ts';
import type { Words } from '../../fuzz/values.ts';
import { Walker, walks } from '../../fuzz/walks.ts';
import { within } from '../../harness/checks/invariants.ts';
import type { FaultEnvironment } from '../../harness/environment/fault-environment.ts';
import { resultOf, type Context, type Result, type Scenario } from '../../harness/scenario.ts';

/** Longest time until everything that was created ends, in milliseconds. */
const END_MS = 120_000;

export const fuzzed: Scenario = {
  id: 'C39',
  title: 'valid, nearly valid and garbage requests that are generated from the API document',
  holds: 'no 5xx, no undocumented answer, no leak; refusals store nothing; everything accepted ends',
  run: (context) => fuzz(context, context.full ? 5000 : 200),
};

/** C39 with few requests. */
export const fuzzedShort: Scenario = { ...fuzzed, run: (context) => fuzz(context, 15) };

/** Sends this many requests to each operation of the API. The same seed generates the same requests. */
async function fuzz(context: Context, numRuns: number): Promise<Result> {
  const system = await context.shared();
  const [person, other = person] = system.people;
  const api = await system.document;
  const own = await belongings(person);
  const foreign = await belongings(other);
  const checks = new AnswerChecks(api, system, foreign);
  context.defer(() => checks.close());
  const port = Number(new URL(system.baseUrl).port);
  let cases = 0;
  /**
   * The operations after these still need the person's session and workspace. So a session of its own is ended; and the workspace
   * that may be erased is the other person's, because an erasure wants its name, and the fuzzer knows the one that it gave the
   * person's.
   */
  const senderOf = async ({ name }: Operation): Promise<Person> => {
    if (name === 'EndCurrentSession') return system.signIn(person);
    return name === 'EraseWorkspace' ? other : person;
  };
  const send = async (operation: Operation, request: FuzzRequest): Promise<void> => {
    cases += 1;
    const { token } = await senderOf(operation);
    await checks.check(request, await exchange(port, bytesOf(request, token)));
  };
  const words = wordsFor(person, own, foreign);
  const errors: string[] = [];
  const property = async <T>(name: string, requests: fc.Arbitrary<T>, runs: number, act: Act<T>) => {
    const failure = await failureOf(context, requests, runs, act);
    if (failure) errors.push(`${name}: ${failure}`);
  };
  for (const operation of api.operations)
    await property(operation.name, requestsTo(api, operation, words), numRuns, (one) => send(operation, one));
  const walker = new Walker(system);
  await property('A walk', walks, Math.ceil(numRuns / 4), (steps) => walker.take(steps));
  const created = new Set([...checks.created, ...walker.created]);
  const lost = await badEnds(system, created, context.signal);
  const counts = { faults: cases, accepted: created.size, lost: lost.length };
  return resultOf({ ...counts, notes: `${api.met.size} kinds of answers` }, [...errors, ...lost]);
}

type Act<T> = (one: T) => Promise<void>;

/** Acts on this many random values; describes the smallest one on which it throws. */
async function failureOf<T>(
  { seed, signal }: Context,
  values: fc.Arbitrary<T>,
  numRuns: number,
  act: Act<T>,
): Promise<string | undefined> {
  const checked = fc.asyncProperty(values, async (one) => {
    signal.throwIfAborted();
    await act(one);
  });
  const details = await fc.check(checked, { numRuns, seed });
  signal.throwIfAborted();
  return details.failed ? describe(details) : undefined;
}

/** Describes a failure: the smallest request that shows it, and the seed and path to repeat it. */
function describe<T>({
  errorInstance,
  counterexample,
  seed,
  counterexamplePath,
}: fc.RunDetails<[T]>): string {
  const shown = fc
    .stringify(counterexample?.[0])
    .replace(/(.)\1{99,}/gs, (run, one) => `${one}×${run.length}`);
  return `${String(errorInstance)}\n  ${shown.slice(0, 1000)}\n  seed ${seed}, path ${counterexamplePath}`;
}

/** Creates things that belong to a person, and returns their ids. */
async function belongings(person: Person): Promise<string[]> {
  const { id: importId } = await person.call<ImportResult>('POST', '/products/import/retailer', {
    body: { asins: ['B0FUZZED01', 'B0FUZZED02'] },
  });
  const { id: generationId } = await person.call<Generation>('POST', '/generations', {
    body: { applicationId: 'product-title' },
  });
  const imported = async (): Promise<string[] | false> => {
    const { body } = await person.get<ProductList>('/products?genre=Retailer');
    return body.products.length >= 2 && body.products.map((product) => product.id);
  };
  const products = await until('the products are imported', imported, { withinMs: END_MS, everyMs: 50 });
  return [importId, generationId, ...products];
}

function wordsFor(person: Person, own: readonly string[], foreign: readonly string[]): Words {
  return {
    id: [...own, ...foreign, person.workspaceId],
    accountId: [person.accountId],
    productId: [...own, ...foreign],
    documentId: foreign,
    applicationId: APPLICATION_IDS,
    model: [OFFLINE_MODEL, 'sandbox:echo'],
    language: ['en', 'de', 'Chinese'],
    email: [person.email],
    password: [person.password],
    items: ['B0FUZZED01', 'b0fuzzed03', ' B0FUZZED04 ', 'B0MISS0001', 'Ｂ０ＦＵＺＺＥＤ０５'],
    Prefer: ['wait=1'],
    // The keys of `inputs` that the applications read.
    inputs: ['productId', 'keywords', 'variants', 'productType', 'count', 'audience', 'length'],
  };
}

/** Waits until everything that was created ends; describes what does not, and what ends by a fault of ours. */
async function badEnds(
  system: FaultEnvironment,
  created: Iterable<string>,
  signal: AbortSignal,
): Promise<string[]> {
  const bad: string[] = [];
  const giveUp = performance.now() + END_MS;
  for (const path of created) {
    const url = new URL(path, system.baseUrl).href;
    let seen: Answer<Partial<Generation>> | undefined;
    await within(Math.max(0, giveUp - performance.now()), async () => {
      signal.throwIfAborted();
      const looks = system.people.map((person) => person.get<Partial<Generation>>(url));
      seen = (await Promise.all(looks)).find(({ status }) => status === 200);
      return seen !== undefined && seen.body.status !== 'RUNNING';
    });
    const { status, errorCode, inputs } = seen?.body ?? {};
    const isOurs = /^(InternalFault|GenerationInterrupted|DeadlineExceeded)$/.test(errorCode ?? '');
    // A record without a status is whole from the start.
    if (!seen || status === 'RUNNING' || isOurs)
      bad.push(`${path} is ${status} ${errorCode} of ${JSON.stringify(inputs)}`);
  }
  return bad;
}
