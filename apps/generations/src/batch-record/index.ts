// What other rooms use of batch-record.
export { affordable } from './batch-costs.rules.ts';
export { BatchCountsService, type PaidBatch } from './batch-counts.service.ts';
export { type BatchRow, acceptedRow, countsOf, toAcceptedBatch, toBatch } from './batches.rules.ts';
export {
  BATCHES_OF_EXPERIMENT,
  type BatchInWork,
  type BatchTask,
  BatchesStore,
  type Member,
  type WaitingBatch,
} from './batches.store.ts';
