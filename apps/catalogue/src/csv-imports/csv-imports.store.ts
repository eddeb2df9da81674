// The chunks of CSV files, and the imports and items that are made of them. SQL, because the statements concern thousands of rows,
// or lock some.
import { Inject, Injectable } from '@nestjs/common';
import { holderOf, type Actor, type ImportItem } from '#contracts';
import { CONFIG } from '#platform/config';
import { arraysOf, Database, type Transaction } from '#platform/database';
import type { Config } from '../config.ts';
import type { ImportItemEntity, ImportKey } from '../import-record/index.ts';
import type { ImportChunkEntity } from './csv-imports.entity.ts';

/** A chunk as it is stored. */
export type StagedChunk = Pick<ImportChunkEntity, 'importId' | 'chunk' | 'rows'>;

/** A row of an import and its first status. */
export type RowItem = Required<Pick<ImportItem, 'row' | 'status'>>;

/** The outcome of a row: the id of its product, or an error. */
export interface ResolvedRow extends Pick<ImportItemEntity, 'productId' | 'errorCode' | 'errorTarget'> {
  row: number;
}

const OF_IMPORT = 'workspace_id = $1 AND import_id = $2';

@Injectable()
export class CsvImportsStore {
  constructor(
    private readonly database: Database,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Stores a chunk, unless it is there already. */
  async stage(tx: Transaction, workspaceId: string, { importId, chunk, rows }: StagedChunk): Promise<void> {
    await tx.query(
      `INSERT INTO import_chunk (workspace_id, import_id, chunk, rows) VALUES ($1, $2, $3, $4)
       ON CONFLICT DO NOTHING`,
      [workspaceId, importId, chunk, JSON.stringify(rows)],
    );
  }

  async countChunks(tx: Transaction, workspaceId: string, importId: string): Promise<number> {
    const text = `SELECT count(*)::int AS n FROM import_chunk WHERE ${OF_IMPORT}`;
    const [row] = await tx.query<[{ n: number }]>(text, [workspaceId, importId]);
    return row.n;
  }

  /** How many valid rows of a file name no product, and so make a new one. */
  async countNewRows(tx: Transaction, workspaceId: string, importId: string): Promise<number> {
    const [row] = await tx.query<[{ n: number }]>(
      `SELECT count(*)::int AS n FROM import_chunk CROSS JOIN json_array_elements(rows) AS r (value)
       WHERE ${OF_IMPORT} AND value -> 'id' IS NULL AND value -> 'isInvalid' IS NULL`,
      [workspaceId, importId],
    );
    return row.n;
  }

  /** Deletes all chunks of a file. */
  async removeChunks(tx: Transaction, workspaceId: string, importId: string): Promise<void> {
    await tx.query(`DELETE FROM import_chunk WHERE ${OF_IMPORT}`, [workspaceId, importId]);
  }

  /** Stores a running import of these items, of which `added` are new products. */
  async insertImport(
    tx: Transaction,
    actor: Actor,
    { id, items, added }: { id: string; items: readonly RowItem[]; added: number },
  ): Promise<void> {
    const { workspaceId, accountId } = actor;
    const failure = items.filter(({ status }) => status === 'failure').length;
    await tx.query(
      `INSERT INTO import (workspace_id, id, account_id, status, deadline_at, importing, failure, holder_id, added)
       VALUES ($1, $2, $3, 'RUNNING', now() + $4 * interval '1 hour', $5, $6, $7, $8)`,
      [
        workspaceId,
        id,
        accountId,
        this.config.IMPORT_DEADLINE_HOURS,
        items.length - failure,
        failure,
        holderOf(actor),
        added,
      ],
    );
  }

  /** Stores an item for each row of the chunks of an import, and returns them in the order of the file. */
  async insertItems(tx: Transaction, workspaceId: string, importId: string): Promise<RowItem[]> {
    const items = await tx.query<RowItem[]>(
      `INSERT INTO import_item (workspace_id, import_id, asin, position, status, error_code, error_target)
       SELECT $1, $2, '#' || "row", "row", CASE WHEN "isInvalid" THEN 'failure' ELSE 'importing' END,
         CASE WHEN "isInvalid" THEN 'InvalidRow' END, target
       FROM import_chunk CROSS JOIN json_to_recordset(rows) AS r ("row" int, "isInvalid" boolean, target text)
       WHERE ${OF_IMPORT}
       RETURNING position AS row, status`,
      [workspaceId, importId],
    );
    return items.sort((a, b) => a.row - b.row);
  }

  /**
   * Imports of CSV files that still run, at most `limit`: the first one of each holder before the second ones, and as a holder's
   * first one that of which the fewest chunks are written, so that a large file delays no small one. Among holders by chance, so
   * that no chunk that fails each time keeps those of others waiting.
   */
  running(limit: number): Promise<ImportKey[]> {
    return this.database.system(
      `SELECT workspace_id AS "workspaceId", id FROM (
         SELECT import.*, (SELECT min(chunk) FROM import_chunk
           WHERE import_chunk.workspace_id = import.workspace_id AND import_id = import.id) AS next
         FROM import WHERE status = 'RUNNING' AND marketplace IS NULL
       ) AS import
       ORDER BY row_number() OVER (PARTITION BY holder_id ORDER BY next NULLS FIRST, created_at), random() LIMIT $1`,
      [limit],
    );
  }

  /**
   * Makes this instance the only one that writes rows of an import until the end of the transaction; false when another one
   * does. Of two, one would otherwise write a chunk while the other still writes the one before it, whose rows may name the
   * same products.
   */
  async lockFile(tx: Transaction, { id }: ImportKey): Promise<boolean> {
    const [row] = await tx.query<[{ isLocked: boolean }]>(
      `SELECT pg_try_advisory_xact_lock(hashtextextended('import_chunk ' || $1, 0)) AS "isLocked"`,
      [id],
    );
    return row.isLocked;
  }

  /** Locks the first chunk of an import; undefined when there is none. */
  async lockChunk(tx: Transaction, { workspaceId, id }: ImportKey): Promise<StagedChunk | undefined> {
    const [chunk] = await tx.query<StagedChunk[]>(
      `SELECT import_id AS "importId", chunk, rows FROM import_chunk WHERE ${OF_IMPORT} ORDER BY chunk LIMIT 1 FOR UPDATE`,
      [workspaceId, id],
    );
    return chunk;
  }

  /**
   * Locks those of these rows, in the order of the file, that are still importing, and returns their numbers. The range of the
   * numbers spares all other rows of the file the comparison with each of these.
   */
  async lockImporting(
    tx: Transaction,
    { workspaceId, id }: ImportKey,
    rows: readonly number[],
  ): Promise<Set<number>> {
    const locked = await tx.query<{ position: number }[]>(
      `SELECT position FROM import_item
       WHERE ${OF_IMPORT} AND position BETWEEN $4 AND $5 AND asin = ANY ($3) AND status = 'importing' ORDER BY asin FOR UPDATE`,
      [workspaceId, id, rows.map((row) => `#${row}`), rows[0] ?? 0, rows.at(-1) ?? 0],
    );
    return new Set(locked.map(({ position }) => position));
  }

  /** Resolves locked rows. */
  async resolve(
    tx: Transaction,
    { workspaceId, id }: ImportKey,
    rows: readonly ResolvedRow[],
  ): Promise<void> {
    await tx.query(
      `UPDATE import_item AS item
       SET status = CASE WHEN r.product_id IS NULL THEN 'failure' ELSE 'success' END,
         product_id = r.product_id, error_code = r.error_code, error_target = r.error_target
       FROM unnest($3::int[], $4::uuid[], $5::text[], $6::text[]) AS r (number, product_id, error_code, error_target)
       WHERE ${OF_IMPORT} AND asin = '#' || number`,
      [workspaceId, id, ...arraysOf(rows, 'row', 'productId', 'errorCode', 'errorTarget')],
    );
  }

  /** Deletes a chunk. */
  async removeChunk(tx: Transaction, { workspaceId, id }: ImportKey, chunk: number): Promise<void> {
    await tx.query(`DELETE FROM import_chunk WHERE ${OF_IMPORT} AND chunk = $3`, [workspaceId, id, chunk]);
  }
}
