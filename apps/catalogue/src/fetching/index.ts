// What other rooms use of fetching.
export { FetchBatchesService } from './fetch-batches.service.ts';
export { MAX_BATCH } from './fetch-retry.rules.ts';
export { FairShareEntity } from './fetching.entity.ts';
