// What other rooms use of applications.
export { ApplicationWritesService } from './application-writes.service.ts';
export { type CustomRecord, firstVersion } from './applications.rules.ts';
export { ApplicationsService } from './applications.service.ts';
export { type PromptedTask, estimateOf } from './estimates.rules.ts';
