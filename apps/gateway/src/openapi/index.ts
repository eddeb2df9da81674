// The examples with which controllers document their operations.
export {
  exampleAccount,
  exampleCancelledGeneration,
  exampleFinishedGeneration,
  exampleGeneration,
  exampleGenerations,
  exampleImport,
  exampleImportState,
  exampleKeys,
  exampleModels,
  exampleProducts,
  exampleRetriedGeneration,
  exampleToken,
} from './examples.ts';
