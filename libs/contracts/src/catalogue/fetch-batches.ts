// Defines fetch batches: the job of the import workers, and how a worker claims, reports and gives back a batch.
import { z } from 'zod';
import { importedProduct } from './product-fields.ts';
import { job, request } from '../define.ts';
import { marketplace, REGIONS, type Region } from '../marketplaces.ts';
import { IMPORT_ITEM_ERROR_CODES } from '../records.ts';
import { uuid } from '../values.ts';

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
  output: z.object({
    accepted: z.boolean().describe('False: the worker does not hold the batch any more and must stop.'),
  }),
  idempotent: true,
});

/** Reasons for which a marketplace call returned no products. */
export const fetchFailure = z.enum(['rejected', 'unavailable', 'throttled', 'unauthorised']);
export type FetchFailure = z.infer<typeof fetchFailure>;

/**
 * Gives a claimed batch back after a failed call. `throttled` is not counted as an attempt, and the worker's job comes back
 * by itself, after the pause that the marketplace asks for; `unavailable` is retried later, and split after the last
 * attempt; `rejected` is split at once, and a batch of one product fails; `unauthorised` is retried
 * each minute, and fails as SourceUnavailable after about a quarter of an hour.
 */
export const releaseFetchBatch = request({
  subject: 'catalogue.worker.fetch-batches.release',
  input: fetchBatchLease.extend({ failure: fetchFailure }),
  output: z.object({ accepted: z.boolean() }),
  idempotent: true,
});
