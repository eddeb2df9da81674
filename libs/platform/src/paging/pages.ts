// Pages of lists: the statement that reads a page, where it is cut, and its JSON with the cursor of the next one.
import { Injectable } from '@nestjs/common';
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

/** The table and the columns of a list. All parts are SQL of the code, never of a client. */
export interface ListSource {
  /** Name of the array in the answer, such as `products`. */
  noun: string;
  table: string;
  /** Expression that makes the JSON text of a row. */
  json: string;
  /** Columns that must equal these values; an undefined value filters nothing. */
  filters: Record<string, string | undefined>;
}

interface PageRow extends Position {
  json: string;
}

/** Reads lists page by page: newest first, each row that stays seen exactly once. */
@Injectable()
export class Pages {
  private key: string | undefined;

  constructor(private readonly database: Database) {}

  /** One page as JSON text: `{"<noun>":[…],"nextToken":"…"}`. Error: InvalidNextToken. */
  async read(source: ListSource, { workspaceId, nextToken, limit }: PageQuery): Promise<string> {
    const key = (this.key ??= await readCursorKey(this.database));
    const bound = [source.noun, workspaceId, ...Object.values(source.filters).map((value) => value ?? '')];
    const after = nextToken === undefined ? undefined : openCursor(key, nextToken, bound);
    const { text, values } = pageStatement(source, after, limit);
    const rows = (await this.database.read(workspaceId, text, values)) as unknown as PageRow[];
    const { json, last } = cutPage(rows, limit);
    const next = last ? `,"nextToken":"${sealCursor(key, last, bound)}"` : '';
    return `{"${source.noun}":[${json}]${next}}`;
  }
}

/** A statement for Database.read that finds one row more than the page holds, to see whether another page follows. */
function pageStatement({ table, json, filters }: ListSource, after: Position | undefined, limit: number) {
  const values: unknown[] = [limit + 1];
  const bind = (value: unknown): string => `$${values.push(value) + 1}`;
  const conditions = Object.entries(filters)
    .filter(([, value]) => value !== undefined)
    .map(([column, value]) => `${column} = ${bind(value)}`);
  if (after)
    conditions.push(`(created_at, id) < (${bind(after.createdAt)}::timestamptz, ${bind(after.id)}::uuid)`);
  const where = ['workspace_id = bound.workspace_id', ...conditions].join(' AND ');
  const text = `SELECT id, created_at::text AS "createdAt", ${json} AS json FROM ${table}
    WHERE ${where} ORDER BY created_at DESC, id DESC LIMIT $2`;
  return { text, values };
}

/** Cuts a page at its limit, or earlier where it would grow too large for the bus. */
function cutPage(rows: readonly PageRow[], limit: number): { json: string; last: Position | undefined } {
  let json = '';
  let bytes = 0;
  let last: PageRow | undefined;
  for (const row of rows.slice(0, limit)) {
    bytes += Buffer.byteLength(row.json) + 1;
    if (last && bytes > PAGE_BYTES) break;
    json += last ? `,${row.json}` : row.json; // grows without a copy; joined texts would be copied once more
    last = row;
  }
  return { json, last: last === rows.at(-1) ? undefined : last };
}
