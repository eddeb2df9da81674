// The table of products. Postgres builds the JSON, so that a page passes through us as text.
import { Inject, Injectable } from '@nestjs/common';
import type { ProductContent, ProductGenre } from '#contracts';
import { CONFIG } from '#platform/config';
import { Database, type Transaction } from '#platform/database';
import type { Config } from '../config.ts';

/** A page holds at most this much JSON, in bytes; the rest follows on the next one. */
const PAGE_BYTES = 900_000;

// content is an object's text, so cutting its first brace off joins it to the fields before it. Not with substr, which
// counts all the characters of what it leaves: half the time of a page.
const PRODUCT_JSON = `
  '{"id":"' || id || '","genre":"' || genre || '"'
  || CASE WHEN asin IS NULL THEN '' ELSE ',"asin":"' || asin || '","marketplace":"' || marketplace || '"' END
  || ',"createdAt":' || floor(date_part('epoch', created_at))::bigint
  || ',"updatedAt":' || floor(date_part('epoch', updated_at))::bigint
  || ',' || right(content::text, -1)`;

/** A place in the list. */
export interface Place {
  /** As Postgres writes it: to the microsecond, which a JavaScript date would lose. */
  createdAt: string;
  id: string;
}

/** A page of products. */
export interface ProductPage {
  /** The products' JSON, separated by commas. */
  json: string;
  /** Where the next page begins; absent when there is none. */
  last: Place | undefined;
}

interface PageQuery {
  genre: ProductGenre | undefined;
  after: Place | undefined;
  limit: number;
}

/** A product as a marketplace call found it. */
export interface FoundProduct {
  id: string;
  workspaceId: string;
  asin: string;
  /** JSON text of the content. */
  content: string;
  contentHash: string;
}

/** What an upsert did to a product. */
export interface StoredProduct {
  id: string;
  workspaceId: string;
  asin: string;
  version: number;
  change: 'created' | 'updated' | 'none';
}

/** The table of products. */
@Injectable()
export class ProductsStore {
  constructor(
    private readonly database: Database,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** One page, newest first. */
  async page(workspaceId: string, { genre, after, limit }: PageQuery): Promise<ProductPage> {
    const values: unknown[] = [limit + 1];
    const bind = (value: unknown): string => `$${values.push(value) + 1}`;
    let where = '';
    if (genre) where += ` AND genre = ${bind(genre)}`;
    if (after)
      where += ` AND (created_at, id) < (${bind(after.createdAt)}::timestamptz, ${bind(after.id)}::uuid)`;
    const rows = await this.database.read(workspaceId, pageSql(where), values);
    return cut(rows as unknown as PageRow[], limit);
  }

  /** One product's JSON. */
  async find(workspaceId: string, id: string): Promise<string | undefined> {
    const text = `SELECT ${PRODUCT_JSON} AS json FROM product WHERE id = $2 AND workspace_id = bound.workspace_id`;
    const [row] = await this.database.read(workspaceId, text, [id]);
    return row?.['json'] as string | undefined;
  }

  /** Those of the ASINs that were fetched lately enough, with their product ids. */
  async fresh(
    tx: Transaction,
    workspaceId: string,
    marketplace: string,
    asins: readonly string[],
  ): Promise<Map<string, string>> {
    const rows = await tx.query<{ id: string; asin: string }[]>(
      `SELECT id, asin FROM product
       WHERE workspace_id = $1 AND marketplace = $2 AND asin = ANY ($3)
         AND fetched_at > now() - $4 * interval '1 hour'`,
      [workspaceId, marketplace, asins, this.config.IMPORT_FRESH_HOURS],
    );
    return new Map(rows.map((row) => [row.asin, row.id]));
  }

  /** Stores imported products; a known one keeps its id and age, and changes only when its content did. */
  async upsertImported(
    tx: Transaction,
    marketplace: string,
    found: readonly FoundProduct[],
  ): Promise<StoredProduct[]> {
    const column = <K extends keyof FoundProduct>(key: K): FoundProduct[K][] =>
      found.map((product) => product[key]);
    return tx.query<StoredProduct[]>(UPSERT_IMPORTED, [
      marketplace,
      column('id'),
      column('workspaceId'),
      column('asin'),
      column('content'),
      column('contentHash'),
    ]);
  }

  /** Stores a product of the owner's own, if its id is not there yet. */
  async insertCustom(
    tx: Transaction,
    id: string,
    workspaceId: string,
    content: ProductContent,
    hash: string,
  ) {
    await tx.query(
      `INSERT INTO product (id, workspace_id, genre, content, content_hash) VALUES ($1, $2, 'Custom', $3, $4)
       ON CONFLICT (id) DO NOTHING`,
      [id, workspaceId, JSON.stringify(content), hash],
    );
  }
}

const UPSERT_IMPORTED = `
  WITH found AS (
    SELECT * FROM unnest($2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::text[])
      AS f (id, workspace_id, asin, content, content_hash)
  )
  INSERT INTO product AS kept (id, workspace_id, genre, marketplace, asin, content, content_hash, fetched_at)
  SELECT id, workspace_id, 'Retailer', $1, asin, content::json, content_hash, now() FROM found
  ON CONFLICT (workspace_id, marketplace, asin) DO UPDATE SET
    content = excluded.content,
    content_hash = excluded.content_hash,
    fetched_at = excluded.fetched_at,
    version = kept.version + (kept.content_hash <> excluded.content_hash)::int,
    updated_at = CASE WHEN kept.content_hash <> excluded.content_hash THEN now() ELSE kept.updated_at END
  RETURNING id, workspace_id AS "workspaceId", asin, version,
    CASE WHEN xmax = 0 THEN 'created' WHEN updated_at = now() THEN 'updated' ELSE 'none' END AS change
`;

interface PageRow {
  id: string;
  createdAt: string;
  json: string;
}

function pageSql(where: string): string {
  return `SELECT id, created_at::text AS "createdAt", ${PRODUCT_JSON} AS json FROM product
    WHERE workspace_id = bound.workspace_id${where} ORDER BY created_at DESC, id DESC LIMIT $2`;
}

/** Cuts a page at its limit, or earlier where it would grow too large for the bus. */
function cut(rows: readonly PageRow[], limit: number): ProductPage {
  let page = '';
  let bytes = 0;
  let last: PageRow | undefined;
  for (const row of rows.slice(0, limit)) {
    bytes += Buffer.byteLength(row.json) + 1;
    if (last && bytes > PAGE_BYTES) break;
    page += last ? `,${row.json}` : row.json; // grows without a copy; joined texts would be copied once more
    last = row;
  }
  const more = last !== rows.at(-1);
  return { json: page, last: last && more ? { createdAt: last.createdAt, id: last.id } : undefined };
}
