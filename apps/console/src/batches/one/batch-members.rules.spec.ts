import type { GenerationSummary } from '#client';
import { present } from '../../api/present.rules.ts';
import { firstBucket, leftOf, membersCsv, percentOf, reasonsOf, retriesOf } from './batch-members.rules.ts';

const COUNTS = { total: 10, waiting: 3, running: 2, success: 3, failed: 2, cancelled: 0 };
const failure = (productId: string, errorCode: string, language = 'de') =>
  ({
    id: `g-${productId}`,
    applicationId: 'product-title',
    productId,
    title: `Title of ${productId}`,
    status: 'FAILED',
    errorCode,
    errorMessage: { en: `${errorCode}.`, zh: `${errorCode}。` },
    environment: { model: 'a:1', temperature: 0.4, language },
  }) as GenerationSummary;

it('tells how far a batch is, and what to look at first', () => {
  expect(percentOf(COUNTS)).toBe(50);
  expect(firstBucket({ status: 'RUNNING', counts: COUNTS })).toBe('RUNNING');
  expect(firstBucket({ status: 'PARTIAL', counts: COUNTS })).toBe('FAILED');
  expect(firstBucket({ status: 'COMPLETED', counts: { ...COUNTS, failed: 0 } })).toBe('SUCCESS');
});

it('groups failures by their reason, the most frequent first', () => {
  const failed = [
    failure('a', 'ModelTimeout'),
    failure('b', 'ContentFiltered'),
    failure('c', 'ContentFiltered'),
  ];
  expect(reasonsOf(failed)).toEqual([
    { code: 'ContentFiltered', message: { en: 'ContentFiltered.', zh: 'ContentFiltered。' }, count: 2 },
    { code: 'ModelTimeout', message: { en: 'ModelTimeout.', zh: 'ModelTimeout。' }, count: 1 },
  ]);
});

describe('another try', () => {
  it('asks for the same again, in parts that a batch can name', () => {
    const failed = Array.from({ length: 1001 }, (_, n) => failure(`p${n}`, 'ModelTimeout'));
    const [first, second] = retriesOf(failed, { count: 3 }, 500);
    expect(first).toMatchObject({
      applicationId: 'product-title',
      environment: { model: 'a:1', temperature: 0.4, language: 'de', voice: 'none', learn: false },
      inputs: { count: 3 },
    });
    expect([first?.products.ids?.length, second?.products.ids]).toEqual([1000, ['p1000']]);
  });

  it('costs at most what the limit of the batch has left, over all of its parts', () => {
    const usage = { inputTokens: 0, outputTokens: 0, calls: 0, currency: 'USD' };
    const left = (maxCostMicros: number | undefined, costMicros: number | null): number | undefined =>
      leftOf(present({ maxCostMicros, usage: { ...usage, costMicros } }));
    expect([left(900, 400), left(900, 901), left(900, null), left(undefined, 400)]).toEqual([
      500,
      0,
      900,
      undefined,
    ]);

    const failed = Array.from({ length: 2500 }, (_, n) => failure(`p${n}`, 'ModelTimeout'));
    const limits = (leftMicros: number | undefined): (number | undefined)[] =>
      retriesOf(failed, {}, leftMicros).map(({ maxCostMicros }) => maxCostMicros);
    expect(limits(500)).toEqual([200, 200, 100]);
    expect(limits(4)).toEqual([1, 2, 1]); // no millionth is lost, and none is spent twice
    expect(limits(undefined)).toEqual([undefined, undefined, undefined]);
  });

  it('is for the same marketplace, with the same voice', () => {
    const asked = { marketplace: 'DE' as const, voiceId: 'v', learnedFrom: ['x'] };
    const failed = ['a', 'b'].map((id) => ({ ...failure(id, 'ModelTimeout'), ...asked }));
    const environment = { model: 'a:1', temperature: 0.4, language: 'de', marketplace: 'DE', voice: 'v' };
    expect(retriesOf(failed, {}, undefined)).toMatchObject([{ environment }]);
    expect(retriesOf(failed, {}, undefined)[0]?.environment).not.toHaveProperty('learn');
  });

  it('takes the language of each product where it was so', () => {
    const failed = [failure('a', 'ModelTimeout'), failure('b', 'ModelTimeout', 'ja')];
    expect(retriesOf(failed, {}, undefined)).toEqual([
      {
        applicationId: 'product-title',
        environment: { model: 'a:1', temperature: 0.4, voice: 'none', learn: false },
        products: { ids: ['a', 'b'] },
      },
    ]);
  });
});

it('writes a line for each generation', () => {
  const usage = { inputTokens: 12, outputTokens: null, calls: 1, costMicros: 5, currency: 'USD' };
  const csv = membersCsv([{ ...failure('a', 'ModelTimeout'), usage }], 'zh');
  const headings = csv.slice(1).split('\r\n')[0]!.split(',');
  expect(headings).toContain('preview'); // of a long text, it is the beginning
  expect(headings).not.toContain('text');
  expect(csv.split('\r\n')[1]).toBe('a,Title of a,g-a,FAILED,ModelTimeout,ModelTimeout。,,,a:1,de,12,,5,USD');
});
