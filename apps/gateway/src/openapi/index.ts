// The examples with which controllers document their operations.
export {
  exampleAccount,
  exampleCancelledGeneration,
  exampleCustomProduct,
  exampleEditedProduct,
  exampleFinishedGeneration,
  exampleGeneration,
  exampleGenerations,
  exampleImport,
  exampleImportState,
  exampleKeys,
  exampleModels,
  exampleProducts,
  exampleRegisteredAccount,
  exampleRetriedGeneration,
  exampleSessions,
  exampleSignedIn,
} from './examples.ts';
