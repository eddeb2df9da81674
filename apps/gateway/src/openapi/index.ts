// The examples with which controllers document their operations.
export {
  exampleAccount,
  exampleCheckResult,
  exampleCustomProduct,
  exampleEditedProduct,
  exampleFinishedGeneration,
  exampleGeneration,
  exampleImport,
  exampleImportState,
  exampleKeys,
  exampleLiveText,
  exampleProducts,
  exampleRegisteredAccount,
  exampleRejectedGeneration,
  exampleSessions,
  exampleSignedIn,
} from './examples.ts';
