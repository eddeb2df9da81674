// Writes the output of each process of the local start to a file of its own.
import { appendFileSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** Most bytes of a file. At that size it becomes `<process>.old.log`, and a new file begins. */
const MAX_BYTES = 10_000_000;

/** The log files of one start, in a folder of their own. */
export class ProcessLogs {
  readonly #dir: string;
  readonly #maxBytes: number;
  /** Bytes that each file holds. */
  readonly #sizes = new Map<string, number>();
  #hasFailed = false;

  /** Empties the folder, so that it shows this start alone. */
  constructor(dir: string, maxBytes = MAX_BYTES) {
    this.#dir = dir;
    this.#maxBytes = maxBytes;
    rmSync(dir, { recursive: true, force: true });
    mkdirSync(dir, { recursive: true, mode: 0o700 });
  }

  /** The file of a process. */
  path(process: string): string {
    return join(this.#dir, `${process}.log`);
  }

  /** Appends a line, at once, so that none is missing after a crash. Where it cannot, as on a full disk, the system goes on. */
  write(process: string, line: string): void {
    try {
      this.#append(process, `${line}\n`);
    } catch (error) {
      if (!this.#hasFailed) console.error(`Lines are missing in ${this.#dir}: ${(error as Error).message}`);
      this.#hasFailed = true;
    }
  }

  #append(process: string, text: string): void {
    let size = (this.#sizes.get(process) ?? 0) + Buffer.byteLength(text);
    if (size > this.#maxBytes && existsSync(this.path(process))) {
      renameSync(this.path(process), join(this.#dir, `${process}.old.log`));
      size = Buffer.byteLength(text);
    }
    appendFileSync(this.path(process), text);
    this.#sizes.set(process, size);
  }
}
