// Defines imports: shapes of the API, and the requests that start one and read one.
import { z } from 'zod';
import { request } from '../define.ts';
import { bilingual, ERROR_CODES } from '../errors.ts';
import { importFollowUp } from './follow-ups.ts';
import { marketplace } from '../marketplaces.ts';
import { IMPORT_ITEM_ERROR_CODES } from '../records.ts';
import { actor, idempotencyKey, timestamp, uuid } from '../values.ts';

/** Most identifiers in one import. */
export const MAX_IMPORT_ASINS = 1000;

/** Body of an import. */
export const importRequest = z
  .strictObject({
    asins: z
      .array(z.string())
      .min(1)
      .max(MAX_IMPORT_ASINS)
      .describe('Product identifiers; a malformed one ends in `failure` and harms no other.'),
    marketplace: marketplace.optional().describe("Where to import from. Default: the workspace's."),
    refresh: z
      .boolean()
      .optional()
      .describe('True: fetch products again that were imported less than a day ago. Default: false.'),
    validateOnly: z
      .boolean()
      .optional()
      .describe(
        'Only tell what would become of each identifier: nothing is imported or kept. Default: false.',
      ),
    then: importFollowUp
      .optional()
      .describe(
        'A batch that begins when the import has ended, with a generation for each imported product; none begins after a cancel.',
      ),
  })
  .meta({ id: 'ImportRequest', example: { asins: ['B07Y33KYXZ', 'B000000001'], marketplace: 'US' } });
export type ImportRequest = z.infer<typeof importRequest>;

/** What is to be imported. */
export const importSubmission = importRequest.omit({ validateOnly: true });
export type ImportSubmission = z.infer<typeof importSubmission>;

const buckets = {
  id: uuid,
  success: z.array(z.string()).describe('Identifiers of products that are in the catalogue.'),
  importing: z.array(z.string()).describe('Identifiers of products that are still being imported.'),
  failure: z.array(z.string()).describe('Identifiers that could not be imported; `items` has the reasons.'),
};

const batchId = uuid.optional().describe('The batch that `then` asked for, once it has begun.');

const batchError = z
  .object({
    code: z.enum(ERROR_CODES),
    message: bilingual,
    target: z.string().optional().describe('The part of `then` that is the reason.'),
  })
  .optional()
  .describe(
    'Why no batch follows: it was refused for good, or in vain asked for during 24 hours, a week while only faults were the answer.',
  );

const retryOf = uuid.optional().describe('The import whose failures this one tries again.');

/** The documented import result: the submitted identifiers by outcome. */
export const importResult = z.object({ ...buckets, retryOf }).meta({ id: 'ImportResult' });
export type ImportResult = z.infer<typeof importResult>;

/** States of an import; all but RUNNING are final. */
export const importStatus = z.enum(['RUNNING', 'COMPLETED', 'PARTIAL', 'FAILED', 'CANCELLED']);
export type ImportStatus = z.infer<typeof importStatus>;

/** One identifier, or row of a CSV file, of an import. */
export const importItem = z
  .object({
    asin: z.string().optional().describe('Absent in an import of a CSV file.'),
    row: z.int().optional().describe('Only in an import of a CSV file: 1 is the first row after the header.'),
    status: z.enum(['importing', 'success', 'failure']),
    productId: uuid.optional(),
    errorCode: z.enum(IMPORT_ITEM_ERROR_CODES).optional(),
    errorTarget: z.string().optional().describe('The column that is wrong in an invalid row.'),
    errorMessage: bilingual.optional(),
  })
  .meta({ id: 'ImportItem' });
export type ImportItem = z.infer<typeof importItem>;

/** The current state of an import. */
export const importState = z
  .object({
    ...buckets,
    retryOf,
    batchId,
    batchError,
    status: importStatus,
    marketplace: marketplace.optional().describe('Absent in an import of a CSV file.'),
    counts: z.object({ total: z.int(), success: z.int(), importing: z.int(), failure: z.int() }),
    items: z.array(importItem).describe(`The first ${MAX_IMPORT_ASINS}.`),
    accountId: uuid.describe('The account that started it.'),
    createdAt: timestamp,
    deadlineAt: timestamp.describe('It has ended by then, successfully or not.'),
    completedAt: timestamp.optional(),
  })
  .meta({ id: 'Import' });
export type ImportState = z.infer<typeof importState>;

/** A request that may only have the answer of an earlier one. */
export const onlyRepeat = z
  .boolean()
  .optional()
  .describe(
    'The quota is used up, or the request refers to something that is gone: it is answered if its key has an answer, else QuotaExceeded.',
  );

export const createImport = request({
  operation: {
    id: 'ImportRetailerProducts',
    summary: 'Import retail-marketplace products',
    description:
      'Accepts up to 1000 identifiers and groups them by outcome. Products that are not in the catalogue yet are `importing`; follow the import at `Location`. The body may also be a text with one identifier on each line, or CSV with a column `asin`; then all other fields except `then` are parameters of the query. With `then`, a batch writes a text about each imported product when the import has ended; `batchId` of the import names the batch.',
    answer: 'Accepted.',
  },
  subject: 'catalogue.person.imports.create',
  since: '1.1.0',
  input: z.object({
    actor,
    body: importSubmission,
    idempotencyKey: idempotencyKey.optional(),
    onlyRepeat,
  }),
  output: z.object({ import: importResult, replayed: z.boolean() }),
  errors: ['IdempotencyKeyReused', 'IdempotencyInProgress', 'QuotaExceeded', 'UnknownReference'],
});

export const getImport = request({
  operation: {
    id: 'GetImport',
    summary: 'Get an import',
    description: 'The import as it stands now. Its three lists always hold every submitted identifier once.',
    answer: 'The import.',
  },
  subject: 'catalogue.person.imports.get',
  since: '1.1.0',
  input: z.object({ actor, id: z.string() }),
  output: importState,
  errors: ['NotFound'],
  idempotent: true,
});
