// The examples with which controllers document their operations.
export {
  exampleAccount,
  exampleCancelledGeneration,
  exampleCustomProduct,
  exampleEditedProduct,
  exampleExport,
  exampleFinishedGeneration,
  exampleGeneration,
  exampleGenerations,
  exampleImport,
  exampleImportState,
  exampleKeys,
  exampleModels,
  exampleProductCount,
  exampleProducts,
  exampleRegisteredAccount,
  exampleRetriedGeneration,
  exampleSessions,
  exampleSignedIn,
} from './examples.ts';
export {
  exampleAcceptedGeneration,
  exampleCheckResult,
  exampleLiveText,
  exampleRejectedGeneration,
} from './text-examples.ts';
