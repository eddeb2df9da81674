// The examples with which controllers document their operations.
export {
  exampleAccount,
  exampleApiKey,
  exampleCreatedApiKey,
  exampleKeys,
  exampleMember,
  exampleRegisteredAccount,
  exampleSessions,
  exampleSignedIn,
  exampleToken,
  exampleWorkspace,
} from './account-examples.ts';
export {
  exampleCheckResult,
  exampleCustomProduct,
  exampleEditedProduct,
  exampleExport,
  exampleFinishedGeneration,
  exampleGeneration,
  exampleImport,
  exampleImportState,
  exampleLiveText,
  exampleProductCount,
  exampleProducts,
  exampleRejectedGeneration,
} from './examples.ts';
