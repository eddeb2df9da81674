// Reads the lists of imports and of their items, page by page, and the statistic of imports.
import { Injectable } from '@nestjs/common';
import {
  fromUnixSeconds,
  IMPORT_ITEM_ERROR_CODES,
  importItem,
  importStatus,
  INTERVAL_SECONDS,
  withoutNulls,
  type ImportFilters,
  type ImportItemFilters,
  type ImportPoint,
  type InputOf,
  type listImportStatistics,
} from '#contracts';
import { Database, LOWEST_ID, selectList } from '#platform/database';
import { Pages, POSITION_COLUMNS, type PageQuery, type RowPosition } from '#platform/paging';
import {
  HEADER,
  type ImportCounts,
  type ImportHeader,
  importItemOf,
  importSummaryOf,
  ITEM,
  itemOf,
  type ItemRow,
} from '../import-record/index.ts';

/** A page of the imports of a workspace. */
export interface ImportsQuery extends PageQuery, ImportFilters {}

/** A page of the items of an import. */
export interface ItemsQuery extends PageQuery, ImportItemFilters {
  importId: string;
}

/** What the items of a list may have become: importing, success or an error code. */
const OUTCOMES = [...importItem.shape.status.exclude(['failure']).options, ...IMPORT_ITEM_ERROR_CODES];

@Injectable()
export class ImportListsStore {
  constructor(
    private readonly database: Database,
    private readonly pages: Pages,
  ) {}

  /** One page of the imports of a workspace, newest first, as JSON. Error: InvalidNextToken. */
  imports(query: ImportsQuery): Promise<string> {
    const { workspaceId, status = importStatus.options, createdAfter, createdBefore } = query;
    return this.pages.readList<ImportRow>(
      {
        noun: 'imports',
        filters: [query.status?.join(), createdAfter, createdBefore],
        toJson: (row) => JSON.stringify(importSummaryOf(row, row)),
        rows: (after, count) =>
          this.database.read<ImportRow & RowPosition>(workspaceId, IMPORTS_OF_STATUSES, [
            [...new Set(status)],
            createdAfter === undefined ? '-infinity' : fromUnixSeconds(createdAfter),
            after?.createdAt ?? (createdBefore === undefined ? 'infinity' : fromUnixSeconds(createdBefore)),
            after?.id ?? LOWEST_ID,
            count,
          ]),
      },
      query,
    );
  }

  /** True when the workspace has the import. */
  async has(workspaceId: string, importId: string): Promise<boolean> {
    const rows = await this.database.read(
      workspaceId,
      'SELECT 1 FROM import WHERE workspace_id = bound.workspace_id AND workspace_id = $1 AND id = $2',
      [importId],
    );
    return rows.length > 0;
  }

  /** One page of the items of an import in submitted order, as JSON. Error: InvalidNextToken. */
  items(query: ItemsQuery): Promise<string> {
    const { workspaceId, importId, status, errorCode } = query;
    const outcomes = outcomesOf(query);
    return this.pages.readList<ItemRow>(
      {
        noun: 'items',
        filters: [importId, status, errorCode],
        toJson: (row) => JSON.stringify(importItemOf(itemOf(row))),
        // The cursor of an item is its place in the submitted order.
        rows: (after, count) =>
          this.database.read<ItemRow & RowPosition>(workspaceId, ITEMS_OF_OUTCOMES, [
            importId,
            outcomes,
            Number(after?.id ?? 0),
            count,
          ]),
      },
      query,
    );
  }

  /** One point for each interval, or for each error code in it; ImportsStore.end adds to what is read here. */
  async statistics(input: InputOf<typeof listImportStatistics>): Promise<ImportPoint[]> {
    const { actor, from, to, interval, byErrorCode } = input;
    const sql = `SELECT hour * 3600::float8 AS start,
         ${byErrorCode ? `nullif(outcome, 'success')` : 'NULL'} AS key,
         coalesce(sum(items) FILTER (WHERE outcome = 'success'), 0)::int AS success,
         coalesce(sum(items) FILTER (WHERE outcome <> 'success'), 0)::int AS failure
       FROM import_statistic
       WHERE workspace_id = bound.workspace_id AND workspace_id = $1 AND hours = $4 AND hour >= $2 AND hour < $3
       GROUP BY 1, 2 ORDER BY 1, 2`;
    const hours = [from, to, INTERVAL_SECONDS[interval]].map((seconds) => seconds / 3600);
    const rows = await this.database.readAlone(actor.workspaceId, sql, hours);
    return rows.map((row) => withoutNulls(row) as ImportPoint);
  }
}

/** The outcomes that fulfil the filters. */
function outcomesOf({ status, errorCode }: ImportItemFilters): string[] {
  const isFailure = (outcome: string): boolean => IMPORT_ITEM_ERROR_CODES.some((code) => code === outcome);
  return OUTCOMES.filter(
    (outcome) =>
      (status === undefined || (isFailure(outcome) ? 'failure' : outcome) === status) &&
      (errorCode === undefined || outcome === errorCode),
  );
}

type ImportRow = ImportHeader & ImportCounts;

const SUMMARY = selectList([...HEADER, 'success', 'importing', 'failure']);

// Each status gives its newest imports by the index of statuses, and the page is the newest of these. The status is equal,
// so that both times are places in that index, where Postgres begins and ends to read: a comparison of rows with the status
// in them would bound only where it begins. Under row-level security the bounds have to be bare parameters for that: it
// takes a coalesce for a function that may leak rows.
const IMPORTS_OF_STATUSES = `
  SELECT ${POSITION_COLUMNS}, ${SUMMARY}
  FROM unnest($2::text[]) AS wanted CROSS JOIN LATERAL (
    SELECT * FROM import
    WHERE workspace_id = bound.workspace_id AND workspace_id = $1
      AND status = wanted AND created_at >= $3::timestamptz
      AND (created_at, id) < ($4::timestamptz, $5::uuid)
    ORDER BY created_at DESC, id DESC LIMIT $6
  ) AS import ORDER BY created_at DESC, id DESC LIMIT $6`;

// Each outcome gives its first items by the index of outcomes, and the page is the first of these.
const ITEMS_OF_OUTCOMES = `
  SELECT found.position::text AS "cursorId", '' AS "cursorTime", ${selectList(ITEM)}
  FROM unnest($3::text[]) AS wanted (outcome) CROSS JOIN LATERAL (
    SELECT * FROM import_item
    WHERE workspace_id = bound.workspace_id AND workspace_id = $1 AND import_id = $2
      AND import_item.outcome = wanted.outcome AND position > $4
    ORDER BY position LIMIT $5
  ) AS found ORDER BY found.position LIMIT $5`;
