// Reads how many products a workspace has and how many bytes they take, which triggers count. SQL, because both are sums.
import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database';

/** How many products a workspace has, the deleted ones too, and how much room they take. */
export interface ProductTotal {
  products: number;
  /** Of their JSON. */
  bytes: number;
}

/** Slots that are added up at once. */
const TOGETHER = 1000;

@Injectable()
export class ProductTotalsStore {
  constructor(private readonly database: Database) {}

  async of(workspaceId: string): Promise<ProductTotal> {
    const text = `SELECT coalesce(sum(products), 0)::float8 AS products, coalesce(sum(bytes), 0)::float8 AS bytes
      FROM product_total WHERE workspace_id = bound.workspace_id AND workspace_id = $1`;
    const [row] = await this.database.read(workspaceId, text, []);
    return (row as ProductTotal | undefined) ?? { products: 0, bytes: 0 };
  }

  /** Adds up some of the slots to which no transaction adds at the moment. */
  async addUpSlots(): Promise<void> {
    await this.database.system(
      `WITH free AS MATERIALIZED (
         SELECT workspace_id, slot FROM product_total WHERE slot <> 0 LIMIT ${TOGETHER} FOR UPDATE SKIP LOCKED
       ), old AS (
         DELETE FROM product_total AS total USING free
         WHERE total.workspace_id = free.workspace_id AND total.slot = free.slot RETURNING total.*
       )
       INSERT INTO product_total AS known
       SELECT workspace_id, 0, sum(products), sum(bytes) FROM old GROUP BY workspace_id ORDER BY workspace_id
       ON CONFLICT (workspace_id, slot) DO UPDATE
         SET products = known.products + excluded.products, bytes = known.bytes + excluded.bytes`,
      [],
    );
  }
}
