// The examples with which controllers document their operations.
export {
  exampleAccount,
  exampleExport,
  exampleFinishedGeneration,
  exampleGeneration,
  exampleImport,
  exampleImportState,
  exampleKeys,
  exampleProductCount,
  exampleProducts,
  exampleToken,
} from './examples.ts';
