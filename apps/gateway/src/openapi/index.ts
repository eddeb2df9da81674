// What other rooms use of openapi.
export { exampleBatchEstimate } from './examples/batch-examples.ts';
export { exampleExperimentEstimate } from './examples/evaluation-examples.ts';
export { exampleImportPreview } from './examples/import-examples.ts';
export { exampleCsvFile } from './examples/examples.ts';
export { EventsOperation } from './operations/events-operation.decorator.ts';
export { ListOperation } from './operations/list-operation.decorator.ts';
export { Operation } from './operations/operation.decorator.ts';
export { PathId } from './operations/path-id.decorator.ts';
