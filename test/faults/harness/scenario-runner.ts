// Runs scenarios: gives each its context, limits its time, and cleans up after it.
import { setTimeout as sleep } from 'node:timers/promises';
import { seededRandom } from './faults/seeded-random.ts';
import { openFaultEnvironment, type OpenEnvironment } from './environment/fault-environment.ts';
import { resultOf, type Context, type Result, type Scenario } from './scenario.ts';

/** Longest time of one scenario, in milliseconds, on a machine that has other work; three times that in a full run. */
const LONGEST_MS = 600_000;
/** Longest time from the abort of a scenario until it has noticed it, in milliseconds. */
const LEAVE_MS = 60_000;

/** How scenarios run. */
export interface RunOptions {
  full: boolean;
  seed: number;
  signal: AbortSignal;
  say: (line: string) => void;
  /** Longest time of one scenario, in milliseconds, instead of the usual one. */
  longestMs?: number;
}

/** What a scenario has opened, and what is to be done after it. */
interface Opened {
  starts: Promise<OpenEnvironment>[];
  environments: OpenEnvironment[];
  actions: (() => unknown)[];
}

/** Runs scenarios, some of which share an environment. */
export class ScenarioRunner {
  readonly #options: RunOptions;
  readonly #given: (() => OpenEnvironment) | undefined;
  #shared: Promise<OpenEnvironment> | undefined;

  /** `given` is the environment that scenarios share, with two people or more; by default the runner opens one. */
  constructor(options: RunOptions, given?: () => OpenEnvironment) {
    this.#options = options;
    this.#given = given;
  }

  /** Runs one scenario; never throws. A scenario that takes too long is aborted, and has left when this resolves. */
  async run(scenario: Scenario): Promise<Result> {
    const { full, longestMs = LONGEST_MS * (full ? 3 : 1), signal: cancelled } = this.#options;
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), longestMs);
    const signal = AbortSignal.any([cancelled, late.signal]);
    const why = (): string => (cancelled.aborted ? 'cancelled' : `not finished within ${longestMs / 1000} s`);
    const opened: Opened = { starts: [], environments: [], actions: [] };
    const running = resultOfRun(scenario, this.#contextFor(scenario, signal, opened));
    const aborted = new Promise<void>((resolve) => {
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
    const inTime = await Promise.race([running, aborted]);
    clearTimeout(timer);
    const result = inTime && !signal.aborted ? inTime : { passed: false, why: why() };
    await this.#cleanUp(opened);
    const hasLeft = await Promise.race([running.then(() => true), sleep(LEAVE_MS, false, { ref: false })]);
    const crashes = opened.environments.flatMap((environment) => environment.crashes.splice(0));
    if (hasLeft && crashes.length === 0) return result;
    return resultOf(result, [
      result.why ?? false,
      !hasLeft && 'it does not end',
      crashes.length > 0 && `processes exited on their own: ${crashes.join(', ')}`,
    ]);
  }

  /** Stops the shared environment, unless it was given. */
  async close(): Promise<void> {
    const opened = await this.#shared?.catch(() => undefined);
    await opened?.close();
  }

  #ownShared(): Promise<OpenEnvironment> {
    this.#shared ??= openFaultEnvironment('shared', this.#options.signal, { people: 2 });
    return this.#shared;
  }

  #contextFor({ id }: Scenario, signal: AbortSignal, opened: Opened): Context {
    const { full, seed, say } = this.#options;
    return {
      full,
      seed,
      random: seededRandom(seed),
      signal,
      say: (line) => say(`${id}: ${line}`),
      open: async (options = {}) => {
        signal.throwIfAborted();
        const start = openFaultEnvironment(`${id}-${opened.starts.length + 1}`, signal, options);
        opened.starts.push(start);
        const environment = await start;
        opened.environments.push(environment);
        opened.actions.push(() => environment.close());
        return environment.system;
      },
      shared: async () => {
        const environment = this.#given?.() ?? (await this.#ownShared());
        opened.environments.push(environment);
        return environment.system;
      },
      defer: (action) => void opened.actions.push(action),
    };
  }

  async #cleanUp({ starts, actions }: Opened): Promise<void> {
    await Promise.allSettled(starts); // an environment whose start is cancelled cleans up after itself
    for (const action of actions.reverse()) {
      try {
        await action();
      } catch (error) {
        this.#options.say(`Cleaning up failed: ${String(error)}`);
      }
    }
  }
}

/** The result of a scenario; an error is a failure. */
async function resultOfRun(scenario: Scenario, context: Context): Promise<Result> {
  try {
    return await scenario.run(context);
  } catch (error) {
    return { passed: false, why: (error as Error).stack ?? String(error) };
  }
}
