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
  private timer: NodeJS.Timeout | undefined;
  private current: Promise<void> = Promise.resolve();
  private isStopped = false;
  private failing = false;

  /** `name` is for the log; a run starts `everyMs` milliseconds after the last one ended. */
  constructor(
    private readonly name: string,
    private readonly everyMs: number,
    private readonly task: () => Promise<void>,
  ) {}

  /** Starts; the first run comes after the first pause. */
  start(): void {
    if (this.isStopped) return;
    this.timer = setTimeout(() => {
      this.current = this.run().finally(() => this.start());
    }, this.everyMs);
  }

  /** Starts no more runs and awaits the current one. */
  async stop(): Promise<void> {
    this.isStopped = true;
    clearTimeout(this.timer);
    await this.current;
  }

  private async run(): Promise<void> {
    try {
      await this.task();
      if (this.failing) log.info(`${this.name}: back to normal`);
      this.failing = false;
    } catch (error) {
      if (!this.failing) log.warn({ reason: String(error) }, `${this.name}: this run failed; trying again`);
      this.failing = true;
    }
  }
}
