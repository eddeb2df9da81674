// Runs scenarios: gives each its context, limits its time, and cleans up after it.
import { seededRandom } from './faults/seeded-random.ts';
import { openFaultEnvironment, type OpenEnvironment } from './environment/fault-environment.ts';
import { resultOf, type Context, type Result, type Scenario } from './scenario.ts';

/** Longest time of one scenario, in milliseconds; six times that in a full run. */
const LONGEST_MS = 300_000;

/** How scenarios run. */
export interface RunOptions {
  full: boolean;
  seed: number;
  signal: AbortSignal;
  say: (line: string) => void;
}

/** Runs scenarios, some of which share an environment. */
export class ScenarioRunner {
  readonly #options: RunOptions;
  #shared: Promise<OpenEnvironment> | undefined;

  constructor(options: RunOptions) {
    this.#options = options;
  }

  /** Runs one scenario; never throws. */
  async run(scenario: Scenario): Promise<Result> {
    const { full, seed, signal, say } = this.#options;
    const actions: (() => unknown)[] = [];
    const environments: OpenEnvironment[] = [];
    const starts: Promise<OpenEnvironment>[] = [];
    const context: Context = {
      full,
      seed,
      random: seededRandom(seed),
      signal,
      say: (line) => say(`${scenario.id}: ${line}`),
      open: async (options = {}) => {
        const start = openFaultEnvironment(`${scenario.id}-${starts.length + 1}`, signal, options);
        starts.push(start);
        const opened = await start;
        environments.push(opened);
        actions.push(() => opened.close());
        return opened.system;
      },
      shared: async () => {
        const opened = await (this.#shared ??= openFaultEnvironment('shared', signal, { people: 2 }));
        environments.push(opened);
        return opened.system;
      },
      defer: (action) => void actions.push(action),
    };
    const result = await runInTime(scenario, context);
    await Promise.allSettled(starts); // an environment whose start is cancelled cleans up after itself
    for (const action of actions.reverse()) {
      try {
        await action();
      } catch (error) {
        say(`Cleaning up failed: ${String(error)}`);
      }
    }
    const crashes = environments.flatMap((environment) => environment.crashes.splice(0));
    if (crashes.length === 0) return result;
    return resultOf(result, [result.why ?? false, `processes exited on their own: ${crashes.join(', ')}`]);
  }

  /** Stops the shared environment. */
  async close(): Promise<void> {
    const opened = await this.#shared?.catch(() => undefined);
    await opened?.close();
  }
}

async function runInTime(scenario: Scenario, context: Context): Promise<Result> {
  const longestMs = LONGEST_MS * (context.full ? 6 : 1);
  const over = AbortSignal.any([AbortSignal.timeout(longestMs), context.signal]);
  const late = new Promise<never>((_, reject) => {
    const why = (): string =>
      context.signal.aborted ? 'cancelled' : `not finished within ${longestMs / 1000} s`;
    over.addEventListener('abort', () => reject(new Error(why())), { once: true });
  });
  late.catch(() => undefined);
  try {
    return await Promise.race([scenario.run(context), late]);
  } catch (error) {
    return { passed: false, why: (error as Error).stack ?? String(error) };
  }
}
