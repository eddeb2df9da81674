// Reads and writes the tables dataset and dataset_case.
import { Injectable } from '@nestjs/common';
import { isUuid, type SourceProduct } from '#contracts';
import { arraysOf, Database, selectListWithout, type Transaction } from '#platform/database';
import { fittingRows, Pages, type PageQuery } from '#platform/paging';
import { DatasetCaseEntity, DatasetEntity } from './datasets.entity.ts';
import {
  toCase,
  toDataset,
  type AcceptedText,
  type DatasetRow,
  type DatasetSize,
  type NewCase,
} from './datasets.rules.ts';

const COLUMNS = selectListWithout(DatasetEntity, ['workspaceId', 'holderId', 'ready']);
const CASE_COLUMNS = 'product, accepted_texts AS "acceptedTexts"';

/** The accepted texts about products $2. The document of a listing has all of its parts, so it is none of them. */
const ACCEPTED = `product_text AS text
  LEFT JOIN generation ON generation.workspace_id = text.workspace_id AND generation.id = text.generation_id
  LEFT JOIN document ON document.workspace_id = text.workspace_id AND document.id = accepted_document_id
    AND (generation.application_id <> 'listing' OR text.application_id = 'listing')
  WHERE text.workspace_id = bound.workspace_id AND text.workspace_id = $1 AND text.product_id = ANY ($2) AND text.state <> 'PENDING'`;

/** A dataset of a workspace. */
export interface DatasetKey {
  workspaceId: string;
  id: string;
}

/** A dataset to be inserted. */
type NewDataset = Pick<DatasetEntity, 'workspaceId' | 'id' | 'holderId' | 'name' | 'inputs' | 'cases'>;

@Injectable()
export class DatasetsStore {
  constructor(
    private readonly database: Database,
    private readonly pages: Pages,
  ) {}

  /** One page, newest first, as the JSON of a DatasetList. Errors: InvalidNextToken. */
  page(query: PageQuery): Promise<string> {
    const toJson = (row: DatasetRow) => JSON.stringify(toDataset(row));
    const filters = { ready: 'true' };
    return this.pages.read<DatasetRow>(
      { noun: 'datasets', table: 'dataset', columns: COLUMNS, toJson, filters },
      query,
    );
  }

  /** One page of the cases of a dataset, as the JSON of a CaseList. Errors: InvalidNextToken. */
  casePage(datasetId: string, query: PageQuery): Promise<string> {
    const toJson = (row: DatasetCaseEntity) => JSON.stringify(toCase(row));
    const equal = { dataset_id: datasetId };
    return this.pages.read<DatasetCaseEntity>(
      {
        noun: 'cases',
        table: 'dataset_case',
        columns: CASE_COLUMNS,
        bytes: 'bytes',
        toJson,
        filters: {},
        equal,
      },
      query,
    );
  }

  /** Finds a dataset that is ready; undefined when the id is malformed or unknown in the workspace. */
  async find(workspaceId: string, id: string): Promise<DatasetRow | undefined> {
    if (!isUuid(id)) return undefined;
    const sql = `SELECT ${COLUMNS} FROM dataset WHERE workspace_id = bound.workspace_id AND workspace_id = $1 AND id = $2 AND ready`;
    const [row] = await this.database.read<DatasetRow>(workspaceId, sql, [id]);
    return row;
  }

  /**
   * How much the workspaces of a holder have, with this one, which another account may have held before. Until the end of the
   * transaction nobody else adds to them.
   */
  async lockSizes(
    tx: Transaction,
    { workspaceId, holderId }: Pick<NewDataset, 'workspaceId' | 'holderId'>,
  ): Promise<DatasetSize[]> {
    await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('datasets-' || $1, 0))`, [holderId]);
    await tx.query('UPDATE dataset SET holder_id = $2 WHERE workspace_id = $1 AND holder_id <> $2', [
      workspaceId,
      holderId,
    ]);
    return tx.query<DatasetSize[]>(
      'SELECT workspace_id AS "workspaceId", cases, bytes FROM datasets_of_holder($1)',
      [holderId],
    );
  }

  /** Adds a dataset that is not ready. SQL, because the type of its JSON is too deep for a repository. */
  async insert(
    tx: Transaction,
    { workspaceId, id, holderId, name, inputs, cases }: NewDataset,
  ): Promise<void> {
    await tx.query(
      'INSERT INTO dataset (workspace_id, id, holder_id, name, inputs, cases) VALUES ($1, $2, $3, $4, $5, $6)',
      [workspaceId, id, holderId, name, inputs && JSON.stringify(inputs), cases],
    );
  }

  /** Adds cases and their size. SQL, because it inserts a set and changes sums. */
  async insertCases(
    tx: Transaction,
    { workspaceId, id }: DatasetKey,
    cases: readonly NewCase[],
    bytes: number,
  ): Promise<void> {
    await tx.query(
      `WITH added AS (
         INSERT INTO dataset_case (workspace_id, dataset_id, id, product, accepted_texts, bytes)
         SELECT $1, $2, * FROM unnest($3::uuid[], $4::json[], $5::json[], $6::int[])
         RETURNING accepted_texts
       )
       UPDATE dataset SET bytes = bytes + $7,
         with_references = with_references + (SELECT count(accepted_texts) FROM added)
       WHERE workspace_id = $1 AND id = $2`,
      [workspaceId, id, ...arraysOf(cases, 'id', 'product', 'acceptedTexts', 'bytes'), bytes],
    );
  }

  /** Shows a dataset, whose cases are all there, and returns it; undefined without a case. */
  async finish(tx: Transaction, { workspaceId, id }: DatasetKey): Promise<DatasetRow | undefined> {
    const [[row]] = await tx.query<[[DatasetRow?], number]>(
      `UPDATE dataset SET ready = true, cases = found.count FROM (
         SELECT count(*)::int AS count FROM dataset_case WHERE workspace_id = $1 AND dataset_id = $2
       ) AS found
       WHERE workspace_id = $1 AND id = $2 AND found.count > 0 RETURNING ${COLUMNS}`,
      [workspaceId, id],
    );
    return row;
  }

  /** Deletes a dataset with its cases, whether it is ready or not; false when there is none. */
  async delete(tx: Transaction, { workspaceId, id }: DatasetKey): Promise<boolean> {
    const { affected } = await tx.delete(DatasetEntity, { workspaceId, id });
    await tx.delete(DatasetCaseEntity, { workspaceId, datasetId: id });
    return affected === 1;
  }

  /** Deletes a dataset with its cases, unless it is ready. */
  async deleteUnfinished(tx: Transaction, { workspaceId, id }: DatasetKey): Promise<void> {
    const { affected } = await tx.delete(DatasetEntity, { workspaceId, id, ready: false });
    if (affected === 1) await tx.delete(DatasetCaseEntity, { workspaceId, datasetId: id });
  }

  /** Products of a dataset with the first ids, as many as a page may have bytes; undefined for those that it has not. */
  async products(
    workspaceId: string,
    datasetId: string,
    ids: readonly string[],
  ): Promise<Map<string, SourceProduct | undefined>> {
    const wanted = `SELECT place, wanted.id, product, coalesce(bytes, 0) AS bytes
      FROM unnest($3::uuid[]) WITH ORDINALITY AS wanted (id, place) LEFT JOIN dataset_case AS one
        ON one.workspace_id = bound.workspace_id AND one.workspace_id = $1 AND dataset_id = $2 AND one.id = wanted.id`;
    const rows = await this.database.read<{ id: string; product: SourceProduct | null }>(
      workspaceId,
      `SELECT id, product FROM ${fittingRows(wanted, 'place', 'bytes')}`,
      [datasetId, [...new Set(ids)]],
    );
    return new Map(rows.map(({ id, product }) => [id, product ?? undefined]));
  }

  /** At most `count` products of a dataset, and no more bytes than a page may have; the newest products first. */
  async sample(workspaceId: string, datasetId: string, count: number): Promise<SourceProduct[]> {
    const newest = `SELECT id, product, bytes FROM dataset_case
      WHERE workspace_id = bound.workspace_id AND workspace_id = $1 AND dataset_id = $2 ORDER BY id DESC LIMIT $3`;
    const rows = await this.database.read<Pick<DatasetCaseEntity, 'product'>>(
      workspaceId,
      `SELECT product FROM ${fittingRows(newest, 'id DESC', 'bytes')}`,
      [datasetId, count],
    );
    return rows.map(({ product }) => product);
  }

  /**
   * The ids of the cases of a dataset that is ready, those of the newest products first. Until the end of the transaction
   * nobody deletes it.
   */
  async lockCases(tx: Transaction, { workspaceId, id }: DatasetKey): Promise<string[]> {
    const place = [workspaceId, id];
    await tx.query('SELECT FROM dataset WHERE workspace_id = $1 AND id = $2 FOR KEY SHARE', place);
    const rows = await tx.query<{ id: string }[]>(
      `SELECT one.id FROM dataset_case AS one JOIN dataset USING (workspace_id)
       WHERE workspace_id = $1 AND dataset.id = $2 AND dataset_id = dataset.id AND ready ORDER BY one.id DESC`,
      place,
    );
    return rows.map((row) => row.id);
  }

  /** True while a batch of an experiment is running on a dataset. */
  async isInUse(tx: Transaction, { workspaceId, id }: DatasetKey): Promise<boolean> {
    const sql =
      'SELECT FROM batch WHERE workspace_id = $1 AND dataset_id = $2 AND completed_at IS NULL LIMIT 1';
    return (await tx.query<unknown[]>(sql, [workspaceId, id])).length > 0;
  }

  /** Bytes of the documents with accepted texts about products, by product. */
  async textBytes(workspaceId: string, productIds: readonly string[]): Promise<Map<string, number>> {
    const sql = `SELECT text.product_id AS id, coalesce(sum(octet_length(content)), 0)::float8 AS bytes FROM ${ACCEPTED}
      GROUP BY text.product_id`;
    const rows = await this.database.read<{ id: string; bytes: number }>(workspaceId, sql, [productIds]);
    return new Map(rows.map(({ id, bytes }) => [id, bytes]));
  }

  /** The accepted texts about products, stale ones too. */
  acceptedTexts(workspaceId: string, productIds: readonly string[]): Promise<AcceptedText[]> {
    return this.database.read<AcceptedText>(
      workspaceId,
      `SELECT text.product_id AS "productId", text.application_id AS "applicationId", review ->> 'to' AS "to",
         review -> 'otherPlaces' AS "otherPlaces", content
       FROM ${ACCEPTED}`,
      [productIds],
    );
  }
}
