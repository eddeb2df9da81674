// The examples with which controllers document their operations.
export {
  exampleAccount,
  exampleApiKey,
  exampleCreatedApiKey,
  exampleFinishedGeneration,
  exampleGeneration,
  exampleImport,
  exampleImportState,
  exampleKeys,
  exampleMember,
  exampleProducts,
  exampleToken,
  exampleWorkspace,
} from './examples.ts';
