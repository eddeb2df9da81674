// Derives the status and the outward form of an import from its items.
import {
  ERRORS,
  IMPORT_ITEM_ERRORS,
  importItem,
  toUnixSeconds,
  type Bilingual,
  type ErrorCode,
  type ImportItem,
  type ImportItemErrorCode,
  type ImportPreview,
  type ImportResult,
  type ImportState,
  type ImportStatus,
  type ImportSummary,
} from '#contracts';
import type { ImportEntity } from './imports.entity.ts';

/** One identifier, or row of a CSV file, and its outcome so far. */
export type ItemState = Omit<ImportItem, 'errorMessage'>;

/** An import without its items. */
export type ImportHeader = Pick<
  ImportEntity,
  | 'id'
  | 'accountId'
  | 'marketplace'
  | 'status'
  | 'retryOf'
  | 'batchId'
  | 'batchErrorCode'
  | 'batchErrorTarget'
  | 'createdAt'
  | 'deadlineAt'
  | 'completedAt'
>;

/** An import with its first items, and the numbers of the rows after them by status. */
export interface ImportStanding {
  header: ImportHeader;
  items: readonly ItemState[];
  later: Readonly<Record<ItemState['status'], readonly number[]>>;
}

/** An import with its items as they were when it was accepted, in submitted order. */
export interface AcceptedImport {
  id: string;
  items: readonly Pick<ItemState, 'asin' | 'row' | 'status'>[];
  /** The import whose failures it tries again. */
  retryOf?: string | undefined;
}

/** How many identifiers have which status. */
export type ImportCounts = Omit<ImportState['counts'], 'total'>;

/** The counts of an import, and whether a person has cancelled it. */
export type OutcomeCounts = ImportCounts & { isCancelled: boolean };

/** Why an import ends before all of its items have been fetched. */
export type EarlyEnd = Extract<ImportItemErrorCode, 'DeadlineExceeded' | 'Cancelled'>;

/** The status that follows from the counts: RUNNING while an item is importing, then by the outcomes. */
export function importStatusOf({ success, importing, failure, isCancelled }: OutcomeCounts): ImportStatus {
  if (importing > 0) return 'RUNNING';
  if (isCancelled) return 'CANCELLED';
  if (failure === 0) return 'COMPLETED';
  return success === 0 ? 'FAILED' : 'PARTIAL';
}

/** The identifiers of an import by status, in submitted order; rows by their numbers. */
export function bucketsOf(items: AcceptedImport['items']): ImportPreview {
  const of = (status: ItemState['status']): string[] =>
    items.filter((item) => item.status === status).map((item) => item.asin ?? String(item.row));
  return { success: of('success'), importing: of('importing'), failure: of('failure') };
}

/** An accepted import as the API shows it. */
export function importResultOf({ id, items, retryOf }: AcceptedImport): ImportResult {
  return { id, ...bucketsOf(items), ...(retryOf ? { retryOf } : {}) };
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

/** An import as the API shows it, with its first items: of a larger CSV file, the list of items has the others. */
export function importStateOf({ header, items, later }: ImportStanding): ImportState {
  const first = bucketsOf(items);
  const of = (status: ItemState['status']): string[] => [...first[status], ...later[status].map(String)];
  const buckets = { success: of('success'), importing: of('importing'), failure: of('failure') };
  const { success, importing, failure } = buckets;
  const counts = { success: success.length, importing: importing.length, failure: failure.length };
  return { ...buckets, ...importSummaryOf(header, counts), items: items.map(importItemOf) };
}

/** An import as lists show it. */
export function importSummaryOf(header: ImportHeader, counts: ImportCounts): ImportSummary {
  const { id, accountId, status, marketplace, retryOf, batchId, createdAt, deadlineAt, completedAt } = header;
  const { batchErrorCode: code, batchErrorTarget: target } = header;
  const { success, importing, failure } = counts;
  return {
    id,
    accountId,
    status,
    ...(marketplace ? { marketplace } : {}),
    counts: { total: success + importing + failure, success, importing, failure },
    ...(retryOf ? { retryOf } : {}),
    ...(batchId ? { batchId } : {}),
    ...(code ? { batchError: { code, message: messageOf(code), ...(target ? { target } : {}) } } : {}),
    createdAt: toUnixSeconds(createdAt),
    deadlineAt: toUnixSeconds(deadlineAt),
    ...(completedAt ? { completedAt: toUnixSeconds(completedAt) } : {}),
  };
}

function messageOf(code: ErrorCode): Bilingual {
  const { en, zh } = ERRORS[code];
  return { en, zh };
}

/** An item as the API shows it. */
export function importItemOf(item: ItemState): ImportItem {
  return item.errorCode ? { ...item, errorMessage: IMPORT_ITEM_ERRORS[item.errorCode] } : item;
}
