// The table product, apart from its lists. Postgres builds the JSON, so that a page passes through this process as text.
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '#platform/config';
import { arraysOf, Database, type Transaction } from '#platform/database';
import type { Config } from '../config.ts';
import { ProductEntity } from './products.entity.ts';

// content is the text of an object, so without its first brace it can follow the fields before it. substr would cut
// the brace off too, but it counts all the characters that remain, which takes half the time of a page.
export const PRODUCT_JSON = `
  '{"id":"' || id || '","genre":"' || genre || '"'
  || CASE WHEN asin IS NULL THEN '' ELSE ',"asin":"' || asin || '","marketplace":"' || marketplace || '"' END
  || ',"createdAt":' || floor(date_part('epoch', created_at))::bigint
  || ',"updatedAt":' || floor(date_part('epoch', updated_at))::bigint
  || ',' || right(content::text, -1)`;

/** An imported product to be stored. */
export type ImportedRow = Pick<ProductEntity, 'id' | 'workspaceId' | 'contentHash'> & {
  asin: string;
  /** JSON text of the content. */
  content: string;
};

/** An imported product after its upsert. */
export type StoredProduct = Pick<ProductEntity, 'id' | 'workspaceId' | 'version'> & {
  asin: string;
  change: 'created' | 'updated' | 'none';
};

/** A custom product to be stored. */
export type CustomProductRow = Pick<ProductEntity, 'id' | 'workspaceId' | 'content' | 'contentHash'>;

/** Single products and sets of them. Upserts and sets of products are SQL: they build JSON text or concern many rows. */
@Injectable()
export class ProductsStore {
  constructor(
    private readonly database: Database,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** The JSON of one product. */
  async find(workspaceId: string, id: string): Promise<string | undefined> {
    const text = `SELECT ${PRODUCT_JSON} AS json FROM product
      WHERE workspace_id = bound.workspace_id AND workspace_id = $1 AND id = $2`;
    const [row] = await this.database.read(workspaceId, text, [id]);
    return row?.['json'] as string | undefined;
  }

  /** The ASINs whose products are fresh (IMPORT_FRESH_HOURS), with the ids of the products. */
  async freshIds(
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

  /** Stores imported products. A known one keeps its id and createdAt, and changes only when its content changed. */
  async upsertImported(
    tx: Transaction,
    marketplace: string,
    products: readonly ImportedRow[],
  ): Promise<StoredProduct[]> {
    const columns = arraysOf(products, 'id', 'workspaceId', 'asin', 'content', 'contentHash');
    return tx.query<StoredProduct[]>(UPSERT_IMPORTED, [marketplace, ...columns]);
  }

  /** Stores a custom product, unless its id exists. */
  async insertCustom(tx: Transaction, product: CustomProductRow): Promise<void> {
    const row = { ...product, genre: 'Custom' as const };
    await tx.createQueryBuilder().insert().into(ProductEntity).values(row).orIgnore().execute();
  }
}

// Equal content is not written again: its own value, even one that is stored out of line, is taken over as it is.
const UPSERT_IMPORTED = `
  WITH found AS (
    SELECT * FROM unnest($2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::text[])
      AS f (id, workspace_id, asin, content, content_hash)
  )
  INSERT INTO product AS known (id, workspace_id, genre, marketplace, asin, content, content_hash, fetched_at)
  SELECT id, workspace_id, 'Retailer', $1, asin, content::json, content_hash, now() FROM found
  ORDER BY workspace_id, asin
  ON CONFLICT (workspace_id, marketplace, asin) DO UPDATE SET
    content = CASE WHEN known.content_hash <> excluded.content_hash THEN excluded.content ELSE known.content END,
    content_hash = excluded.content_hash,
    fetched_at = excluded.fetched_at,
    version = known.version + (known.content_hash <> excluded.content_hash)::int,
    updated_at = CASE WHEN known.content_hash <> excluded.content_hash THEN now() ELSE known.updated_at END
  RETURNING id, workspace_id AS "workspaceId", asin, version,
    CASE WHEN xmax = 0 THEN 'created' WHEN updated_at = now() THEN 'updated' ELSE 'none' END AS change
`;
