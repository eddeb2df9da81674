// Pages of lists: the statement that reads a page, where it is cut, and its JSON with the cursor of the next one.
import { Injectable } from '@nestjs/common';
import { escapeLiteral } from 'pg';
import { Database } from '../database/database.ts';
import { readCursorKey } from './cursor-key.entity.ts';
import { openCursor, sealCursor, type Position } from './cursors.ts';

/** Largest page, in bytes of JSON, so that it fits through the bus; the rest follows on the next page. */
const PAGE_BYTES = 900_000;

/** A page as a client asked for it. */
export interface PageQuery {
  workspaceId: string;
  nextToken?: string | undefined;
  /** Most rows of the page. */
  limit: number;
}

/** The table and the columns of a list. All SQL in it is ours, never a client's. */
export interface ListSource<Row> {
  /** Name of the array in the answer, such as `products`. */
  noun: string;
  table: string;
  /** SELECT list of a row. */
  columns: string;
  /** Account whose rows these are, where the list is not that of a workspace. */
  accountId?: string;
  /** JSON text of a row. */
  toJson: (row: Row) => string;
  /**
   * Columns that must equal these values; an undefined value filters nothing. Each value is of a small closed set and
   * has a partial index: it stands in the statement, so that Postgres knows that this index fits.
   */
  filters: Record<string, string | undefined>;
}

/** Where a row stands in the list, apart from the names of its own columns. */
interface RowPosition {
  cursorTime: string;
  cursorId: string;
}

/** Reads lists page by page: newest first, each row that stays seen exactly once. */
@Injectable()
export class Pages {
  private key: string | undefined;

  constructor(private readonly database: Database) {}

  /** One page as JSON text: `{"<noun>":[…],"nextToken":"…"}`. Error: InvalidNextToken. */
  async read<Row>(source: ListSource<Row>, { workspaceId, nextToken, limit }: PageQuery): Promise<string> {
    const key = (this.key ??= await readCursorKey(this.database));
    const bound = [
      source.noun,
      source.accountId ?? workspaceId,
      ...Object.values(source.filters).map((value) => value ?? ''),
    ];
    const after = nextToken === undefined ? undefined : openCursor(key, nextToken, bound);
    const { text, values } = pageStatement(source, after, limit);
    const rows = (await this.database.read(workspaceId, text, values)) as (Row & RowPosition)[];
    const { json, last } = cutPage(rows, limit, source.toJson);
    const next = last ? `,"nextToken":"${sealCursor(key, last, bound)}"` : '';
    return `{"${source.noun}":[${json}]${next}}`;
  }
}

/** A statement for Database.read that finds one row more than the page holds, to see whether another page follows. */
function pageStatement<Row>(
  { table, columns, accountId, filters }: ListSource<Row>,
  after: Position | undefined,
  limit: number,
) {
  const values: unknown[] = [limit + 1];
  const bind = (value: unknown): string => `$${values.push(value) + 1}`;
  const conditions = Object.entries(filters)
    .filter((filter): filter is [string, string] => filter[1] !== undefined)
    .map(([column, value]) => `${column} = ${escapeLiteral(value)}`);
  if (after)
    conditions.push(`(created_at, id) < (${bind(after.createdAt)}::timestamptz, ${bind(after.id)}::uuid)`);
  const owned =
    accountId === undefined
      ? 'workspace_id = bound.workspace_id AND workspace_id = $1'
      : `account_id = ${bind(accountId)}`;
  const where = [owned, ...conditions].join(' AND ');
  const text = `SELECT id AS "cursorId", created_at::text AS "cursorTime", ${columns} FROM ${table}
    WHERE ${where} ORDER BY created_at DESC, id DESC LIMIT $2`;
  return { text, values };
}

/** Cuts a page at its limit, or earlier where it would grow too large for the bus. */
function cutPage<Row>(
  rows: readonly (Row & RowPosition)[],
  limit: number,
  toJson: (row: Row) => string,
): { json: string; last: Position | undefined } {
  let json = '';
  let bytes = 0;
  let last: RowPosition | undefined;
  for (const row of rows.slice(0, limit)) {
    const text = toJson(row);
    bytes += Buffer.byteLength(text) + 1;
    if (last && bytes > PAGE_BYTES) break;
    json += last ? `,${text}` : text; // grows without a copy; joined texts would be copied once more
    last = row;
  }
  if (!last || last === rows.at(-1)) return { json, last: undefined };
  return { json, last: { createdAt: last.cursorTime, id: last.cursorId } };
}
