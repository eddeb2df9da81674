// How an import stands and ends, from its items.
import {
  IMPORT_ITEM_ERRORS,
  type ImportItem,
  type ImportResult,
  type ImportState,
  type ImportStatus,
} from '#contracts';

/** One identifier as it is kept. */
export type KeptItem = Omit<ImportItem, 'errorMessage'>;

/** How many identifiers stand where. */
export interface ImportCounts {
  success: number;
  importing: number;
  failure: number;
}

/** The status that follows from the counts: running while one is, then by what was reached. */
export function importStatusOf({ success, importing, failure }: ImportCounts): ImportStatus {
  if (importing > 0) return 'RUNNING';
  if (failure === 0) return 'COMPLETED';
  return success === 0 ? 'FAILED' : 'PARTIAL';
}

/** The identifiers of an import by outcome, in submitted order. */
export function bucketsOf(id: string, items: readonly KeptItem[]): ImportResult {
  const of = (status: KeptItem['status']): string[] =>
    items.filter((item) => item.status === status).map((item) => item.asin);
  return { id, success: of('success'), importing: of('importing'), failure: of('failure') };
}

/** An import without its items, as it is kept. */
export type KeptImport = Pick<ImportState, 'id' | 'marketplace' | 'status' | 'createdAt' | 'completedAt'>;

/** An import as the API shows it. */
export function importStateOf(header: KeptImport, items: readonly KeptItem[]): ImportState {
  const buckets = bucketsOf(header.id, items);
  return {
    ...buckets,
    status: header.status,
    marketplace: header.marketplace,
    counts: {
      total: items.length,
      success: buckets.success.length,
      importing: buckets.importing.length,
      failure: buckets.failure.length,
    },
    items: items.map(itemOf),
    createdAt: header.createdAt,
    ...(header.completedAt === undefined ? {} : { completedAt: header.completedAt }),
  };
}

function itemOf(item: KeptItem): ImportItem {
  return item.errorCode === undefined ? item : { ...item, errorMessage: IMPORT_ITEM_ERRORS[item.errorCode] };
}
