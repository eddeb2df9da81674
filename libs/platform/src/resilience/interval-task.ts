// Repeats tasks at an interval: never twice at once, not stopped by an error, awaited at shutdown.
import {
  Injectable,
  SetMetadata,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { newRequestId, withContext } from '../context/context.ts';
import { markedMethods } from '../context/marked-methods.ts';
import { Health } from '../observability/health.ts';
import { logger } from '../observability/log.ts';

const log = logger('interval-task');
const EVERY = Symbol('every');

/** Time by which a run may be late, in milliseconds, before the process counts as stuck. */
const LATE_MS = 60_000;

/**
 * Time after which a run waits for no other service, in milliseconds. Without it, requests that one silent service leaves
 * unanswered one after the other would make this process count as stuck, and a restart of it repairs nothing.
 */
const DEADLINE_MS = 40_000;

/** Runs tasks one after the other even when one fails, then throws the first error. */
export async function runAll(...tasks: (() => Promise<unknown>)[]): Promise<void> {
  const errors: unknown[] = [];
  for (const task of tasks) await task().catch((error: unknown) => errors.push(error));
  if (errors.length > 0) throw errors[0];
}

/** Repeats a task with a pause between the end of one run and the start of the next. */
export class IntervalTask {
  private runs: Promise<void> = Promise.resolve();
  /** When the next run should have ended at the latest, by performance.now(). */
  private dueAt = Infinity;
  /** When the next run is wanted though the pause would be longer, by performance.now(). */
  private wantedAt = Infinity;
  private isStopped = false;
  private isFailing = false;
  private shortenPause = (): void => undefined;

  /** `name` is for the log; a run starts `everyMs` milliseconds after the last one ended. */
  constructor(
    readonly name: string,
    private readonly everyMs: number,
    private readonly task: () => Promise<void>,
  ) {}

  /** Starts; the first run comes after the first pause. */
  start(): void {
    this.runs = this.repeat();
  }

  /** Throws when a run hangs, or none has begun in time. A run that fails is no reason: the next one may succeed. */
  assertTurning(): void {
    if (performance.now() > this.dueAt) throw new Error(`${this.name} has not turned for a minute`);
  }

  /** Ends the pause; during a run, the next run follows without a pause. */
  wake(): void {
    this.wakeIn(0);
  }

  /** Has the next run begin in `ms` milliseconds at the latest, or after the current one. */
  wakeIn(ms: number): void {
    this.wantedAt = Math.min(this.wantedAt, performance.now() + ms);
    this.shortenPause();
  }

  /** Starts no more runs and awaits the current one. */
  async stop(): Promise<void> {
    this.isStopped = true;
    this.shortenPause();
    await this.runs;
  }

  private async repeat(): Promise<void> {
    for (await this.pause(); !this.isStopped; await this.pause()) {
      this.dueAt = performance.now() + LATE_MS;
      this.wantedAt = Infinity;
      await this.run();
    }
  }

  private async pause(): Promise<void> {
    const endsAt = performance.now() + this.everyMs;
    this.dueAt = endsAt + LATE_MS;
    const { promise, resolve } = Promise.withResolvers<void>();
    let timer: NodeJS.Timeout | undefined;
    this.shortenPause = () => {
      clearTimeout(timer);
      const leftMs = Math.min(endsAt, this.wantedAt) - performance.now();
      if (this.isStopped || leftMs <= 0) resolve();
      else timer = setTimeout(resolve, leftMs);
    };
    this.shortenPause();
    await promise;
    this.shortenPause = () => undefined;
    clearTimeout(timer);
  }

  private async run(): Promise<void> {
    try {
      await withContext({ requestId: newRequestId(), deadline: performance.now() + DEADLINE_MS }, this.task);
      if (this.isFailing) log.info(`${this.name}: back to normal`);
      this.isFailing = false;
    } catch (error) {
      if (!this.isFailing) log.warn({ reason: String(error) }, `${this.name}: this run failed; trying again`);
      this.isFailing = true;
    }
  }
}

/**
 * Runs a method of a provider again and again, `everyMs` milliseconds after its last run has ended and for the first
 * time after one pause. An error is logged once, and the next run comes all the same. `name` is for the log.
 */
export function Every(name: string, everyMs: number) {
  return (target: object, key: string, method: TypedPropertyDescriptor<() => Promise<void>>): void => {
    SetMetadata(EVERY, [name, everyMs])(target, key, method);
  };
}

/**
 * The interval tasks of this process; they run while it is up. The checks of the job runner and the reading of events are
 * tasks too, but not among these: they have liveness checks of their own.
 */
@Injectable()
export class IntervalTasks implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly tasks: IntervalTask[] = [];

  constructor(
    private readonly discovery: DiscoveryService,
    health: Health,
  ) {
    health.addLivenessCheck('tasks', () => {
      for (const task of this.tasks) task.assertTurning();
    });
  }

  /** Adds a task that its maker can wake. To be called before the process is up, because the tasks start then. */
  add(...parameters: ConstructorParameters<typeof IntervalTask>): IntervalTask {
    const task = new IntervalTask(...parameters);
    this.tasks.push(task);
    return task;
  }

  onApplicationBootstrap(): void {
    for (const { mark, method } of markedMethods<[string, number]>(this.discovery, EVERY))
      this.add(...mark, method as () => Promise<void>);
    for (const task of this.tasks) task.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.tasks.map((task) => task.stop()));
  }
}
