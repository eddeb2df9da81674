// Tests that the examples of the API document fit the contracts.
import type { z } from 'zod';
import {
  accessToken,
  account,
  apiKey,
  createdApiKey,
  ERROR_CODES,
  errorResponse,
  generation,
  importResult,
  importState,
  keySet,
  member,
  productList,
  workspaceDetails,
} from '#contracts';
import * as examples from './examples.ts';

it.each<[string, z.ZodType, unknown]>([
  ['token', accessToken, examples.exampleToken],
  ['account', account, examples.exampleAccount],
  ['workspace', workspaceDetails, examples.exampleWorkspace],
  ['member', member, examples.exampleMember],
  ['API key', apiKey, examples.exampleApiKey],
  ['created API key', createdApiKey, examples.exampleCreatedApiKey],
  ['keys', keySet, examples.exampleKeys],
  ['products', productList, examples.exampleProducts],
  ['import', importResult, examples.exampleImport],
  ['import state', importState, examples.exampleImportState],
  ['generation', generation, examples.exampleGeneration],
  ['finished generation', generation, examples.exampleFinishedGeneration],
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
