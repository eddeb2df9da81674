// A generation as clients see it in each of its states, and its title.
import { generation, GENERATION_ERRORS } from '#contracts';
import { asAccepted, MAX_TITLE, titleOf, toGeneration, type GenerationRow } from './generations.rules.ts';

const RUNNING: GenerationRow = {
  id: '0199aa00-0000-7000-8000-000000000001',
  accountId: '0199aa00-0000-7000-8000-000000000002',
  workspaceId: '0199aa00-0000-7000-8000-000000000003',
  applicationId: 'product-title',
  applicationName: 'Product title',
  title: 'Product title',
  inputs: { variants: 1 },
  environment: { language: 'en', model: 'offline:composer-1', temperature: 0.2 },
  manual: false,
  status: 'RUNNING',
  documentId: null,
  documentTitle: null,
  productId: null,
  productTitle: null,
  createdAt: new Date('2026-11-21T10:00:00.999Z'),
  deadlineAt: new Date('2026-11-21T10:15:00.999Z'),
  invocationId: '0199aa00-0000-7000-8000-000000000004',
  resultType: null,
  result: null,
  checks: null,
  usage: null,
  errorCode: null,
  completedAt: null,
};
const SUCCESS: GenerationRow = {
  ...RUNNING,
  status: 'SUCCESS',
  resultType: 'RESULTS',
  result: [{ text: 'Oak board' }],
  checks: [],
  usage: { inputTokens: null, outputTokens: 12, calls: 1 },
  completedAt: new Date('2026-11-21T10:00:07Z'),
};
const FAILED: GenerationRow = {
  ...RUNNING,
  status: 'FAILED',
  errorCode: 'ContentFiltered',
  completedAt: new Date('2026-11-21T10:00:07Z'),
};

/** As it leaves the service. */
const shown = (kept: GenerationRow): Record<string, unknown> =>
  JSON.parse(JSON.stringify(generation.strict().parse(toGeneration(kept)))) as Record<string, unknown>;

const ALWAYS = [
  'accountId',
  'applicationId',
  'applicationName',
  'createdAt',
  'deadlineAt',
  'environment',
  'id',
  'inputs',
  'manual',
  'status',
  'title',
  'workspaceId',
];

describe('a generation', () => {
  it.each([
    ['RUNNING', RUNNING, []],
    ['SUCCESS', SUCCESS, ['checks', 'completedAt', 'invocationId', 'result', 'resultType', 'usage']],
    ['FAILED', FAILED, ['completedAt', 'errorCode', 'errorMessage']],
  ])('when %s shows what belongs to that state and nothing else', (_, kept, more) => {
    expect(Object.keys(shown(kept)).sort()).toEqual([...ALWAYS, ...more].sort());
  });

  it('tells times in whole seconds', () => {
    expect(shown(SUCCESS)).toMatchObject({
      createdAt: 1795255200,
      deadlineAt: 1795256100,
      completedAt: 1795255207,
    });
  });

  it('tells what went wrong in both languages', () => {
    expect(shown(FAILED)).toMatchObject({
      errorCode: 'ContentFiltered',
      errorMessage: GENERATION_ERRORS.ContentFiltered,
    });
  });

  it('shows its product and its document when it has them', () => {
    const linked = { documentId: 'd', documentTitle: 'Guide', productId: 'p', productTitle: 'Oak board' };
    expect(shown({ ...RUNNING, ...linked })).toMatchObject(linked);
  });

  it('shows a text as a string, also an empty result list', () => {
    expect(shown({ ...SUCCESS, resultType: 'TEXT', result: 'Oak.' })).toMatchObject({ result: 'Oak.' });
    expect(shown({ ...SUCCESS, result: [] })).toMatchObject({ result: [] });
  });

  it('as accepted looks the same after its end', () => {
    expect(asAccepted(SUCCESS)).toEqual(asAccepted(RUNNING));
    expect(asAccepted(SUCCESS)).toMatchObject({ status: 'RUNNING' });
  });
});

describe('a title', () => {
  it.each([
    ['Oak board', 'Product title: Oak board'],
    [undefined, 'Product title'],
    [' \n ', 'Product title'],
    ['Oak\u0000\n  board\t', 'Product title: Oak board'],
  ])('about %j is %j', (subject, title) => {
    expect(titleOf('Product title', subject)).toBe(title);
  });

  it('is cut between characters, never within one', () => {
    const long = titleOf('Product title', '🪵'.repeat(MAX_TITLE));
    expect([...long]).toHaveLength(MAX_TITLE);
    expect(long.isWellFormed()).toBe(true);
    expect(long.endsWith('🪵…')).toBe(true);
  });
});
