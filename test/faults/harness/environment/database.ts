// A connection to the database of an owner that outlives a restart of Postgres.
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool, type QueryResultRow } from 'pg';

/** Longest time that a statement is repeated while Postgres is down, in milliseconds. */
const RETRY_MS = 30_000;

/** A database, with the rights of the superuser. */
export class Sql {
  readonly #pool: Pool;

  constructor(connectionString: string) {
    this.#pool = new Pool({ connectionString, max: 4 });
    this.#pool.on('error', () => undefined); // a connection that was idle during a restart
  }

  /** Runs a statement that may be run twice. */
  async rows<R extends QueryResultRow>(text: string, values: unknown[] = []): Promise<R[]> {
    const giveUp = Date.now() + RETRY_MS;
    for (;;) {
      try {
        return (await this.#pool.query<R>(text, values)).rows;
      } catch (error) {
        if (!isTransient(error) || this.#pool.ending || Date.now() > giveUp) throw error;
        await sleep(200);
      }
    }
  }

  /** Runs a statement that returns one row. */
  async row<R extends QueryResultRow>(text: string, values: unknown[] = []): Promise<R> {
    const [row] = await this.rows<R>(text, values);
    if (!row) throw new Error(`No row: ${text}`);
    return row;
  }

  /** Runs a query for one number, such as `SELECT count(*) FROM outbox`. */
  async number(query: string, values: unknown[] = []): Promise<number> {
    return (await this.row<{ n: number }>(`SELECT (${query})::float8 AS n`, values)).n;
  }

  close(): Promise<void> {
    return this.#pool.end();
  }
}

/** True of errors without an SQLSTATE, and of those while Postgres stops or starts. */
function isTransient(error: unknown): boolean {
  const { code = '' } = error as { code?: string };
  return !/^[0-9A-Z]{5}$/.test(code) || code.startsWith('57P') || code.startsWith('08');
}
