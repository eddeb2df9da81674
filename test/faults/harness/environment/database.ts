// A look into an owner's database that is not put off by a restart of Postgres.
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool, type QueryResultRow } from 'pg';

/** Longest time that a statement is tried again while Postgres is away, in milliseconds. */
const PATIENCE_MS = 30_000;

/** A database as the superuser sees it. */
export class Sql {
  readonly #pool: Pool;

  constructor(connectionString: string) {
    this.#pool = new Pool({ connectionString, max: 4 });
    this.#pool.on('error', () => undefined); // a connection that idled through a restart
  }

  /** Runs a statement that may be run twice. */
  async rows<R extends QueryResultRow>(text: string, values: unknown[] = []): Promise<R[]> {
    const giveUp = Date.now() + PATIENCE_MS;
    for (;;) {
      try {
        return (await this.#pool.query<R>(text, values)).rows;
      } catch (error) {
        if (!isPassing(error) || Date.now() > giveUp) throw error;
        await sleep(200);
      }
    }
  }

  /** Runs a statement that gives one row. */
  async row<R extends QueryResultRow>(text: string, values: unknown[] = []): Promise<R> {
    const [row] = await this.rows<R>(text, values);
    if (!row) throw new Error(`No row: ${text}`);
    return row;
  }

  close(): Promise<void> {
    return this.#pool.end();
  }
}

/** True where Postgres is away, or is coming and going. */
function isPassing(error: unknown): boolean {
  const { code = '' } = error as { code?: string };
  return !/^[0-9A-Z]{5}$/.test(code) || code.startsWith('57P') || code.startsWith('08');
}
