// The examples with which controllers document their operations.
export {
  exampleAccount,
  exampleCustomProduct,
  exampleEditedProduct,
  exampleFinishedGeneration,
  exampleGeneration,
  exampleImport,
  exampleImportState,
  exampleKeys,
  exampleProducts,
  exampleRegisteredAccount,
  exampleSessions,
  exampleSignedIn,
} from './examples.ts';
