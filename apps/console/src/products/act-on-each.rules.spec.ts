import { actOnEach, asinsByImport } from './act-on-each.rules.ts';

const ten = Array.from({ length: 10 }, (_, i) => ({ id: String(i) }));
const usual = {
  waitAfter: () => undefined,
  onProgress: () => undefined,
  signal: new AbortController().signal,
};

it('acts on each once, and says of which it could not', async () => {
  const acted: string[] = [];
  const seen: number[] = [];
  const progress = await actOnEach(ten, {
    ...usual,
    act: async ({ id }) => {
      if (id === '3') throw new Error('Gone.');
      acted.push(id);
    },
    onProgress: ({ done, failed }) => seen.push(done + failed.length),
  });
  expect(acted.toSorted()).toEqual(ten.map(({ id }) => id).filter((id) => id !== '3'));
  expect(progress).toMatchObject({ done: 9, failed: [{ id: '3', error: { message: 'Gone.' } }] });
  expect(seen).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
});

it('waits and tries again where that may help', async () => {
  let refusals = 2;
  const act = async () => {
    if (refusals > 0) throw new Error(`Too many ${(refusals -= 1)}.`);
  };
  expect(await actOnEach(ten, { ...usual, act, waitAfter: () => 1 })).toEqual({ done: 10, failed: [] });
  expect(refusals).toBe(0);
});

it('begins nothing after it was stopped', async () => {
  const stop = new AbortController();
  const act = async ({ id }: { id: string }) => {
    if (id === '3') stop.abort();
  };
  const { done } = await actOnEach(ten, { ...usual, act, signal: stop.signal });
  expect(done).toBeLessThanOrEqual(4);
});

it('makes an import of each marketplace, and several of many products', () => {
  const products = ['a', 'b', 'c'].map((asin) => ({ asin, marketplace: 'DE' }));
  expect(asinsByImport<string>([...products, { asin: 'd', marketplace: 'JP' }], 2)).toEqual([
    { marketplace: 'DE', asins: ['a', 'b'] },
    { marketplace: 'DE', asins: ['c'] },
    { marketplace: 'JP', asins: ['d'] },
  ]);
});
