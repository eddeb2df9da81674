// A connection to the database of one owner in one cell, as the role that owns the tables, bound to the workspace that is moved.
import { Client, escapeIdentifier, escapeLiteral } from 'pg';
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
  private constructor(
    private readonly client: Client,
    readonly owner: MovedOwner,
    private readonly workspaceId: string,
  ) {}

  /**
   * Connects. Errors: InvalidState while another command moves the workspace, or when both cells have the same database: a
   * lock is free in neither case.
   */
  static async open(url: string, owner: MovedOwner, workspaceId: string): Promise<OwnerDatabase> {
    const client = new Client({ connectionString: url, ...KEEP_ALIVE }); // it is silent while rows of other owners are moved
    await client.connect();
    const database = new OwnerDatabase(client, owner, workspaceId);
    try {
      await database.bind();
      return database;
    } catch (error) {
      await client.end();
      throw error;
    }
  }

  /** The tables with rows about which the cell has still something to do, such as `import (2)`. */
  async unfinished(): Promise<string[]> {
    const found = await this.client.query<{ table: string; count: number }>(unfinishedIn(this.owner), [
      this.workspaceId,
    ]);
    return found.rows.map(({ table, count }) => `${this.owner}.${table} (${count})`);
  }

  /** Reads everything as it is now, from here to the end of the connection. */
  async takeSnapshot(): Promise<void> {
    await this.client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  }

  /** The tables that are moved, in an order in which they can be filled. */
  async tables(): Promise<MovedTable[]> {
    const { rows } = await this.client.query<MovedTable>(MOVED_TABLES);
    const moved = rows.filter(({ name }) => !DERIVED_TABLES.includes(name));
    return moved.map(({ name, columns }) => {
      const left = COLUMNS_OF_QUEUES[name] ?? [];
      return { name, columns: columns.filter((column) => !left.includes(column.name)) };
    });
  }

  /** How many rows of the workspace a table has. */
  async count({ name }: MovedTable): Promise<number> {
    const text = `SELECT count(*)::int AS count FROM ${escapeIdentifier(name)} WHERE workspace_id = $1`;
    const { rows } = await this.client.query<{ count: number }>(text, [this.workspaceId]);
    return rows[0]?.count ?? 0;
  }

  /** The rows of the workspace in a table, some at a time, by column. To be called after `takeSnapshot`. */
  async *rows({ name, columns }: MovedTable): AsyncGenerator<Columns> {
    const list = columns.map((column) => `${escapeIdentifier(column.name)}::text`).join(', ');
    const own = escapeLiteral(this.workspaceId);
    await this.client.query(
      `DECLARE moved NO SCROLL CURSOR FOR SELECT ${list} FROM ${escapeIdentifier(name)} WHERE workspace_id = ${own}`,
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

  /** Adds rows to a table, with the numbers that they have. */
  async insert({ name, columns }: MovedTable, values: Columns): Promise<void> {
    const names = columns.map((column) => escapeIdentifier(column.name)).join(', ');
    const typed = columns.map(({ name: one, type }) => `${escapeIdentifier(one)}::${type}`).join(', ');
    const arrays = columns.map((_, n) => `$${n + 1}::text[]`).join(', ');
    await this.client.query(
      `INSERT INTO ${escapeIdentifier(name)} (${names}) OVERRIDING SYSTEM VALUE
       SELECT ${typed} FROM unnest(${arrays}) AS copied (${names})`,
      values,
    );
  }

  /** Deletes the rows of the workspace in a table. */
  async clear({ name }: MovedTable): Promise<void> {
    const table = escapeIdentifier(name);
    const text = `DELETE FROM ${table} WHERE workspace_id = $1 AND ctid = ANY (ARRAY(
      SELECT ctid FROM ${table} WHERE workspace_id = $1 LIMIT ${DELETED}))`;
    while ((await this.client.query(text, [this.workspaceId])).rowCount) continue;
  }

  /** Forgets that the workspace was deleted here, as it is of a cell that it has left before. */
  async welcome(): Promise<void> {
    await this.client.query('DELETE FROM erased_workspace WHERE id = $1', [this.workspaceId]);
  }

  /** Lets the numbers that grow go on above those of the workspace. */
  async raiseNumbers(): Promise<void> {
    for (const { table, column, sequence } of GROWING_NUMBERS[this.owner])
      await this.client.query(
        `SELECT setval(${sequence}, present) FROM (
           SELECT max(${column}) AS present FROM ${table} WHERE workspace_id = $1
         ) AS copied WHERE nextval(${sequence}) < present`,
        [this.workspaceId],
      );
  }

  close(): Promise<void> {
    return this.client.end();
  }

  private async bind(): Promise<void> {
    const { rows } = await this.client.query<{ locked: boolean }>(
      `SELECT pg_try_advisory_lock(hashtext('move of a workspace'), hashtext($1)) AS locked,
         set_config('app.workspace_id', $1, false)`,
      [this.workspaceId],
    );
    if (rows[0]?.locked) return;
    const message = `Another command moves this workspace, or both cells have the same database of ${this.owner}.`;
    throw new AppError('InvalidState', { message });
  }
}
