// Tests that the examples of the API document fit the contracts.
import type { z } from 'zod';
import * as contracts from '#contracts';
import { answerSchema, statusOf } from '../operations/success-responses.ts';
import type { Described } from '../operations/operation-spec.ts';
import { ANSWERS } from './answers.ts';
import { exampleBatchEstimate } from './batch-examples.ts';
import { exampleError } from './examples.ts';
import { exampleImportPreview } from './import-examples.ts';

/** What clients get where that is not the answer of the owner. */
const OF_GATEWAY: Record<string, z.ZodType> = {
  CreateSession: contracts.signedIn,
  RefreshSession: contracts.signedIn,
  ChangePassword: contracts.signedIn,
  GetStatistics: contracts.statistics,
};

const operations = Object.values<unknown>(contracts).filter(
  (value): value is Described =>
    typeof value === 'object' &&
    value !== null &&
    'output' in value &&
    'operation' in value &&
    !!value.operation,
);
const answered = operations.filter((one) => statusOf(one, {}) !== 204);

it.each(answered.map((one) => [one.operation.id, one] as const))(
  'the example of %s fits its contract',
  (id, one) => {
    const schema = OF_GATEWAY[id] ?? answerSchema(one);
    expect(ANSWERS[id]).toBeDefined();
    expect(schema?.parse(ANSWERS[id])).toEqual(ANSWERS[id]);
  },
);

it('the examples of what is only computed fit their contracts', () => {
  expect(contracts.batchEstimate.parse(exampleBatchEstimate)).toEqual(exampleBatchEstimate);
  expect(contracts.importPreview.parse(exampleImportPreview)).toEqual(exampleImportPreview);
});

it('every error code has an example', () => {
  for (const code of contracts.ERROR_CODES) {
    const example = exampleError(code);
    expect(contracts.errorResponse.parse(example)).toEqual(example);
    expect('code' in example).toBe(code === 'InternalFault');
  }
});
