// The table product, apart from its lists. Postgres builds the JSON, so that a page passes through this process as text.
import { Inject, Injectable } from '@nestjs/common';
import { LISTED_TEXTS } from '#contracts';
import { CONFIG } from '#platform/config';
import { arraysOf, Database, selectListWithout, type Transaction } from '#platform/database';
import type { Config } from '../config.ts';
import { ProductEntity } from './products.entity.ts';
import { changesSource, columnsOf, sourceHash, withEdits } from './source-facts.rules.ts';

const HEAD = `'{"id":"' || id || '","version":' || version || ',"genre":"' || genre || '"'
  || CASE WHEN asin IS NULL THEN '' ELSE ',"asin":"' || asin || '","marketplace":"' || marketplace || '"' END
  || ',"createdAt":' || floor(date_part('epoch', created_at))::bigint
  || ',"updatedAt":' || floor(date_part('epoch', updated_at))::bigint`;
const EDITS = `CASE WHEN edited_by IS NULL THEN '' ELSE
  ',"edited":' || (SELECT json_agg(field)::text FROM json_object_keys(edited_by) AS field)
  || ',"editedBy":' || edited_by::text END`;
// What the marketplace has for the edited fields.
const IMPORTED = `CASE WHEN edited_by IS NULL THEN '' ELSE ',"imported":' || coalesce((
  SELECT json_object_agg(key, value)::text FROM json_each(imported) WHERE (edited_by -> key) IS NOT NULL), '{}') END`;
// content is the text of an object, so without its first brace it can follow the fields before it. substr would cut
// the brace off too, but it counts all the characters that remain, which takes half the time of a page.
const CONTENT = `',' || right(content::text, -1)`;

// The states of its texts, of which `limit` may leave some out: those of the built-in applications, whose ids are words, come first,
// then those of a workspace, whose ids are UUIDs, the newest first. Rows without a state are left out by FILTER, not by WHERE, so
// that Postgres reads the primary key: the other index has no such rows.
const textsOf = (product: string, limit = ''): string => `coalesce((
  SELECT ',"texts":' || json_agg(json_build_object(
    'applicationId', application_id, 'state', state, 'generationId', generation_id)) FILTER (WHERE state IS NOT NULL)::text
  FROM (
    SELECT application_id, state, generation_id FROM product_text AS text
    WHERE text.workspace_id = $1 AND product_id = ${product}.id ORDER BY application_id DESC ${limit}
  ) AS text), '')`;
const LISTED = `LIMIT ${LISTED_TEXTS}`;

/** SQL for the JSON of a product in a list; `product` is its row. */
export const productJson = (product: string): string =>
  [HEAD, EDITS, textsOf(product, LISTED), CONTENT].join(' || ');
const DETAILED_JSON = [HEAD, EDITS, IMPORTED, textsOf('product'), CONTENT].join(' || ');
/** For what writes texts: without how these stand, and with the hash of what they are written from. */
export const SOURCE_JSON = [
  HEAD,
  EDITS,
  `',"sourceHash":"' || ${sourceHash('product')} || '"'`,
  CONTENT,
].join(' || ');

/** Condition of the products that are not deleted. The indexes of the lists hold no others. */
export const SHOWN = 'deleted_at IS NULL';

/** An imported product to be stored. */
export type ImportedRow = Pick<ProductEntity, 'id' | 'workspaceId' | 'contentHash'> & {
  asin: string;
  /** JSON text of the content. */
  content: string;
};

/** A product after a change. */
export type ChangedProduct = Pick<ProductEntity, 'workspaceId' | 'id' | 'version' | 'sourceVersion'> & {
  /** Equal for equal facts that texts are written from. */
  sourceHash: string;
};
const CHANGED_PRODUCT = (product: string): string => `${product}.id, ${product}.workspace_id AS "workspaceId",
  ${product}.version, ${product}.source_version AS "sourceVersion", ${sourceHash(product)} AS "sourceHash"`;

/** An imported product after its upsert. */
export type StoredProduct = ChangedProduct & {
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

  /** The JSON of one product as it is in a list, without its texts. */
  async find(workspaceId: string, id: string): Promise<string | undefined> {
    return this.findAs(SOURCE_JSON, workspaceId, id);
  }

  /** The JSON of one product, with the marketplace's values of its edited fields. */
  async findDetailed(workspaceId: string, id: string): Promise<string | undefined> {
    return this.findAs(DETAILED_JSON, workspaceId, id);
  }

  private async findAs(json: string, workspaceId: string, id: string): Promise<string | undefined> {
    const text = `SELECT ${json} AS json FROM product
      WHERE workspace_id = bound.workspace_id AND workspace_id = $1 AND id = $2 AND ${SHOWN}`;
    const [row] = await this.database.read(workspaceId, text, [id]);
    return row?.['json'] as string | undefined;
  }

  /** Locks a product until the end of the transaction, a deleted one too. */
  lock(tx: Transaction, workspaceId: string, id: string): Promise<ProductEntity | null> {
    return tx.findOne(ProductEntity, { where: { workspaceId, id }, lock: { mode: 'pessimistic_write' } });
  }

  /** Locks those of these products that are not deleted, until the end of the transaction. */
  async lockShown(tx: Transaction, workspaceId: string, ids: readonly string[]): Promise<ProductEntity[]> {
    if (ids.length === 0) return [];
    return tx.query(
      `SELECT ${selectListWithout(ProductEntity, ['contentBytes', 'brandKey', 'search'])} FROM product
       WHERE workspace_id = $1 AND id = ANY ($2) AND ${SHOWN} ORDER BY id FOR UPDATE`,
      [workspaceId, ids],
    );
  }

  /** How many bytes of JSON the products with these ids have. */
  async sizes(tx: Transaction, workspaceId: string, ids: readonly string[]): Promise<Map<string, number>> {
    if (ids.length === 0) return new Map();
    const rows = await tx.query<{ id: string; bytes: number }[]>(
      `SELECT id, octet_length(content::text) + coalesce(octet_length(imported::text), 0)
         + coalesce(octet_length(beneath::text), 0) AS bytes
       FROM product WHERE workspace_id = $1 AND id = ANY ($2)`,
      [workspaceId, ids],
    );
    return new Map(rows.map(({ id, bytes }) => [id, bytes]));
  }

  /** Stores the content and the edits of locked products, each of which is a new version then. */
  async updateRows(tx: Transaction, products: readonly ProductEntity[]): Promise<ChangedProduct[]> {
    if (products.length === 0) return [];
    const rows = products.map(({ content, editedBy, imported, beneath, ...product }) => ({
      ...product,
      content: JSON.stringify(content),
      editedBy: editedBy && JSON.stringify(editedBy),
      imported: imported && JSON.stringify(imported),
      beneath: beneath && JSON.stringify(beneath),
    }));
    const columns = arraysOf(
      rows,
      'workspaceId',
      'id',
      'content',
      'contentHash',
      'editedBy',
      'imported',
      'beneath',
    );
    const [updated] = await tx.query<[ChangedProduct[], number]>(UPDATE_ROWS, columns);
    return updated;
  }

  /** Shows a locked product again that was deleted. It is a new version then. */
  async restore(tx: Transaction, { workspaceId, id }: ProductEntity): Promise<ChangedProduct[]> {
    const [restored] = await tx.query<[ChangedProduct[], number]>(
      `UPDATE product SET deleted_at = NULL, version = version + 1, updated_at = now()
       WHERE workspace_id = $1 AND id = $2 RETURNING ${CHANGED_PRODUCT('product')}`,
      [workspaceId, id],
    );
    return restored;
  }

  /** The JSON of a locked product, as `findDetailed` returns it. */
  async read(tx: Transaction, workspaceId: string, id: string): Promise<string> {
    const text = `SELECT ${DETAILED_JSON} AS json FROM product WHERE workspace_id = $1 AND id = $2`;
    const [row] = await tx.query<[{ json: string }]>(text, [workspaceId, id]);
    return row.json;
  }

  /** Hides a locked product from everybody, as its next version; the system removes it later. */
  async markDeleted(tx: Transaction, { workspaceId, id, version }: ProductEntity): Promise<void> {
    await tx.update(ProductEntity, { workspaceId, id }, { deletedAt: () => 'now()', version: version + 1 });
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
       WHERE workspace_id = $1 AND marketplace = $2 AND asin = ANY ($3) AND ${SHOWN}
         AND fetched_at > now() - $4 * interval '1 hour'`,
      [workspaceId, marketplace, asins, this.config.IMPORT_FRESH_HOURS],
    );
    return new Map(rows.map((row) => [row.asin, row.id]));
  }

  /** Of how many of these ASINs a workspace has a product, a deleted one too. */
  async countKnown(
    tx: Transaction,
    workspaceId: string,
    marketplace: string,
    asins: readonly string[],
  ): Promise<number> {
    const [row] = await tx.query<[{ n: number }]>(
      'SELECT count(*)::int AS n FROM product WHERE workspace_id = $1 AND marketplace = $2 AND asin = ANY ($3)',
      [workspaceId, marketplace, asins],
    );
    return row.n;
  }

  /**
   * Stores imported products. A known one keeps its id, its createdAt and its edits, and changes only when what the
   * marketplace has did. A deleted one is back, without its edits.
   */
  async upsertImported(
    tx: Transaction,
    marketplace: string,
    products: readonly ImportedRow[],
  ): Promise<StoredProduct[]> {
    const columns = arraysOf(products, 'id', 'workspaceId', 'asin', 'content', 'contentHash');
    return tx.query<StoredProduct[]>(UPSERT_IMPORTED, [marketplace, ...columns]);
  }

  /** Stores a custom product, unless its id exists. Returns its createdAt in Unix seconds. */
  async insertCustom(tx: Transaction, product: CustomProductRow): Promise<number | undefined> {
    const { id, workspaceId, content, contentHash } = product;
    const [row] = await tx.query<{ createdAt: Date }[]>(
      `INSERT INTO product (workspace_id, id, genre, content, content_hash) VALUES ($1, $2, 'Custom', $3, $4)
       ON CONFLICT DO NOTHING RETURNING created_at AS "createdAt"`,
      [workspaceId, id, JSON.stringify(content), contentHash],
    );
    return row && Math.floor(row.createdAt.getTime() / 1000);
  }

  /** Stores new custom products. */
  async insertCustomRows(tx: Transaction, products: readonly CustomProductRow[]): Promise<void> {
    if (products.length === 0) return;
    const rows = products.map((product) => ({ ...product, content: JSON.stringify(product.content) }));
    await tx.query(
      `INSERT INTO product (workspace_id, id, genre, content, content_hash)
       SELECT workspace_id, id, 'Custom', content::json, content_hash
       FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[]) AS r (workspace_id, id, content, content_hash) RETURNING 1`,
      arraysOf(rows, 'workspaceId', 'id', 'content', 'contentHash'),
    );
  }
}

const UPDATE_ROWS = `
  UPDATE product SET content = r.content, content_hash = r.content_hash, edited_by = r.edited_by, imported = r.imported,
    beneath = r.beneath, version = product.version + 1, updated_at = now(),
    source_version = CASE WHEN ${changesSource(columnsOf('product'), columnsOf('r'))}
      THEN product.version + 1 ELSE product.source_version END
  FROM unnest($1::uuid[], $2::uuid[], $3::json[], $4::text[], $5::json[], $6::json[], $7::json[])
    AS r (workspace_id, id, content, content_hash, edited_by, imported, beneath)
  WHERE product.workspace_id = r.workspace_id AND product.id = r.id
  RETURNING ${CHANGED_PRODUCT('product')}
`;

const CHANGED = '(known.content_hash <> excluded.content_hash OR known.deleted_at IS NOT NULL)';
const HAS_EDITS = '(known.edited_by IS NOT NULL AND known.deleted_at IS NULL)';
const IMPORTED_AGAIN = {
  content: `CASE WHEN ${HAS_EDITS} THEN ${withEdits('excluded.content', columnsOf('known'))} ELSE excluded.content END`,
  imported: `CASE WHEN ${HAS_EDITS} THEN excluded.content END`,
  editedBy: `CASE WHEN ${HAS_EDITS} THEN known.edited_by END`,
  beneath: `CASE WHEN ${HAS_EDITS} THEN known.beneath END`,
};

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
    content = CASE WHEN ${CHANGED} THEN ${IMPORTED_AGAIN.content} ELSE known.content END,
    imported = CASE WHEN ${CHANGED} THEN ${IMPORTED_AGAIN.imported} ELSE known.imported END,
    edited_by = ${IMPORTED_AGAIN.editedBy},
    beneath = ${IMPORTED_AGAIN.beneath},
    source_version = CASE WHEN ${CHANGED} AND ${changesSource(columnsOf('known'), IMPORTED_AGAIN)}
      THEN known.version + 1 ELSE known.source_version END,
    deleted_at = NULL,
    content_hash = excluded.content_hash,
    fetched_at = excluded.fetched_at,
    version = known.version + ${CHANGED}::int,
    updated_at = CASE WHEN ${CHANGED} THEN excluded.fetched_at ELSE known.updated_at END
  RETURNING ${CHANGED_PRODUCT('known')}, asin,
    CASE WHEN xmax = 0 THEN 'created' WHEN updated_at = fetched_at THEN 'updated' ELSE 'none' END AS change
`;

/** The event productUpdated of a change. */
export function updateOf({ id, workspaceId, version, sourceVersion, sourceHash }: ChangedProduct) {
  return { subject: id, data: { workspaceId, productId: id, version, sourceVersion, sourceHash } };
}
