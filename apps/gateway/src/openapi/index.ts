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
  exampleToken,
} from './examples.ts';
