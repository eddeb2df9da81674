// The examples with which controllers document their operations.
export {
  exampleAccount,
  exampleCustomProduct,
  exampleEditedProduct,
  exampleExport,
  exampleFinishedGeneration,
  exampleGeneration,
  exampleImport,
  exampleImportState,
  exampleKeys,
  exampleProductCount,
  exampleProducts,
  exampleRegisteredAccount,
  exampleSessions,
  exampleSignedIn,
} from './examples.ts';
