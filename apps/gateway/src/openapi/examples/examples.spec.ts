// Tests that the examples of the API document fit the contracts.
import type { z } from 'zod';
import {
  accessToken,
  account,
  apiKey,
  batch,
  batchEstimate,
  checkResult,
  createdApiKey,
  ERROR_CODES,
  errorResponse,
  generation,
  generationList,
  importResult,
  importState,
  keySet,
  modelList,
  member,
  product,
  productCount,
  productList,
  registeredAccount,
  sessionList,
  statistics,
  signedIn,
  workspaceDetails,
  workspaceErasure,
} from '#contracts';
import * as accountExamples from './account-examples.ts';
import * as batches from './batch-examples.ts';
import * as examples from './examples.ts';
import * as texts from './text-examples.ts';

it.each<[string, z.ZodType, unknown]>([
  ['token', accessToken, accountExamples.exampleToken],
  ['sign-in', signedIn, accountExamples.exampleSignedIn],
  ['account', account, accountExamples.exampleAccount],
  ['workspace', workspaceDetails, accountExamples.exampleWorkspace],
  ['erasure of a workspace', workspaceErasure, accountExamples.exampleWorkspaceErasure],
  ['member', member, accountExamples.exampleMember],
  ['API key', apiKey, accountExamples.exampleApiKey],
  ['created API key', createdApiKey, accountExamples.exampleCreatedApiKey],
  ['registration', registeredAccount, accountExamples.exampleRegisteredAccount],
  ['sessions', sessionList, accountExamples.exampleSessions],
  ['keys', keySet, accountExamples.exampleKeys],
  ['products', productList, examples.exampleProducts],
  ['number of products', productCount, examples.exampleProductCount],
  ['edited product', product, examples.exampleEditedProduct],
  ['custom product', product, examples.exampleCustomProduct],
  ['import', importResult, examples.exampleImport],
  ['import state', importState, examples.exampleImportState],
  ['generation', generation, examples.exampleGeneration],
  ['finished generation', generation, examples.exampleFinishedGeneration],
  ['cancelled generation', generation, examples.exampleCancelledGeneration],
  ['retried generation', generation, examples.exampleRetriedGeneration],
  ['generations', generationList, examples.exampleGenerations],
  ['models', modelList, examples.exampleModels],
  ['statistics', statistics, examples.exampleStatistics],
  ['check result', checkResult, texts.exampleCheckResult],
  ['accepted generation', generation, texts.exampleAcceptedGeneration],
  ['rejected generation', generation, texts.exampleRejectedGeneration],
  ['new batch', batch, batches.exampleNewBatch],
  ['batch', batch, batches.exampleBatch],
  ['cancelled batch', batch, batches.exampleCancelledBatch],
  ['estimate of a batch', batchEstimate, batches.exampleBatchEstimate],
])('the example of the %s fits its contract', (_, schema, example) => {
  expect(schema.parse(example)).toEqual(example);
});

it('every error code has an example', () => {
  for (const code of ERROR_CODES) {
    const example = examples.exampleError(code);
    expect(errorResponse.parse(example)).toEqual(example);
    expect('code' in example).toBe(code === 'InternalFault');
  }
});
