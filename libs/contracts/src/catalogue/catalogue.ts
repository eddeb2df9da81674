// Defines products and imports: shapes of the API, requests to the catalogue, the job of the import workers.
import { z } from 'zod';
import { job, request } from '../define.ts';
import { bilingual } from '../errors.ts';
import { importFollowUp } from './follow-ups.ts';
import { marketplace, REGIONS, type Region } from '../marketplaces.ts';
import { IMPORT_ITEM_ERROR_CODES } from '../records.ts';
import { actor, idempotencyKey, opaqueId, timestamp, uuid } from '../values.ts';

/** The two kinds of products. */
export const productGenre = z.enum(['Custom', 'Retailer']).meta({ id: 'ProductGenre' });
export type ProductGenre = z.infer<typeof productGenre>;

/** Texts and links of a product. A required text that is not known is "", never filler. */
export const productContent = z.object({
  title: z.string(),
  brand: z.string(),
  description: z.string(),
  specification: z.string().describe('One `Label: value` a line.'),
  feature: z.string().describe('The foremost feature.'),
  mainImage: z.string().describe('URL of the main picture.'),
  link: z.string().describe('URL of the product page.'),
  images: z.array(z.string()).optional().describe('URLs, the main picture first.'),
  keywords: z.array(z.string()).optional(),
  tags: z.array(z.string()).optional().describe('Category path, root first.'),
  videos: z.array(z.string()).optional().describe('URLs.'),
});
export type ProductContent = z.infer<typeof productContent>;

/** The content that a marketplace has for a product. */
export const importedProduct = productContent.extend({ features: z.array(z.string()).optional() });
export type ImportedProduct = z.infer<typeof importedProduct>;

/** Names of the fields of `importedProduct`. */
export const productField = importedProduct.keyof();
export type ProductField = z.infer<typeof productField>;

/**
 * The fields that models are given: a text is stale when one of them has another value than the one that it was written
 * from. What an accepted text put into a field is no such value.
 */
export const SOURCE_FIELDS = [
  ...(['title', 'brand', 'description', 'specification'] as const),
  ...(['feature', 'features', 'keywords', 'tags'] as const),
] satisfies ProductField[];

/** Who wrote the value of an edited field: a person, or a generation that a person accepted. */
export const productEditor = z.enum(['person', 'generation']);
export type ProductEditor = z.infer<typeof productEditor>;

/** Most bytes of JSON of the content of one product, so that a product always fits through the bus. */
export const MAX_PRODUCT_BYTES = 256 * 1024;

/** How the text of an application for a product stands; one without a state is missing. */
export const productTextState = z.enum(['PENDING', 'ACCEPTED', 'STALE']);
export type ProductTextState = z.infer<typeof productTextState>;

/** How the text of one application for a product stands. */
export const productText = z
  .object({
    applicationId: z.string(),
    state: productTextState.describe(
      'ACCEPTED: a person accepted it, and it is not stale. PENDING: nobody has reviewed it. STALE: it was accepted, and is old now.',
    ),
    generationId: uuid,
  })
  .meta({ id: 'ProductText' });

const identified = {
  id: uuid,
  version: z.int().min(1).optional().describe('Grows with every change; also in `ETag`, and for `If-Match`.'),
  createdAt: timestamp,
  updatedAt: timestamp,
  texts: z
    .array(productText)
    .optional()
    .describe(
      'The texts that generations wrote about it, at most 5 s behind; without an entry, the text is missing. They do not count for `version`.',
    ),
};

const edits = {
  edited: z
    .array(productField)
    .optional()
    .describe('Fields that were edited: they keep their values when the product is imported again.'),
  editedBy: z.partialRecord(productField, productEditor).optional().describe('Who edited each of them.'),
  imported: importedProduct
    .partial()
    .optional()
    .describe("The marketplace's present values of the edited fields. Not in lists."),
};

/** A product written by its owner. */
export const customProduct = productContent
  .extend({ ...identified, genre: z.literal('Custom') })
  .meta({ id: 'CustomProduct' });
/** A product imported from a marketplace. */
export const retailerProduct = importedProduct
  .extend({ ...identified, genre: z.literal('Retailer'), asin: z.string(), marketplace, ...edits })
  .meta({ id: 'RetailerProduct' });
/** A product of either kind; `genre` tells which. */
export const product = z
  .discriminatedUnion('genre', [customProduct, retailerProduct])
  .meta({ id: 'Product' });
export type Product = z.infer<typeof product>;

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
      .describe('Fetch again even what was imported within a day. Default: false.'),
    validateOnly: z
      .boolean()
      .optional()
      .describe(
        'Only tell what would become of each identifier: nothing is imported or kept. Default: false.',
      ),
    then: importFollowUp
      .optional()
      .describe('When the import has ended, a batch with a generation for each of its successes begins.'),
  })
  .meta({ id: 'ImportRequest', example: { asins: ['B07Y33KYXZ', 'B000000001'], marketplace: 'US' } });
export type ImportRequest = z.infer<typeof importRequest>;

/** What is to be imported. */
export const importSubmission = importRequest.omit({ validateOnly: true });
export type ImportSubmission = z.infer<typeof importSubmission>;

const buckets = {
  id: uuid,
  success: z.array(z.string()).describe('In the catalogue.'),
  importing: z.array(z.string()).describe('On their way.'),
  failure: z.array(z.string()).describe('Not importable; see `items` for the reason.'),
};

const batchId = uuid.optional().describe('The batch over its successes, once that has begun; see `then`.');

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
    status: importStatus,
    marketplace: marketplace.optional().describe('Absent in an import of a CSV file.'),
    counts: z.object({ total: z.int(), success: z.int(), importing: z.int(), failure: z.int() }),
    items: z.array(importItem).describe(`The first ${MAX_IMPORT_ASINS}.`),
    accountId: uuid.describe('The account that started it.'),
    createdAt: timestamp,
    deadlineAt: timestamp.describe('By then it has ended, one way or the other.'),
    completedAt: timestamp.optional(),
  })
  .meta({ id: 'Import' });
export type ImportState = z.infer<typeof importState>;

/** Returns one product of the actor's workspace, as JSON text. */
export const getProduct = request({
  subject: 'catalogue.person.products.get',
  input: z.object({ actor, id: z.string() }),
  output: product,
  errors: ['NotFound'],
  idempotent: true,
  passthrough: true,
});

/** Accepts an import. */
export const createImport = request({
  subject: 'catalogue.person.imports.create',
  since: '1.1.0',
  input: z.object({ actor, body: importSubmission, idempotencyKey: idempotencyKey.optional() }),
  output: z.object({ import: importResult, replayed: z.boolean() }),
  errors: ['IdempotencyKeyReused', 'IdempotencyInProgress'],
});

/** Returns the current state of an import. */
export const getImport = request({
  subject: 'catalogue.person.imports.get',
  since: '1.1.0',
  input: z.object({ actor, id: z.string() }),
  output: importState,
  errors: ['NotFound'],
  idempotent: true,
});

/** Returns a product to another service that acts in the same workspace. */
export const findProduct = request({
  subject: 'catalogue.service.products.get',
  input: z.object({ workspaceId: uuid, id: opaqueId }),
  output: product,
  errors: ['NotFound'],
  idempotent: true,
});

/** Name of the queue of a region's marketplace calls. */
export const importQueue = (region: Region) => `imports-${region}` as const;

/** Job of one marketplace call for a batch of products, which are chosen when a worker claims the batch. */
export const fetchBatchJob = job({
  queues: REGIONS.map(importQueue),
  data: z.object({
    /** Version of this shape. */
    v: z.literal(1),
    batchId: uuid,
  }),
  attempts: 3,
});

/** A fetch batch that a worker holds; `epoch` is its fencing token, which grows with every claim. */
export const fetchBatchLease = z.object({ batchId: uuid, epoch: z.int() });
export type FetchBatchLease = z.infer<typeof fetchBatchLease>;

/** Claims a fetch batch: up to 20 pending products of one marketplace. A worker that repeats it gets the same answer. */
export const claimFetchBatch = request({
  subject: 'catalogue.worker.fetch-batches.claim',
  input: z.object({
    batchId: uuid,
    worker: z.string().max(100).describe('Identifies the process and the attempt.'),
  }),
  output: z.discriminatedUnion('state', [
    z.object({ state: z.literal('claimed'), epoch: z.int(), marketplace, asins: z.array(z.string()).min(1) }),
    z.object({ state: z.literal('nothing') }).describe('No work is left: end the job.'),
    z.object({ state: z.literal('busy'), retryAfterMs: z.int() }).describe('Another worker holds the batch.'),
  ]),
  idempotent: true,
});

/** The outcome of a marketplace call for one product. */
export const fetchOutcome = z.discriminatedUnion('outcome', [
  z.object({ asin: z.string(), outcome: z.literal('found'), product: importedProduct }),
  z.object({
    asin: z.string(),
    outcome: z.literal('failed'),
    errorCode: z.enum(IMPORT_ITEM_ERROR_CODES).exclude(['Cancelled', 'InvalidRow']),
  }),
]);
export type FetchOutcome = z.infer<typeof fetchOutcome>;

/** Most bytes of JSON in one report; a larger one is sent in parts. */
export const MAX_REPORT_BYTES = 512 * 1024;

/** Reports the outcomes of all or some products of a claimed batch, which ends with its last product. */
export const reportFetchBatch = request({
  subject: 'catalogue.worker.fetch-batches.report',
  input: fetchBatchLease.extend({ outcomes: z.array(fetchOutcome).min(1) }),
  output: z.object({ accepted: z.boolean().describe('False when the batch is no longer held: stop.') }),
  idempotent: true,
});

/** Reasons for which a marketplace call returned no products. */
export const fetchFailure = z.enum(['rejected', 'unavailable', 'throttled', 'unauthorised']);
export type FetchFailure = z.infer<typeof fetchFailure>;

/**
 * Gives a claimed batch back after a failed call. `throttled` is retried after `retryAfterMs` and not counted as an
 * attempt; `unavailable` is retried later, and split after the last attempt; `rejected` is split at once, and a batch
 * of one product fails; `unauthorised` is retried once, then fails.
 */
export const releaseFetchBatch = request({
  subject: 'catalogue.worker.fetch-batches.release',
  input: fetchBatchLease.extend({ failure: fetchFailure, retryAfterMs: z.int().min(0).optional() }),
  output: z.object({ accepted: z.boolean() }),
  idempotent: true,
});
