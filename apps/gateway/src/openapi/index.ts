// The examples with which controllers document their operations.
export {
  exampleAccount,
  exampleFinishedGeneration,
  exampleGeneration,
  exampleImport,
  exampleImportState,
  exampleKeys,
  exampleProducts,
  exampleToken,
} from './examples.ts';
