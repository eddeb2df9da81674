// The examples with which controllers document their operations.
export {
  exampleAccount,
  exampleApiKey,
  exampleCreatedApiKey,
  exampleCreatedInvitation,
  exampleInvitation,
  exampleKeys,
  exampleMember,
  exampleMembership,
  exampleRegisteredAccount,
  exampleSessions,
  exampleSignedIn,
  exampleToken,
  exampleWorkspace,
  exampleWorkspaceErasure,
} from './examples/account-examples.ts';
export {
  exampleBatch,
  exampleBatches,
  exampleBatchEstimate,
  exampleBatchEvents,
  exampleCancelledBatch,
  exampleNewBatch,
} from './examples/batch-examples.ts';
export {
  exampleApplication,
  exampleApplications,
  exampleApplicationVersions,
  exampleChangedApplication,
  examplePreview,
} from './examples/application-examples.ts';
export {
  exampleCancelledGeneration,
  exampleCustomProduct,
  exampleEditedProduct,
  exampleCsvFile,
  exampleCsvImport,
  exampleExport,
  exampleFinishedGeneration,
  exampleGeneration,
  exampleGenerations,
  exampleImport,
  exampleImportState,
  exampleModels,
  exampleProductCount,
  exampleProducts,
  exampleRetriedGeneration,
  exampleStatistics,
} from './examples/examples.ts';
export {
  exampleCancelledImport,
  exampleImportEvents,
  exampleImportItems,
  exampleImportPreview,
  exampleImports,
  exampleRetry,
} from './examples/import-examples.ts';
export {
  exampleDelivery,
  exampleFeed,
  exampleNewWebhook,
  exampleRotatedWebhook,
  exampleTestDelivery,
  exampleWebhook,
} from './examples/feed-examples.ts';
export {
  exampleAcceptedGeneration,
  exampleChangedDocument,
  exampleChangedPolicy,
  exampleCheckResult,
  exampleDocument,
  exampleDocuments,
  exampleLiveText,
  examplePolicies,
  examplePolicy,
  exampleRejectedGeneration,
} from './examples/text-examples.ts';
export { EventsOperation } from './operations/events-operation.decorator.ts';
export { ListOperation } from './operations/list-operation.decorator.ts';
export { Operation } from './operations/operation.decorator.ts';
export { PathId } from './operations/path-id.decorator.ts';
