// C66: many tenants work under all kinds of faults, and for the second half of the time two of them are hostile.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Person } from '#testing/environment';
import { Tally } from '../../harness/checks/tally.ts';
import {
  generationResult,
  type GenerationEnvironment,
} from '../../harness/environment/generation-environment.ts';
import { FaultInjector, faultsFor } from '../../harness/faults/fault-injector.ts';
import { seededRandom } from '../../harness/faults/seeded-random.ts';
import { Flood, USUAL_LIMITS, waitsBeside } from '../../harness/load/beside.ts';
import type { Context, Result, Scenario } from '../../harness/scenario.ts';
import { thrownLater } from '../../harness/thrown-later.ts';
import { lastEndAfter, openProxied } from '../general/chaos.ts';

/** Tenants, and how many of them are hostile. */
const TENANTS = 20;
const HOSTILE = 2;
/** Faults of each half, the pause between two in milliseconds, and whether Redis loses everything, too. */
const SIZES = {
  full: { faults: 24, everyMs: 1400, flush: true, freezeMs: 17_000 },
  small: { faults: 10, everyMs: 1200, flush: false, freezeMs: 2000 },
};
/** Pause of a tenant between two pieces of work, in milliseconds. */
const PAUSE_MS = 1000;
/** Longest time from the last fault to the last end, in milliseconds. */
const RECOVERY_MS = 60_000;

export const manyTenants: Scenario = {
  id: 'C66',
  title:
    '20 tenants work under all kinds of faults; then two of them are hostile, and the same faults come again',
  holds:
    'p95 of the reads of the other 18 at most triples (small run: plus 100 ms); each of their generations succeeds once, within a minute after the last fault; 500 is never answered',
  alone: true,
  run: (context) => runManyTenants(context),
};

async function runManyTenants(context: Context): Promise<Result> {
  const size = SIZES[context.full ? 'full' : 'small'];
  const { env, proxies } = await openProxied(context, {
    people: TENANTS,
    variables: { gateway: USUAL_LIMITS },
  });
  const hostile = env.system.people.slice(0, HOSTILE);
  const others = env.system.people.slice(HOSTILE);
  const answers = new Tally();
  const injectors: FaultInjector[] = [];
  const floods = hostile.map(() => new Flood());
  const measure = async (): Promise<number[]> => {
    const injector = new FaultInjector(faultsFor(env, proxies, size), seededRandom(context.seed));
    injectors.push(injector);
    const over = new AbortController();
    const working = thrownLater(Promise.all(others.map((one) => work(env, one, answers, over.signal))));
    await injector.run(size.faults, size.everyMs, context.signal).finally(() => over.abort());
    return (await working).flat();
  };
  const { notes, late } = await waitsBeside(context, {
    what: 'a read under faults',
    mostMs: Infinity, // a fault alone takes longer than a second
    measure,
    attack: async () => {
      for (const [n, flood] of floods.entries()) attack(flood, hostile[n]!);
      return () => Promise.all(floods.map((flood) => flood.stop()));
    },
  });
  const verdict = await env.verdict(RECOVERY_MS + 30_000);
  const slowestRecoveryMs = await lastEndAfter(env, injectors.at(-1)?.lastAt ?? 0);
  const faults = injectors.reduce((sum, { injected }) => sum + injected.total, 0);
  return generationResult(env, verdict, { faults, slowestRecoveryMs, notes }, [
    late,
    verdict.failed > 0 && verdict.failures,
    slowestRecoveryMs > RECOVERY_MS &&
      `the last generation ended ${slowestRecoveryMs} ms after the last fault`,
    ...wrongAnswers(context, answers, env.load.answers, floods),
  ]);
}

/** Tells all answers, and gives what is wrong with them. */
function wrongAnswers(
  context: Context,
  reads: Tally,
  generations: Tally,
  floods: readonly Flood[],
): (string | false)[] {
  const attacks = floods.map((flood) => flood.answers);
  const attacked = attacks.map(({ summary }) => summary).join(' and ');
  context.say(`reads ${reads.summary}; generations ${generations.summary}; hostile ones ${attacked}`);
  return [
    [reads, generations, ...attacks].some(({ counts }) => '500' in counts) && 'an answer was 500',
    attacks.some(({ counts }) => !counts['200']) && `hardly anybody was hostile: ${attacked}`,
  ];
}

/** Reads, and requests generations beside it, until the signal; the durations of the reads that succeeded, in milliseconds. */
async function work(
  env: GenerationEnvironment,
  person: Person,
  answers: Tally,
  signal: AbortSignal,
): Promise<number[]> {
  const times: number[] = [];
  const repeat = async (what: () => Promise<unknown>): Promise<void> => {
    for (; !signal.aborted; await sleep(PAUSE_MS)) await what();
  };
  const read = async (): Promise<void> => {
    const answer = await person.get('/products?limit=10').catch(() => undefined); // the gateway was killed
    answers.add(answer?.status ?? 'none');
    if (answer?.status === 200) times.push(answer.ms);
  };
  await Promise.all([repeat(read), repeat(() => env.load.submitOne(person))]);
  return times;
}

/** Asks for all that is computed, with as many clients as a program may have. */
function attack(flood: Flood, person: Person): void {
  const loops = '{% for i in (1..10000) %}{% for j in (1..10000) %}{% endfor %}{% endfor %}';
  const definition = {
    name: 'Loops',
    instructions: loops,
    inputSchema: { type: 'object' },
    resultType: 'TEXT',
  };
  const to = Math.floor(Date.now() / 1000);
  const statistics = `/statistics?from=${to - 390 * 86_400}&to=${to}&interval=day`;
  flood.add(4, () => person.post('/applications/product-title/preview', { definition }));
  flood.add(4, () =>
    person.get(`/products?q=${encodeURIComponent('oak board serving walnut lamp kettle throw')}`),
  );
  flood.add(4, () => person.get(statistics));
  flood.add(4, () => person.get('/generations/batches?limit=100'));
}
