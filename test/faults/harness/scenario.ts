// What a scenario of the fault suite is: what it is given, and what it tells.
import type { Account, Environment, EnvironmentOptions } from '#testing/environment';

/** Somebody signed in, alone in a workspace. */
export interface Person extends Account {
  token: string;
}

/** One answer of the API; `ms` is how long it took. */
export interface Answer<B = unknown> {
  status: number;
  headers: Headers;
  body: B;
  ms: number;
}

/** What goes with a request besides method and path. */
export interface Extras {
  body?: unknown;
  headers?: Record<string, string>;
  /** Longest wait for the answer, in milliseconds; 30,000 by default. */
  withinMs?: number;
}

/** A running system with people in it. */
export interface Scene {
  stack: Environment;
  people: readonly [Person, ...Person[]];
  /**
   * Sends a request to a path below `{base_url}`, or to a whole address. Gives every answer, whatever its
   * status; throws only when there is none.
   */
  send<B = unknown>(person: Person, method: string, path: string, extras?: Extras): Promise<Answer<B>>;
}

/** How a scene differs from the usual one. */
export interface SceneOptions extends Partial<Omit<EnvironmentOptions, 'dir'>> {
  /** People, each with a workspace; 1 by default. */
  people?: number;
}

/** What a scenario is given. */
export interface Context {
  /** The figures of the acceptance table, instead of small ones. */
  full: boolean;
  /** What all chance of this run grows from. */
  seed: number;
  /** The next random number, from 0 to below 1; the same for the same seed. */
  random(): number;
  /** Aborted when the run is called off. */
  signal: AbortSignal;
  /** Says a line about the course of things. */
  say(line: string): void;
  /** A scene of its own, in which everything may be broken. */
  open(options?: SceneOptions): Promise<Scene>;
  /** The scene that scenarios share, with the usual settings: leave it as you found it. */
  shared(): Promise<Scene>;
  /** Does something when the scenario has ended, however it did; the last one first. */
  defer(act: () => unknown): void;
}

/** What a scenario found. */
export interface Result {
  /** Faults that were injected. */
  faults: number;
  /** Requests that were accepted: answered 2xx. */
  accepted: number;
  /** Accepted, but never ended or nowhere to be found. */
  lost: number;
  /** Effects beyond one for each accepted request. */
  doubled: number;
  /** Longest time from a fault until all was well again, in milliseconds; 0 where nothing had to recover. */
  slowestRecoveryMs: number;
  passed: boolean;
  /** Further figures, for the table. */
  notes?: string;
  /** Why it did not pass. */
  why?: string;
}

/** One row of the acceptance table. */
export interface Scenario {
  /** Such as C4. */
  id: string;
  /** What happens, in a few words. */
  title: string;
  /** Judged by how fast something is: nothing else runs meanwhile. */
  alone?: boolean;
  run(context: Context): Promise<Result>;
}
