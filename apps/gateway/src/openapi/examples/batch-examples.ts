// The examples of batches.
import type { Batch, BatchEstimate, BatchList } from '#contracts';
import { MOMENT } from './account-examples.ts';
import { streamOf } from './text-examples.ts';

const counts = { total: 500, waiting: 450, running: 50, success: 0, failed: 0, cancelled: 0 };

/** A batch as it is accepted. */
export const exampleNewBatch: Batch = {
  id: '019a8e9d-02b4-7c6e-9f10-2a3b4c5d6e7f',
  applicationId: 'product-title',
  status: 'RUNNING',
  counts: { ...counts, waiting: 500, running: 0 },
  usage: { inputTokens: 0, outputTokens: 0, calls: 0, costMicros: 0 },
  createdAt: MOMENT,
};

/** The same batch at its end. */
export const exampleBatch: Batch = {
  ...exampleNewBatch,
  status: 'PARTIAL',
  counts: { ...counts, waiting: 0, running: 0, success: 498, failed: 2 },
  usage: { inputTokens: 412_300, outputTokens: 20_950, calls: 503, costMicros: 1_240_250, currency: 'USD' },
  completedAt: MOMENT + 240,
};

/** A batch that was cancelled. */
export const exampleCancelledBatch: Batch = {
  ...exampleNewBatch,
  status: 'CANCELLED',
  counts: { ...counts, waiting: 0, running: 0, success: 120, failed: 50, cancelled: 330 },
  usage: { inputTokens: 99_600, outputTokens: 5040, calls: 121, costMicros: 299_400, currency: 'USD' },
  stopReason: 'Cancelled',
  completedAt: MOMENT + 60,
};

/** A page of batches. */
export const exampleBatches: BatchList = { batches: [exampleBatch] };

/** An estimate of a batch. */
export const exampleBatchEstimate: BatchEstimate = {
  count: 500,
  estimate: { inputTokens: 410_000, outputTokens: 20_000, costMicros: 1_225_000 },
};

/** The stream of the events of a batch. */
export const exampleBatchEvents = streamOf([
  ['450.50.0.0', 'batch.snapshot', { ...exampleNewBatch, counts }],
  ['430.50.20.0', 'batch.progress', { counts: { ...counts, waiting: 430, success: 20 } }],
  ['end', 'batch.completed', exampleBatch],
]);
