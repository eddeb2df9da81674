// Work that comes round again and again: never twice at once, never stopped by an error, ended in order.
import { logger } from '../observability/log.ts';

const log = logger('rounds');

/** Does one after the other, whatever becomes of those before; in the end throws the first error that there was. */
export async function runAll(...works: (() => Promise<unknown>)[]): Promise<void> {
  const errors: unknown[] = [];
  for (const work of works) await work().catch((error: unknown) => errors.push(error));
  if (errors.length > 0) throw errors[0];
}

/** Repeats work with a pause between the end of one round and the start of the next. */
export class IntervalTask {
  private timer: NodeJS.Timeout | undefined;
  private current: Promise<void> = Promise.resolve();
  private leaving = false;
  private failing = false;

  /** `name` is for the log; a round starts `everyMs` milliseconds after the last one ended. */
  constructor(
    private readonly name: string,
    private readonly everyMs: number,
    private readonly work: () => Promise<void>,
  ) {}

  /** Starts; the first round comes after the first pause. */
  start(): void {
    if (this.leaving) return;
    this.timer = setTimeout(() => {
      this.current = this.round().finally(() => this.start());
    }, this.everyMs);
  }

  /** Starts no more rounds and awaits the one that runs. */
  async stop(): Promise<void> {
    this.leaving = true;
    clearTimeout(this.timer);
    await this.current;
  }

  private async round(): Promise<void> {
    try {
      await this.work();
      if (this.failing) log.info(`${this.name}: back to normal`);
      this.failing = false;
    } catch (error) {
      if (!this.failing) log.warn({ reason: String(error) }, `${this.name}: this round failed; trying again`);
      this.failing = true;
    }
  }
}
