// The examples with which controllers document their operations.
export {
  exampleAccount,
  exampleCheckResult,
  exampleCustomProduct,
  exampleEditedProduct,
  exampleExport,
  exampleFinishedGeneration,
  exampleGeneration,
  exampleImport,
  exampleImportState,
  exampleKeys,
  exampleLiveText,
  exampleProductCount,
  exampleProducts,
  exampleRegisteredAccount,
  exampleRejectedGeneration,
  exampleSessions,
  exampleSignedIn,
} from './examples.ts';
export { exampleCancelledImport, exampleImportItems, exampleImports, exampleRetry } from './import-examples.ts';
