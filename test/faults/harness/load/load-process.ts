// A process that sends load of its own, so that the load does not delay the measurements of its parent.
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** How often each status came. */
export type Statuses = Record<string, number>;

/** A program that takes its order as its first message, and tells the statuses at its end. */
export class LoadProcess {
  readonly #child: ChildProcess;
  readonly #end: Promise<Statuses>;

  constructor(program: URL, order: object) {
    this.#child = fork(program);
    const exited = once(this.#child, 'exit').then(([code]) => {
      throw new Error(`The process of the load exited with ${String(code)}.`);
    });
    const told = once(this.#child, 'message').then(([statuses]) => statuses as Statuses);
    exited.catch(() => undefined); // it exits when it has told
    this.#end = Promise.race([told, exited]);
    this.#end.catch(() => undefined); // until somebody asks for it
    this.#child.send(order);
  }

  /** Tells it to end: for loads that do not know when. */
  stop(): void {
    if (this.#child.connected) this.#child.send('stop');
  }

  /** Waits for its end. */
  async statuses(): Promise<Statuses> {
    try {
      return await this.#end;
    } finally {
      if (this.#child.connected) this.#child.disconnect();
    }
  }
}
