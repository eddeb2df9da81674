// Pages of lists: the statement that reads a page, where it is cut, and its JSON with the cursor of the next one.
import { Injectable } from '@nestjs/common';
import { escapeLiteral } from 'pg';
import { Database } from '../database/database.ts';
import { readCursorKey } from './cursor-key.entity.ts';
import { openCursor, sealCursor, type Position } from './cursors.ts';

/** Largest page, in bytes of JSON, so that it fits through the bus; the rest follows on the next page. */
export const PAGE_BYTES = 900_000;

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
  /**
   * Columns of many values that must equal these; an undefined value filters nothing. Each has an index on
   * `workspace_id, <column> DESC, created_at DESC, id DESC`; the first one with a value leads.
   */
  equal?: Record<string, string | undefined>;
  /** How many of the first columns of `equal` with a value lead together, because an index has them in this order; 1 by default. */
  leading?: number;
  /**
   * True for a page that may read many rows to find its own: it waits for a connection of its own, because on the shared ones
   * a slow read breaks those of others.
   */
  readsMany?: boolean;
  /** SQL of the bytes of a row, no more than its JSON has: of rows that may be large, those beyond a page are then not read. */
  bytes?: string;
  /** When the rows were created, in Unix seconds: from the first on, and before the second. */
  createdAfter?: number | undefined;
  createdBefore?: number | undefined;
}

/** Where a row stands in the list, apart from the names of its own columns. */
export interface RowPosition {
  cursorTime: string;
  cursorId: string;
}

/**
 * SQL of the rows for which a page has room, and the next one, as `page`: the others are not read. `bytes` is SQL of the size of a
 * row, not more than that of its JSON; `order` is that of the rows.
 */
export function fittingRows(rows: string, order: string, bytes: string): string {
  return `(
    SELECT *, sum(${bytes}) OVER (ORDER BY ${order} ROWS UNBOUNDED PRECEDING) - ${bytes} AS bytes_before FROM (${rows}) AS page
  ) AS page WHERE bytes_before <= ${PAGE_BYTES} ORDER BY ${order}`;
}

/** The columns of RowPosition, for a SELECT list. */
export const POSITION_COLUMNS = 'id AS "cursorId", created_at::text AS "cursorTime"';

/** A list that reads its rows itself. */
export interface List<Row> extends Pick<ListSource<Row>, 'noun' | 'accountId'> {
  /**
   * JSON text of a row; null of a last row that is not in the list. It tells how far a search went that ended before it had
   * enough rows: the list goes on after it.
   */
  toJson: (row: Row) => string | null;
  /** The values of its filters, to which its cursors are bound; always all of them, in the same order. */
  filters: readonly (string | number | boolean | undefined)[];
  /** The first rows after a position, newest first, at most `count`. */
  rows: (after: Position | undefined, count: number) => Promise<(Row & RowPosition)[]>;
}

/** Reads lists page by page: newest first, each row that stays seen exactly once. */
@Injectable()
export class Pages {
  private key: string | undefined;

  constructor(private readonly database: Database) {}

  /** One page as JSON text: `{"<noun>":[…],"nextToken":"…"}`. Error: InvalidNextToken. */
  read<Row>(source: ListSource<Row>, query: PageQuery): Promise<string> {
    const { filters, equal = {}, createdAfter, createdBefore } = source;
    const bound = [...Object.values(filters), ...Object.values(equal), createdAfter, createdBefore];
    const rows = (after: Position | undefined, count: number) => {
      const { text, values } = pageStatement(source, after, count);
      return source.readsMany
        ? this.database.readAlone<Row & RowPosition>(query.workspaceId, text, values)
        : this.database.read<Row & RowPosition>(query.workspaceId, text, values, source.accountId);
    };
    return this.readList({ ...source, filters: bound, rows }, query);
  }

  /** The same for a list that reads its rows itself. One row more than the page holds is asked for: it tells that a page follows. */
  async readList<Row>(list: List<Row>, { workspaceId, nextToken, limit }: PageQuery): Promise<string> {
    const key = (this.key ??= await readCursorKey(this.database));
    const owner = list.accountId ?? workspaceId;
    const bound = [list.noun, owner, ...list.filters.map((value) => String(value ?? ''))];
    const after = nextToken === undefined ? undefined : openCursor(key, nextToken, bound);
    const { json, last } = cutPage(await list.rows(after, limit + 1), limit, list.toJson);
    const next = last ? `,"nextToken":"${sealCursor(key, last, bound)}"` : '';
    return `{"${list.noun}":[${json}]${next}}`;
  }
}

/**
 * A statement for Database.read. A leading column stands in the order and is compared with a list of one value: if it were
 * compared by `=`, Postgres might take the index without it and filter a whole workspace, because it guesses how many rows
 * a value has. If it were compared as a range, Postgres would read the rows of the value to the end, whatever the times.
 */
function pageStatement<Row>(source: ListSource<Row>, after: Position | undefined, count: number) {
  const { table, columns, bytes, accountId, filters, equal = {}, leading = 1 } = source;
  const { createdAfter, createdBefore } = source;
  const values: unknown[] = [count];
  const bind = (value: unknown): string => `$${values.push(value) + 1}`;
  const conditions = definedIn(filters).map(([column, value]) => `${column} = ${escapeLiteral(value)}`);
  const linked = definedIn(equal);
  for (const [i, [column, value]] of linked.entries())
    conditions.push(`${column} = ${i < leading ? `ANY (${bind([value])})` : bind(value)}`);
  if (createdAfter !== undefined)
    conditions.push(`created_at >= to_timestamp(${bind(createdAfter)}::float8)`);
  if (createdBefore !== undefined)
    conditions.push(`created_at < to_timestamp(${bind(createdBefore)}::float8)`);
  if (after)
    conditions.push(`(created_at, id) < (${bind(after.createdAt)}::timestamptz, ${bind(after.id)}::uuid)`);
  const led = [...linked.slice(0, leading).map(([column]) => column), 'created_at', 'id'];
  const order = led.map((column) => `${column} DESC`).join(', ');
  const owned =
    accountId === undefined
      ? 'workspace_id = bound.workspace_id AND workspace_id = $1'
      : `account_id = ${bind(accountId)}`;
  const where = [owned, ...conditions].join(' AND ');
  const rows = `${table} WHERE ${where} ORDER BY ${order} LIMIT $2`;
  const from = bytes === undefined ? rows : fittingRows(`SELECT * FROM ${rows}`, order, bytes);
  return { text: `SELECT ${POSITION_COLUMNS}, ${columns} FROM ${from}`, values };
}

/** The entries with a value. */
function definedIn<T>(record: Record<string, T | undefined>): [string, T][] {
  return Object.entries(record).filter((entry): entry is [string, T] => entry[1] !== undefined);
}

/** Cuts a page at its limit, or earlier where it would grow too large for the bus. */
function cutPage<Row>(
  rows: readonly (Row & RowPosition)[],
  limit: number,
  toJson: List<Row>['toJson'],
): { json: string; last: Position | undefined } {
  let json = '';
  let bytes = 0;
  let kept = 0;
  let last: Position | undefined;
  for (const { cursorTime, cursorId, ...row } of rows.slice(0, limit)) {
    const position = { createdAt: cursorTime, id: cursorId };
    const text = toJson(row as unknown as Row);
    if (text === null) return { json, last: position };
    bytes += Buffer.byteLength(text) + 1;
    if (last && bytes > PAGE_BYTES) break;
    json += last ? `,${text}` : text; // grows without a copy; joined texts would be copied once more
    kept += 1;
    last = position;
  }
  return { json, last: kept < rows.length ? last : undefined };
}
