// Defines batches: one generation for each of many products, made as the quota of the workspace has room.
import { z } from 'zod';
import { generationEnvironment } from '../generation-environment.ts';
import { importFollowUp } from '../catalogue/follow-ups.ts';
import { productFilters } from '../catalogue/product-lists.ts';
import { notification, request, type StreamTexts } from '../define.ts';
import { generationRequest, generationUsage } from '../generations.ts';
import { pageInput, pageOutput, pageQuery } from '../paging.ts';
import { actor, holderLimits, idempotencyKey, opaqueId, timestamp, uuid } from '../values.ts';

/** Most products of a batch. */
export const MAX_BATCH_PRODUCTS = 10_000;

/** Most products that a batch may name by their ids. */
export const MAX_BATCH_IDS = 1000;

/** Which products a batch is for. */
export const batchProducts = z
  .strictObject({
    ids: z
      .array(opaqueId)
      .min(1)
      .max(MAX_BATCH_IDS)
      .optional()
      .describe('The ids of the products; a repeated id counts once.'),
    filter: z
      .strictObject(productFilters.shape)
      .refine(({ texts, applicationId }) => texts !== undefined || applicationId === undefined, {
        path: ['texts'],
        message: 'Say with `texts` in which state the text of this application must be.',
      })
      .optional()
      .describe(
        'The products that the list of products shows with these filters; `{}` chooses all. Default of `applicationId`: the application of the batch.',
      ),
    first: z
      .int()
      .min(1)
      .max(MAX_BATCH_PRODUCTS)
      .optional()
      .describe(
        `Only so many of the list, the newest. Without it a filter may choose at most ${MAX_BATCH_PRODUCTS}.`,
      ),
  })
  .refine(({ ids, filter }) => (ids === undefined) !== (filter === undefined), 'Send either ids or a filter.')
  .refine(({ ids, first }) => ids === undefined || first === undefined, {
    path: ['first'],
    message: 'Send it with a filter only.',
  })
  .meta({ id: 'BatchProducts' });
export type BatchProducts = z.infer<typeof batchProducts>;

/** Body of a batch. */
export const batchRequest = z
  .strictObject({
    applicationId: generationRequest.shape.applicationId,
    environment: generationEnvironment.optional(),
    inputs: generationRequest.shape.inputs.describe('Inputs of every generation, apart from `productId`.'),
    products: batchProducts,
    skipEdited: z
      .boolean()
      .optional()
      .describe('True: leave out products whose text of this kind a person has edited. Default: false.'),
    skipAccepted: z
      .boolean()
      .optional()
      .describe(
        'True: leave out products with an accepted text of this kind that is not stale. Default: false.',
      ),
    dryRun: z
      .boolean()
      .optional()
      .describe('True: only tell how many products these are and what the batch may use, and keep nothing.'),
    maxCostMicros: z
      .int()
      .min(0)
      .optional()
      .describe('The batch is stopped once it has cost this much, in millionths of the currency.'),
  })
  .meta({
    id: 'BatchRequest',
    example: {
      applicationId: 'product-title',
      environment: { tone: 'friendly' },
      products: { filter: { brand: 'Fenwick' }, first: 500 },
      skipEdited: true,
    },
  });
export type BatchRequest = z.infer<typeof batchRequest>;

/** What a batch is to do. */
export const batchSubmission = batchRequest.omit({ dryRun: true });
export type BatchSubmission = z.infer<typeof batchSubmission>;

/** States of a batch; all but RUNNING are final. */
export const batchStatus = z
  .enum(['RUNNING', 'COMPLETED', 'PARTIAL', 'FAILED', 'CANCELLED'])
  .meta({ id: 'BatchStatus' });
export type BatchStatus = z.infer<typeof batchStatus>;

/** Why a batch ended before all of its generations were made. */
export const batchStopReason = z.enum(['Cancelled', 'BudgetExceeded', 'MaxCostReached']);
export type BatchStopReason = z.infer<typeof batchStopReason>;

/** How many products of a batch are in each state; `total` is the sum of the others. */
export const batchCounts = z
  .object({
    total: z.int(),
    waiting: z.int().describe('Products that have no generation yet.'),
    running: z.int().describe('Products whose generation is RUNNING.'),
    success: z.int(),
    failed: z.int(),
    cancelled: z.int().describe('Products that had no generation when the batch was stopped.'),
  })
  .meta({ id: 'BatchCounts' });
export type BatchCounts = z.infer<typeof batchCounts>;

/** A batch as it stands now. */
export const batch = z
  .object({
    id: uuid,
    applicationId: z.string(),
    status: batchStatus.describe(
      'PARTIAL: some generations failed, or it was stopped after the first success.',
    ),
    counts: batchCounts,
    usage: generationUsage.describe('The sum of its generations so far.'),
    maxCostMicros: z.int().optional(),
    stopReason: batchStopReason.optional().describe('Why it was stopped before its end.'),
    experimentId: uuid.optional().describe('The experiment of which it is an arm.'),
    createdAt: timestamp,
    completedAt: timestamp.optional(),
  })
  .meta({ id: 'Batch' });
export type Batch = z.infer<typeof batch>;

/** An estimate of a batch. */
export const batchEstimate = z
  .object({
    count: z.int().describe('Number of products.'),
    estimate: z.object({
      inputTokens: z.int(),
      outputTokens: z.int(),
      costMicros: z.int().nullable().describe('Null when no price is known.'),
    }),
  })
  .meta({ id: 'BatchEstimate' });
export type BatchEstimate = z.infer<typeof batchEstimate>;

/** QuotaExceeded: too many batches are running, or the budget of the workspace is spent. */
const submissionErrors = ['UnknownReference', 'QuotaExceeded'] as const;

export const createBatch = request({
  operation: {
    id: 'CreateBatch',
    summary: 'Create a batch',
    description:
      'Accepts one generation for each of up to 10,000 products; follow the batch at `Location`. Its generations begin as the workspace has room: half of the limit of running generations stays free for single ones, which go first. List the generations by `batchId`.',
    answer: 'Accepted.',
  },
  subject: 'generations.person.batches.create',
  since: '1.1.0',
  input: z.object({ actor, body: batchSubmission, idempotencyKey: idempotencyKey.optional() }),
  output: z.object({ batch, replayed: z.boolean() }),
  errors: [...submissionErrors, 'TooManyRequests', 'IdempotencyKeyReused', 'IdempotencyInProgress'],
  timeoutMs: 10_000,
});

/** Estimates a batch, and keeps nothing. */
export const estimateBatch = request({
  subject: 'generations.person.batches.estimate',
  since: '1.1.0',
  input: z.object({ actor, body: batchSubmission }),
  output: batchEstimate,
  errors: ['UnknownReference', 'TooManyRequests'],
  timeoutMs: 10_000,
  idempotent: true,
});

export const getBatch = request({
  operation: {
    id: 'GetBatch',
    summary: 'Get a batch',
    description: 'The batch as it stands now. All states but RUNNING are final.',
    answer: 'The batch.',
  },
  subject: 'generations.person.batches.get',
  since: '1.1.0',
  input: z.object({ actor, id: z.string() }),
  output: batch,
  errors: ['NotFound'],
  idempotent: true,
});

export const cancelBatch = request({
  operation: {
    id: 'CancelBatch',
    summary: 'Cancel a batch',
    description:
      'Ends a running batch: no more generations begin, and those that are RUNNING fail with `Cancelled`. Cancelling a batch that has ended changes nothing.',
    answer: 'The batch as it stands.',
  },
  subject: 'generations.person.batches.cancel',
  since: '1.1.0',
  input: z.object({ actor, id: z.string() }),
  output: batch,
  errors: ['NotFound'],
  timeoutMs: 10_000,
  idempotent: true,
});

/** Query of the list of batches. */
export const batchListQuery = z.strictObject(pageQuery('Batches'));
export type BatchListQuery = z.infer<typeof batchListQuery>;

/** One page of batches, newest first. */
export const batchList = z.object({ batches: z.array(batch), ...pageOutput }).meta({ id: 'BatchList' });
export type BatchList = z.infer<typeof batchList>;

export const listBatches = request({
  operation: {
    id: 'ListBatches',
    summary: 'List batches',
    description: 'The batches of the workspace, newest first.',
  },
  subject: 'generations.person.batches.list',
  since: '1.1.0',
  input: z.object({ actor, ...pageInput }),
  output: batchList,
  errors: ['InvalidNextToken'],
  idempotent: true,
  passthrough: true,
});

/** The counts of a batch have changed; the key is its id. The notification may get lost: the record tells them. */
export const batchChanged = notification({
  prefix: 'generations.notification.batch',
  data: z.object({}),
});

/** Checks what is to follow an import, before the import is accepted. */
export const checkFollowUp = request({
  subject: 'generations.person.batches.check-follow-up',
  since: '1.1.0',
  input: z.object({ actor, body: importFollowUp }),
  output: z.object({}),
  errors: ['UnknownReference'],
  idempotent: true,
});

/** Begins the batch that follows an import, unless it has begun. */
export const beginFollowUp = request({
  subject: 'generations.service.batches.begin-follow-up',
  since: '1.1.0',
  input: z.object({
    workspaceId: uuid,
    accountId: uuid,
    holderId: uuid.optional().describe('The account that held the workspace when the import was accepted.'),
    limits: holderLimits.optional().describe('What was set for that account then.'),
    requestId: z.string().describe('Of the request that asked for the import.'),
    batchId: uuid.describe('Id of the batch. A repeat with the same one changes nothing.'),
    body: importFollowUp,
    productIds: z.array(uuid).min(1).max(MAX_BATCH_PRODUCTS),
  }),
  output: z.object({}),
  errors: ['UnknownReference', 'QuotaExceeded'],
  idempotent: true,
});

/** The stream of the events of a batch. */
export const followBatch: StreamTexts = {
  id: 'FollowBatch',
  summary: 'Follow a batch',
  description: 'the batch as it stands, then its counts, then the end',
  events: {
    'batch.snapshot': 'the batch as it stands; always the first event',
    'batch.progress': '`{counts}`, when they have changed, at most twice a second',
    'batch.completed': 'the batch; the stream ends',
  },
};
