// Derives the status and the outward form of an import from its items.
import {
  IMPORT_ITEM_ERRORS,
  MAX_IMPORT_ASINS,
  importItem,
  toUnixSeconds,
  type ImportItem,
  type ImportResult,
  type ImportState,
  type ImportStatus,
} from '#contracts';
import type { ImportEntity } from './imports.entity.ts';

/** One identifier, or row of a CSV file, and its outcome so far. */
export type ItemState = Omit<ImportItem, 'errorMessage'>;

/** An import without its items. */
export type ImportHeader = Pick<ImportEntity, 'id' | 'marketplace' | 'status' | 'createdAt' | 'completedAt'>;

/** An import with its items as they were when it was accepted, in submitted order. */
export interface AcceptedImport {
  id: string;
  items: readonly Pick<ItemState, 'asin' | 'row' | 'status'>[];
}

/** How many identifiers have which status. */
export type ImportCounts = Omit<ImportState['counts'], 'total'>;

/** The status that follows from the counts: RUNNING while an item is importing, then by the outcomes. */
export function importStatusOf({ success, importing, failure }: ImportCounts): ImportStatus {
  if (importing > 0) return 'RUNNING';
  if (failure === 0) return 'COMPLETED';
  return success === 0 ? 'FAILED' : 'PARTIAL';
}

/** The identifiers of an import by status, in submitted order; rows by their numbers. */
export function bucketsOf(id: string, items: AcceptedImport['items']): ImportResult {
  const of = (status: ItemState['status']): string[] =>
    items.filter((item) => item.status === status).map((item) => item.asin ?? String(item.row));
  return { id, success: of('success'), importing: of('importing'), failure: of('failure') };
}

/** The statuses of items as a text of one letter an item, such as `iisf`. */
export function statusLetters(items: AcceptedImport['items']): string {
  return items.map(({ status }) => status.charAt(0)).join('');
}

/** Gives items the statuses of a text of `statusLetters`. */
export function withStatuses(items: AcceptedImport['items'], letters: string): AcceptedImport['items'] {
  const statusOf = new Map(importItem.shape.status.options.map((status) => [status.charAt(0), status]));
  return items.map((item, i) => ({ ...item, status: statusOf.get(letters.charAt(i)) ?? item.status }));
}

/** An import as the API shows it. */
export function importStateOf(header: ImportHeader, items: readonly ItemState[]): ImportState {
  const { id, status, marketplace, createdAt, completedAt } = header;
  const buckets = bucketsOf(id, items);
  return {
    ...buckets,
    status,
    ...(marketplace ? { marketplace } : {}),
    counts: {
      total: items.length,
      success: buckets.success.length,
      importing: buckets.importing.length,
      failure: buckets.failure.length,
    },
    items: items.slice(0, MAX_IMPORT_ASINS).map((item) => ({
      ...item,
      errorMessage: item.errorCode && IMPORT_ITEM_ERRORS[item.errorCode],
    })),
    createdAt: toUnixSeconds(createdAt),
    ...(completedAt ? { completedAt: toUnixSeconds(completedAt) } : {}),
  };
}
