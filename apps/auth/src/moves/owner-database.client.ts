// A connection to the database of one owner in one cell, as the role that owns the tables. Each transaction is bound to the
// workspace that is moved: without that it would see none of its rows, and a move would leave them behind to be deleted.
import { Client, escapeIdentifier, escapeLiteral, type QueryResult, type QueryResultRow } from 'pg';
import { AppError } from '#contracts';
import { KEEP_ALIVE } from '#platform/database';
import {
  COLUMNS_OF_QUEUES,
  DERIVED_TABLES,
  GROWING_NUMBERS,
  MOVED_TABLES,
  unfinishedIn,
  type MovedOwner,
  type MovedTable,
} from './moved-tables.rules.ts';

/** Rows of one copy, and of one deletion. */
const COPIED = 200;
const DELETED = 5000;

/** The columns of some rows, each value as Postgres writes it; null for NULL. */
type Columns = (string | null)[][];

export class OwnerDatabase {
  /** The process of Postgres that has the lock. */
  private backend: number | undefined;
  private hasSnapshot = false;

  private constructor(
    private readonly client: Client,
    readonly owner: MovedOwner,
    private readonly workspaceId: string,
  ) {}

  /**
   * Connects. Errors: InvalidState while another command moves the workspace, or when both cells have the same database: a
   * lock is free in neither case. Each step has this error, too, when a pooler has changed the connection to Postgres.
   */
  static async open(url: string, owner: MovedOwner, workspaceId: string): Promise<OwnerDatabase> {
    const client = new Client({ connectionString: url, ...KEEP_ALIVE }); // it is silent while rows of other owners are moved
    await client.connect();
    const database = new OwnerDatabase(client, owner, workspaceId);
    try {
      await database.lock();
      return database;
    } catch (error) {
      await client.end();
      throw error;
    }
  }

  /** The tables with rows about which the cell has still something to do, such as `import (2)`. */
  async unfinished(): Promise<string[]> {
    const text = unfinishedIn(this.owner);
    const found = await this.run<{ table: string; count: number }>(text, [this.workspaceId]);
    return found.rows.map(({ table, count }) => `${this.owner}.${table} (${count})`);
  }

  /** Reads everything as it is now, from here to the end of the connection. */
  async takeSnapshot(): Promise<void> {
    await this.begin('ISOLATION LEVEL REPEATABLE READ READ ONLY');
    this.hasSnapshot = true;
  }

  /** The tables that are moved, in an order in which they can be filled. */
  async tables(): Promise<MovedTable[]> {
    const { rows } = await this.run<MovedTable>(MOVED_TABLES);
    const moved = rows.filter(({ name }) => !DERIVED_TABLES.includes(name));
    return moved.map(({ name, columns }) => {
      const left = COLUMNS_OF_QUEUES[name] ?? [];
      return { name, columns: columns.filter((column) => !left.includes(column.name)) };
    });
  }

  /** How many rows of the workspace a table has. */
  async count({ name }: MovedTable): Promise<number> {
    const text = `SELECT count(*)::int AS count FROM ${escapeIdentifier(name)} WHERE workspace_id = $1`;
    const { rows } = await this.run<{ count: number }>(text, [this.workspaceId]);
    return rows[0]?.count ?? 0;
  }

  /**
   * The rows of the workspace in a table, some at a time, by column; those with slots by these, because the other cell adds the slots
   * that it has to slot 0 already, which must be there then. To be called after `takeSnapshot`.
   */
  async *rows({ name, columns }: MovedTable): AsyncGenerator<Columns> {
    const list = columns.map((column) => `${escapeIdentifier(column.name)}::text`).join(', ');
    const own = escapeLiteral(this.workspaceId);
    const order = columns.some((column) => column.name === 'slot') ? ' ORDER BY slot' : '';
    await this.client.query(
      `DECLARE moved NO SCROLL CURSOR FOR SELECT ${list} FROM ${escapeIdentifier(name)} WHERE workspace_id = ${own}${order}`,
    );
    for (;;) {
      const { rows } = await this.client.query<(string | null)[]>({
        text: `FETCH ${COPIED} FROM moved`,
        rowMode: 'array',
      });
      if (rows.length === 0) break;
      yield columns.map((_, n) => rows.map((row) => row[n] ?? null));
    }
    await this.client.query('CLOSE moved');
  }

  /** Adds rows to a table, with the numbers that they have. Returns how many. */
  async insert({ name, columns }: MovedTable, values: Columns): Promise<number> {
    const names = columns.map((column) => escapeIdentifier(column.name)).join(', ');
    const typed = columns.map(({ name: one, type }) => `${escapeIdentifier(one)}::${type}`).join(', ');
    const arrays = columns.map((_, n) => `$${n + 1}::text[]`).join(', ');
    const { rowCount } = await this.run(
      `INSERT INTO ${escapeIdentifier(name)} (${names}) OVERRIDING SYSTEM VALUE
       SELECT ${typed} FROM unnest(${arrays}) AS copied (${names})`,
      values,
    );
    return rowCount ?? 0;
  }

  /** Deletes the rows of the workspace in a table. */
  async clear({ name }: MovedTable): Promise<void> {
    const table = escapeIdentifier(name);
    const text = `DELETE FROM ${table} WHERE workspace_id = $1 AND ctid = ANY (ARRAY(
      SELECT ctid FROM ${table} WHERE workspace_id = $1 LIMIT ${DELETED}))`;
    while ((await this.run(text, [this.workspaceId])).rowCount) continue;
  }

  /** Forgets that the workspace was deleted here, as it is of a cell that it has left before. */
  async welcome(): Promise<void> {
    await this.run('DELETE FROM erased_workspace WHERE id = $1', [this.workspaceId]);
  }

  /** Lets the numbers that grow go on above those of the workspace. */
  async raiseNumbers(): Promise<void> {
    for (const { table, column, sequence } of GROWING_NUMBERS[this.owner])
      await this.run(
        `SELECT setval(${sequence}, present) FROM (
           SELECT max(${column}) AS present FROM ${table} WHERE workspace_id = $1
         ) AS copied WHERE nextval(${sequence}) < present`,
        [this.workspaceId],
      );
  }

  close(): Promise<void> {
    return this.client.end();
  }

  private async lock(): Promise<void> {
    const { rows } = await this.client.query<{ locked: boolean; backend: number }>(
      `SELECT pg_try_advisory_lock(hashtext('move of a workspace'), hashtext($1)) AS locked,
         pg_backend_pid() AS backend`,
      [this.workspaceId],
    );
    this.backend = rows[0]?.backend;
    if (rows[0]?.locked) return;
    const message = `Another command moves this workspace, or both cells have the same database of ${this.owner}.`;
    throw new AppError('InvalidState', { message });
  }

  /** Runs a statement in the transaction of the snapshot, and without one in a transaction of its own. */
  private async run<Row extends QueryResultRow>(text: string, values?: unknown[]): Promise<QueryResult<Row>> {
    if (this.hasSnapshot) return this.client.query<Row>(text, values);
    await this.begin();
    const result = await this.client.query<Row>(text, values);
    await this.client.query('COMMIT');
    return result;
  }

  /** Begins a transaction. A pooler may give each one another connection, but changes none meanwhile. */
  private async begin(mode = ''): Promise<void> {
    await this.client.query(`BEGIN ${mode}`);
    const { rows } = await this.client.query<{ backend: number }>(
      `SELECT pg_backend_pid() AS backend, set_config('app.workspace_id', $1, true)`,
      [this.workspaceId],
    );
    if (rows[0]?.backend === this.backend) return;
    throw new AppError('InvalidState', {
      message:
        `A pooler before the database of ${this.owner} changes the connection. Connect to Postgres itself, not through a ` +
        'pooler; the lock is free again when the pooler has ended its connection.',
    });
  }
}
