// What statements read of an import and of its items, and the forms that it takes then.
import { withoutNulls } from '#contracts';
import type { ImportItemEntity } from './imports.entity.ts';
import type { ImportHeader, ImportStanding, ItemState } from './imports.rules.ts';

/** The properties of an import without its counts. */
export const HEADER = [
  'id',
  'accountId',
  'status',
  'marketplace',
  'retryOf',
  'batchId',
  'batchErrorCode',
  'batchErrorTarget',
  'createdAt',
  'deadlineAt',
  'completedAt',
] as const satisfies (keyof ImportHeader)[];

/** The properties of a new item. */
export const NEW_ITEM = ['asin', 'submitted', 'status', 'productId', 'errorCode'] as const;

/** The properties of an item that readers need. */
export const ITEM = [...NEW_ITEM, 'errorTarget', 'marketplace', 'position'] as const;
export type ItemRow = Pick<ImportItemEntity, (typeof ITEM)[number]>;

/** An import with the items that its state shows, and the places of those after them by status. */
export interface StandingRow extends ImportHeader {
  shown: readonly ItemRow[];
  laterSuccess: readonly number[];
  laterImporting: readonly number[];
  laterFailure: readonly number[];
}

/** An import as such a row has it. */
export function standingOf(row: StandingRow): ImportStanding {
  const { shown, laterSuccess, laterImporting, laterFailure, ...header } = row;
  return {
    header,
    items: shown.map(itemOf),
    later: { success: laterSuccess, importing: laterImporting, failure: laterFailure },
  };
}

/** The state of an item, under the name with which it was submitted: its identifier, or the number of its row. */
export function itemOf({ asin, submitted, marketplace, position, ...item }: ItemRow): ItemState {
  const { status, productId, errorCode, errorTarget } = item;
  const name = marketplace ? { asin: submitted ?? asin } : { row: position };
  return { ...name, ...withoutNulls({ status, productId, errorCode, errorTarget }) };
}
