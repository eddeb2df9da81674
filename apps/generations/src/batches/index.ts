// What other rooms use of batches.
export { BatchEstimatesService, SAMPLE } from './batch-estimates.service.ts';
export { BatchRequestsService } from './batch-requests.service.ts';
export { BatchStopsService } from './batch-stops.service.ts';
export { BatchesService } from './batches.service.ts';
