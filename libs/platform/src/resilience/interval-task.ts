// Repeats a task at an interval: never twice at once, not stopped by an error, awaited at shutdown.
import { logger } from '../observability/log.ts';

const log = logger('interval-task');

/** Runs tasks one after the other even when one fails, then throws the first error. */
export async function runAll(...tasks: (() => Promise<unknown>)[]): Promise<void> {
  const errors: unknown[] = [];
  for (const task of tasks) await task().catch((error: unknown) => errors.push(error));
  if (errors.length > 0) throw errors[0];
}

/** Repeats a task with a pause between the end of one run and the start of the next. */
export class IntervalTask {
  private runs: Promise<void> = Promise.resolve();
  private isStopped = false;
  private isWoken = false;
  private isFailing = false;
  private endPause = (): void => undefined;

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

  /** Ends the pause; during a run, the next run follows without a pause. */
  wake(): void {
    this.isWoken = true;
    this.endPause();
  }

  /** Starts no more runs and awaits the current one. */
  async stop(): Promise<void> {
    this.isStopped = true;
    this.endPause();
    await this.runs;
  }

  private async repeat(): Promise<void> {
    for (await this.pause(); !this.isStopped; await this.pause()) {
      this.isWoken = false;
      await this.run();
    }
  }

  private async pause(): Promise<void> {
    if (this.isWoken || this.isStopped) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, this.everyMs);
    this.endPause = resolve;
    await promise;
    clearTimeout(timer);
  }

  private async run(): Promise<void> {
    try {
      await this.task();
      if (this.isFailing) log.info(`${this.name}: back to normal`);
      this.isFailing = false;
    } catch (error) {
      if (!this.isFailing) log.warn({ reason: String(error) }, `${this.name}: this run failed; trying again`);
      this.isFailing = true;
    }
  }
}
