// Reads how many products a workspace has or waits for, and how many bytes they take. SQL, because all are sums.
import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database';

/** How many products a workspace has, and how much room they take. */
export interface ProductTotal {
  /** The deleted ones too, and those for which its running imports wait. */
  products: number;
  /** Of their JSON. */
  bytes: number;
}

/** Slots that are added up at once. */
const TOGETHER = 1000;

/** Most running imports that are looked at, the newest ones: few workspaces have as many, and all wait for a total. */
const MOST_IMPORTS = 1000;

// An import adds no more products than it still waits for, and no more than were new when it was accepted: a refresh adds none.
// Status and limit are parameters: for a constant status Postgres takes an index of what runs in all workspaces, and for a
// constant limit it may sort all that run.
const TOTAL = `
  SELECT coalesce(sum(products), 0)::float8 + (
    SELECT coalesce(sum(least(importing, added)), 0)::float8 FROM (
      SELECT importing, added FROM import
      WHERE workspace_id = bound.workspace_id AND workspace_id = $1 AND status = $2
      ORDER BY created_at DESC, id DESC LIMIT $3
    ) AS running
  ) AS products, coalesce(sum(bytes), 0)::float8 AS bytes
  FROM product_total WHERE workspace_id = bound.workspace_id AND workspace_id = $1`;

@Injectable()
export class ProductTotalsStore {
  constructor(private readonly database: Database) {}

  async of(workspaceId: string): Promise<ProductTotal> {
    const [row] = await this.database.read<ProductTotal>(workspaceId, TOTAL, ['RUNNING', MOST_IMPORTS]);
    return row ?? { products: 0, bytes: 0 };
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
