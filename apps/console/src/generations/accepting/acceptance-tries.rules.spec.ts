// Tests what is known of an acceptance whose answer was lost.
import { ApiError, type Generation, type Product } from '#client';
import { isAcceptedSince, isRepeat, leavesOpen, tryAfter, type Try } from './acceptance-tries.rules.ts';

const pending = { id: 'g', review: { state: 'PENDING' } } as Generation;
const reviewed = (by: string, at: number): Generation => ({
  ...pending,
  review: { state: 'ACCEPTED', by, at, to: 'product', id: 'p' },
});
const product = (version: number, title: string): Product => ({ id: 'p', version, title }) as Product;
const tried = (title: string, before: Product): Try<Product> => ({
  generation: pending,
  before,
  ifVersion: before.version,
  body: { to: 'product', result: [{ text: title }] },
  key: title,
});

it('an answer of the API tells that nothing was written; no answer, and one of a broken service, do not', () => {
  const answer = (status: number): ApiError => new ApiError(new Response(null, { status }), undefined);
  expect([409, 412, 422, 429].map((status) => leavesOpen(answer(status)))).toEqual(Array(4).fill(false));
  expect([new TypeError('Failed to fetch'), answer(502)].map(leavesOpen)).toEqual([true, true]);
});

it('a result is accepted since when this person has decided so meanwhile, also once more', () => {
  expect(isAcceptedSince(pending, reviewed('ann', 1), 'ann')).toBe(true);
  expect(isAcceptedSince(reviewed('ann', 1), reviewed('ann', 2), 'ann')).toBe(true);
  expect(isAcceptedSince(reviewed('ann', 1), reviewed('ann', 1), 'ann')).toBe(false);
  expect(isAcceptedSince(pending, reviewed('ben', 1), 'ann')).toBe(false);
  expect(isAcceptedSince(pending, { ...pending, review: { state: 'REJECTED', by: 'ann' } }, 'ann')).toBe(
    false,
  );
});

describe('another text after a lost answer', () => {
  const lost = tried('first', product(1, 'imported'));
  const next = tried('second', product(2, 'first'));

  it('is no repeat', () =>
    expect([isRepeat(lost, next), isRepeat(lost, { ...lost })]).toEqual([false, true]));

  it('replaces the accepted text, and is taken back to what stood there before that', () =>
    expect(tryAfter(lost, next, reviewed('ann', 1), 'ann')).toEqual({
      ...next,
      generation: reviewed('ann', 1),
      before: product(1, 'imported'),
    }));

  it('is taken back to what others wrote when nothing was accepted', () =>
    expect(tryAfter(lost, next, pending, 'ann').before).toEqual(product(2, 'first')));
});
