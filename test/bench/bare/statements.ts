// The two product reads as the plainest programs do them: one prepared statement each, JSON put together from what is kept.
import { Pool } from 'pg';

const JSON_OF_PRODUCT = `
  '{"id":"' || id || '","genre":"' || genre || '","asin":"' || asin || '","marketplace":"' || marketplace
  || '","createdAt":' || floor(extract(epoch FROM created_at))::bigint
  || ',"updatedAt":' || floor(extract(epoch FROM updated_at))::bigint || ',' || right(content::text, -1)`;

/** Reads products of one workspace. */
export class Statements {
  private readonly pool: Pool;
  private readonly workspaceId: string;

  constructor(url: string, workspaceId: string) {
    this.pool = new Pool({ connectionString: url, max: 10 });
    this.workspaceId = workspaceId;
  }

  /** The JSON of a page of 10 products. */
  async page(): Promise<string> {
    const { rows } = await this.pool.query<{ id: string; json: string }>({
      name: 'page',
      text: `SELECT id, ${JSON_OF_PRODUCT} AS json FROM product WHERE workspace_id = $1 AND deleted_at IS NULL
        ORDER BY created_at DESC, id DESC LIMIT 11`,
      values: [this.workspaceId],
    });
    const shown = rows.slice(0, 10);
    return `{"products":[${shown.map((row) => row.json).join(',')}],"nextToken":"${shown.at(-1)?.id}"}`;
  }

  /** The JSON of a product. */
  async product(id: string): Promise<string> {
    const { rows } = await this.pool.query<{ json: string }>({
      name: 'product',
      text: `SELECT ${JSON_OF_PRODUCT} AS json FROM product WHERE id = $1 AND workspace_id = $2 AND deleted_at IS NULL`,
      values: [id, this.workspaceId],
    });
    return rows[0]?.json ?? '';
  }
}
