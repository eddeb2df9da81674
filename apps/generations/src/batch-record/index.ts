// What other rooms use of batch-record.
export { BatchCountsService } from './batch-counts.service.ts';
export { type BatchRow, affordable, toAcceptedBatch, toBatch } from './batches.rules.ts';
export {
  type BatchInWork,
  type BatchTask,
  BatchesStore,
  type Member,
  type WaitingBatch,
} from './batches.store.ts';
