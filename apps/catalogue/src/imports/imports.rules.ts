// Derives the status and the outward form of an import from its items.
import {
  IMPORT_ITEM_ERRORS,
  toUnixSeconds,
  type ImportItem,
  type ImportResult,
  type ImportState,
  type ImportStatus,
} from '#contracts';
import type { ImportEntity } from './imports.entity.ts';

/** One identifier and its outcome so far. */
export type ItemState = Omit<ImportItem, 'errorMessage'>;

/** An import without its items. */
export type ImportHeader = Pick<ImportEntity, 'id' | 'marketplace' | 'status' | 'createdAt' | 'completedAt'>;

/** How many identifiers have which status. */
export type ImportCounts = Omit<ImportState['counts'], 'total'>;

/** The status that follows from the counts: RUNNING while an item is importing, then by the outcomes. */
export function importStatusOf({ success, importing, failure }: ImportCounts): ImportStatus {
  if (importing > 0) return 'RUNNING';
  if (failure === 0) return 'COMPLETED';
  return success === 0 ? 'FAILED' : 'PARTIAL';
}

/** The identifiers of an import by status, in submitted order. */
export function bucketsOf(id: string, items: readonly ItemState[]): ImportResult {
  const of = (status: ItemState['status']): string[] =>
    items.filter((item) => item.status === status).map((item) => item.asin);
  return { id, success: of('success'), importing: of('importing'), failure: of('failure') };
}

/** An import as the API shows it. */
export function importStateOf(header: ImportHeader, items: readonly ItemState[]): ImportState {
  const { id, status, marketplace, createdAt, completedAt } = header;
  const buckets = bucketsOf(id, items);
  return {
    ...buckets,
    status,
    marketplace,
    counts: {
      total: items.length,
      success: buckets.success.length,
      importing: buckets.importing.length,
      failure: buckets.failure.length,
    },
    items: items.map((item) => ({
      ...item,
      errorMessage: item.errorCode && IMPORT_ITEM_ERRORS[item.errorCode],
    })),
    createdAt: toUnixSeconds(createdAt),
    ...(completedAt ? { completedAt: toUnixSeconds(completedAt) } : {}),
  };
}
