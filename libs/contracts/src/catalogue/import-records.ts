// Defines what people do with imports besides starting one: listing them and their items, cancelling, trying again, following.
import { z } from 'zod';
import {
  importItem,
  importResult,
  importState,
  importStatus,
  importSubmission,
  onlyRepeat,
} from './imports.ts';
import { notification, request, type StreamTexts } from '../define.ts';
import { pageInput, pageOutput, pageQuery } from '../paging.ts';
import { IMPORT_ITEM_ERROR_CODES } from '../records.ts';
import { actor, idempotencyKey, timestamp, timestampText } from '../values.ts';

/** An import in a list: without its identifiers, which may be a thousand. */
export const importSummary = importState
  .omit({ success: true, importing: true, failure: true, items: true })
  .meta({ id: 'ImportSummary' });
export type ImportSummary = z.infer<typeof importSummary>;

/** Statuses in a query, separated by commas. */
const importStatusesText = z
  .string()
  .transform((text) => text.split(','))
  .pipe(z.array(importStatus).min(1).max(importStatus.options.length));

/** Query of the list of imports. */
export const importListQuery = z.strictObject({
  status: importStatusesText
    .optional()
    .describe('Only imports with one of these statuses, separated by commas.'),
  createdAfter: timestampText.optional().describe('Created at this time or later.'),
  createdBefore: timestampText.optional().describe('Created before this time.'),
  ...pageQuery('Imports'),
});
export type ImportListQuery = z.infer<typeof importListQuery>;

/** One page of imports, newest first. */
export const importList = z
  .object({ imports: z.array(importSummary), ...pageOutput })
  .meta({ id: 'ImportList' });
export type ImportList = z.infer<typeof importList>;

/** Filters of the list of imports, all of which must hold. */
const importFilters = z.object({
  status: z.array(importStatus).min(1).optional(),
  createdAfter: timestamp.optional(),
  createdBefore: timestamp.optional(),
});
export type ImportFilters = z.infer<typeof importFilters>;

export const listImports = request({
  operation: {
    id: 'ListImports',
    summary: 'List imports',
    description:
      'The imports of the workspace, newest first. An import is listed when it fulfils all filters.',
  },
  subject: 'catalogue.person.imports.list',
  since: '1.1.0',
  input: importFilters.extend({ actor, ...pageInput }),
  output: importList,
  errors: ['InvalidNextToken'],
  idempotent: true,
  passthrough: true,
});

/** Filters of the items of an import, all of which must hold. */
const itemFilters = z.object({
  status: importItem.shape.status.optional().describe('Only items with this status.'),
  errorCode: z.enum(IMPORT_ITEM_ERROR_CODES).optional().describe('Only items that failed for this reason.'),
});
export type ImportItemFilters = z.infer<typeof itemFilters>;

/** Query of the items of an import. */
export const importItemsQuery = z.strictObject({ ...itemFilters.shape, ...pageQuery('Items') });
export type ImportItemsQuery = z.infer<typeof importItemsQuery>;

/** One page of the items of an import, in submitted order. */
export const importItemList = z
  .object({ items: z.array(importItem), ...pageOutput })
  .meta({ id: 'ImportItemList' });
export type ImportItemList = z.infer<typeof importItemList>;

export const listImportItems = request({
  operation: {
    id: 'ListImportItems',
    summary: 'List the items of an import',
    description:
      'The identifiers of an import and what became of them, in submitted order. An item is listed when it fulfils all filters.',
  },
  subject: 'catalogue.person.imports.list-items',
  since: '1.1.0',
  input: itemFilters.extend({ actor, id: z.string(), ...pageInput }),
  output: importItemList,
  errors: ['NotFound', 'InvalidNextToken'],
  idempotent: true,
  passthrough: true,
});

export const cancelImport = request({
  operation: {
    id: 'CancelImport',
    summary: 'Cancel an import',
    description:
      'Ends a running import: identifiers that are not imported yet fail with `Cancelled`. Products that were imported stay. Cancelling an import that has ended changes nothing.',
    answer: 'The import as it stands.',
  },
  subject: 'catalogue.person.imports.cancel',
  since: '1.1.0',
  input: z.object({ actor, id: z.string() }),
  output: importState,
  errors: ['NotFound'],
  idempotent: true,
});

/** InvalidState when no item may succeed now. */
export const retryImport = request({
  operation: {
    id: 'RetryImport',
    summary: 'Import failures again',
    description:
      'Accepts a new import of the identifiers that failed with `SourceUnavailable`, `DeadlineExceeded` or `Cancelled`; follow it at `Location`. Its `retryOf` is the id of the former import.',
    answer: 'Accepted.',
  },
  subject: 'catalogue.person.imports.retry',
  since: '1.1.0',
  input: z.object({ actor, id: z.string(), idempotencyKey: idempotencyKey.optional(), onlyRepeat }),
  output: z.object({ import: importResult, replayed: z.boolean() }),
  errors: ['NotFound', 'InvalidState', 'QuotaExceeded', 'IdempotencyKeyReused', 'IdempotencyInProgress'],
});

/** Something of an import has changed; the key is its id. The notification may get lost: the record tells what it is. */
export const importChanged = notification({
  prefix: 'catalogue.notification.import',
  data: z.object({}),
});

/** The identifiers of an import that was only tried, grouped by what would become of them. */
export const importPreview = importResult.omit({ id: true, retryOf: true }).meta({ id: 'ImportPreview' });
export type ImportPreview = z.infer<typeof importPreview>;

/** Tells what would become of the identifiers of an import, and keeps nothing. */
export const validateImport = request({
  subject: 'catalogue.person.imports.validate',
  since: '1.1.0',
  input: z.object({ actor, body: importSubmission }),
  output: importPreview,
  idempotent: true,
});

/** The stream of the events of an import. */
export const followImport: StreamTexts = {
  id: 'FollowImport',
  summary: 'Follow an import',
  description: 'the import as it stands, then each item that settles, then the end',
  events: {
    'import.snapshot': 'the import as it stands; always the first event',
    'import.item':
      'an item that is no longer importing; of those for which `items` has no place, also each that had settled before',
    'import.progress': '`{counts}`, after the items that changed them, at most twice a second',
    'import.completed': 'the import without its identifiers; the stream ends',
  },
};
