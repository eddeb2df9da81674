// The decorator of operations and the examples that controllers document them with.
export { Operation } from './operation.decorator.ts';
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
