// Runs a scenario in its context, and cleans up after it.
import { randomFrom } from './faults/seeded-random.ts';
import type { Context, Result, Scenario } from './scenario.ts';
import { openScene, type OpenScene } from './environment/fault-environment.ts';

/** Longest time of one scenario, in milliseconds; with the table's figures six times that. */
const LONGEST_MS = 300_000;

/** How scenarios are to be run. */
export interface RunOptions {
  full: boolean;
  seed: number;
  signal: AbortSignal;
  say: (line: string) => void;
}

/** Runs scenarios that may share a scene. */
export class Run {
  readonly #options: RunOptions;
  #shared: Promise<OpenScene> | undefined;

  constructor(options: RunOptions) {
    this.#options = options;
  }

  /** Runs one scenario; it never throws. */
  async one(scenario: Scenario): Promise<Result> {
    const { full, seed, signal, say } = this.#options;
    const acts: (() => unknown)[] = [];
    const scenes: OpenScene[] = [];
    const opening: Promise<OpenScene>[] = [];
    const context: Context = {
      full,
      seed,
      random: randomFrom(seed),
      signal,
      say: (line) => say(`${scenario.id}: ${line}`),
      open: async (options = {}) => {
        const promise = openScene(`${scenario.id}-${opening.length + 1}`, signal, options);
        opening.push(promise);
        const opened = await promise;
        scenes.push(opened);
        acts.push(() => opened.close());
        return opened.scene;
      },
      shared: async () => {
        const opened = await (this.#shared ??= openScene('shared', signal, { people: 2 }));
        scenes.push(opened);
        return opened.scene;
      },
      defer: (act) => void acts.push(act),
    };
    const result = await this.#judged(scenario, context);
    await Promise.allSettled(opening); // one that is called off cleans up after itself
    for (const act of acts.reverse()) await attempt(act, say);
    const crashes = scenes.flatMap((scene) => scene.crashes.splice(0));
    if (crashes.length === 0) return result;
    return failed(result, `ended by itself: ${crashes.join(', ')}`);
  }

  /** Leaves nothing behind. */
  async close(): Promise<void> {
    const opened = await this.#shared?.catch(() => undefined);
    await opened?.close();
  }

  async #judged(scenario: Scenario, context: Context): Promise<Result> {
    const longestMs = LONGEST_MS * (context.full ? 6 : 1);
    const over = AbortSignal.any([AbortSignal.timeout(longestMs), context.signal]);
    const late = new Promise<never>((_, reject) => {
      const why = (): string =>
        context.signal.aborted ? 'called off' : `not done within ${longestMs / 1000} s`;
      over.addEventListener('abort', () => reject(new Error(why())), { once: true });
    });
    late.catch(() => undefined);
    try {
      return await Promise.race([scenario.run(context), late]);
    } catch (error) {
      const nothing = { faults: 0, accepted: 0, lost: 0, doubled: 0, slowestRecoveryMs: 0, passed: false };
      return { ...nothing, why: (error as Error).stack ?? String(error) };
    }
  }
}

function failed(result: Result, why: string): Result {
  return { ...result, passed: false, why: [result.why, why].filter(Boolean).join('; ') };
}

async function attempt(act: () => unknown, say: (line: string) => void): Promise<void> {
  try {
    await act();
  } catch (error) {
    say(`cleaning up: ${String(error)}`);
  }
}
