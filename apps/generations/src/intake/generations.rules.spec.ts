// Generations as clients see them in each status, and their titles.
import { generation, GENERATION_ERRORS } from '#contracts';
import { MAX_TITLE, titleOf, toAcceptedGeneration, toGeneration } from './generations.rules.ts';
import type { GenerationRow } from './generations.store.ts';

const RUNNING: GenerationRow = {
  id: '0199aa00-0000-7000-8000-000000000001',
  accountId: '0199aa00-0000-7000-8000-000000000002',
  workspaceId: '0199aa00-0000-7000-8000-000000000003',
  applicationId: 'product-title',
  applicationName: 'Product title',
  applicationVersion: 1,
  title: 'Product title',
  inputs: { variants: 1 },
  environment: { language: 'en', model: 'offline:composer-1', temperature: 0.2 },
  manual: false,
  status: 'RUNNING',
  documentId: null,
  documentTitle: null,
  voiceId: null,
  voiceName: null,
  voiceVersion: null,
  learnedFrom: null,
  productId: null,
  productTitle: null,
  productVersion: null,
  stale: false,
  retryOf: null,
  batchId: null,
  experimentId: null,
  arm: null,
  createdAt: new Date('2026-11-21T10:00:00.999Z'),
  deadlineAt: new Date('2026-11-21T10:15:00.999Z'),
  invocationId: '0199aa00-0000-7000-8000-000000000004',
  resultType: null,
  result: null,
  checks: null,
  usage: null,
  errorCode: null,
  errorDetail: null,
  draft: null,
  answeredBy: null,
  marketplace: null,
  claims: null,
  coverage: null,
  promptVersion: null,
  policyVersion: null,
  review: null,
  completedAt: null,
};
const SUCCESS: GenerationRow = {
  ...RUNNING,
  status: 'SUCCESS',
  resultType: 'RESULTS',
  result: [{ text: 'Oak board' }],
  checks: [],
  usage: { inputTokens: null, outputTokens: 12, calls: 1, costMicros: 0, currency: null, partial: true },
  completedAt: new Date('2026-11-21T10:00:07Z'),
};
const FAILED: GenerationRow = {
  ...RUNNING,
  status: 'FAILED',
  errorCode: 'ContentFiltered',
  usage: { inputTokens: 3, outputTokens: 1, calls: 1, costMicros: 5, currency: 'EUR', partial: false },
  completedAt: new Date('2026-11-21T10:00:07Z'),
};

/** The JSON that a client gets. */
const jsonOf = (row: GenerationRow): Record<string, unknown> =>
  JSON.parse(JSON.stringify(generation.strict().parse(toGeneration(row)))) as Record<string, unknown>;

const ALWAYS = [
  'accountId',
  'applicationId',
  'applicationName',
  'applicationVersion',
  'createdAt',
  'deadlineAt',
  'environment',
  'id',
  'inputs',
  'manual',
  'stale',
  'status',
  'title',
  'workspaceId',
];

describe('generations', () => {
  it.each([
    ['RUNNING', RUNNING, []],
    [
      'SUCCESS',
      SUCCESS,
      ['checks', 'completedAt', 'invocationId', 'result', 'resultType', 'review', 'usage'],
    ],
    ['FAILED', FAILED, ['completedAt', 'errorCode', 'errorMessage', 'usage']],
  ])('show exactly the fields of their status when %s', (_, row, more) => {
    expect(Object.keys(jsonOf(row)).sort()).toEqual([...ALWAYS, ...more].sort());
  });

  it('show times in whole seconds', () => {
    expect(jsonOf(SUCCESS)).toMatchObject({
      createdAt: 1795255200,
      deadlineAt: 1795256100,
      completedAt: 1795255207,
    });
  });

  it('show the error message in both languages', () => {
    expect(jsonOf(FAILED)).toMatchObject({
      errorCode: 'ContentFiltered',
      errorMessage: GENERATION_ERRORS.ContentFiltered,
    });
  });

  it('show their product and document when they have them', () => {
    const linked = { documentId: 'd', documentTitle: 'Guide', productId: 'p', productTitle: 'Oak board' };
    expect(jsonOf({ ...RUNNING, ...linked })).toMatchObject(linked);
  });

  it('show a text as a string and results as an array, even an empty one', () => {
    expect(jsonOf({ ...SUCCESS, resultType: 'TEXT', result: 'Oak.' })).toMatchObject({ result: 'Oak.' });
    expect(jsonOf({ ...SUCCESS, result: [] })).toMatchObject({ result: [] });
  });

  it('look as accepted in a replay after their end', () => {
    expect(toAcceptedGeneration(SUCCESS)).toEqual(toAcceptedGeneration(RUNNING));
    expect(toAcceptedGeneration(SUCCESS)).toMatchObject({ status: 'RUNNING' });
  });
});

describe('titles', () => {
  it.each([
    ['Oak board', 'Product title: Oak board'],
    [undefined, 'Product title'],
    [' \n ', 'Product title'],
    ['Oak\u0000\n  board\t', 'Product title: Oak board'],
  ])('with subject %j are %j', (subject, title) => {
    expect(titleOf('Product title', subject)).toBe(title);
  });

  it('are cut between code points, never within one', () => {
    const long = titleOf('Product title', '🪵'.repeat(MAX_TITLE));
    expect([...long]).toHaveLength(MAX_TITLE);
    expect(long.isWellFormed()).toBe(true);
    expect(long.endsWith('🪵…')).toBe(true);
  });
});
