// Types of a scenario: its description, its context and its result.
import type { FaultEnvironment, FaultEnvironmentOptions } from './environment/fault-environment.ts';

/** The context that a scenario runs in. */
export interface Context {
  /** True for a run with the large numbers. */
  full: boolean;
  /** Seed of every random choice in this run. */
  seed: number;
  /** The next random number, from 0 to below 1; the same for the same seed. */
  random(): number;
  /** Aborted when the run is cancelled. */
  signal: AbortSignal;
  /** Prints a line about the progress. */
  say(line: string): void;
  /** Starts an environment for this scenario alone, in which everything may be broken. */
  open(options?: FaultEnvironmentOptions): Promise<FaultEnvironment>;
  /** The environment that scenarios share, with the usual settings; leave it as it was. */
  shared(): Promise<FaultEnvironment>;
  /** Runs an action after the scenario, whether it passed or failed; the last action first. */
  defer(action: () => unknown): void;
}

/** What a scenario counts. */
interface Counts {
  /** Injected faults. */
  faults: number;
  /** Requests that were accepted: answered 2xx. */
  accepted: number;
  /** Accepted requests that never ended or cannot be found. */
  lost: number;
  /** Effects beyond one for each accepted request. */
  doubled: number;
  /** Longest time from a fault to full recovery, in milliseconds; 0 where nothing had to recover. */
  slowestRecoveryMs: number;
  /** Further measurements for the report. */
  notes: string;
}

/** The result of a scenario. */
export interface Result extends Partial<Counts> {
  passed: boolean;
  /** Why it failed. */
  why?: string;
}

/** A result that passes unless there is a failure; counts that are absent are 0. */
export function resultOf(counts: Partial<Counts>, failures: readonly (string | false)[]): Result {
  const why = failures.filter((failure) => failure !== false).join('; ');
  return { ...counts, passed: why === '', ...(why === '' ? {} : { why }) };
}

/** One scenario of the fault suite. */
export interface Scenario {
  /** Code, such as C4. */
  id: string;
  /** What happens. */
  title: string;
  /** What must hold. */
  holds: string;
  /** True when the scenario measures times, so that no other scenario may run with it. */
  alone?: boolean;
  /** The servers that it runs on: by default one of each kind, `ha` for several in zones, which need root and more programs. */
  topology?: 'ha';
  run(context: Context): Promise<Result>;
}
