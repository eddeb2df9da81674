// What other rooms use of intake.
export { GenerationRequestsService, validateApplication } from './generation-requests.service.ts';
export { derivedFields } from './generations.rules.ts';
export { GenerationsService } from './generations.service.ts';
export { InsertionsService } from './insertions.service.ts';
