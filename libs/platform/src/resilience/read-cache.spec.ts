// Tests when an answer is used, read again or forgotten. The clock is the test's.
import { mock } from 'node:test';
import { ReadCache, type ReadCacheOptions } from './read-cache.ts';

let now = 0;
beforeEach(() => {
  now = 1000;
  mock.method(performance, 'now', () => now);
});
afterEach(() => mock.restoreAll());

const AGES = { max: 10, renewMs: 100, maxAgeMs: 200 };

/** Reads that the test answers. */
class Reads {
  readonly pending: PromiseWithResolvers<string>[] = [];
  readonly read = (): Promise<string> => {
    const reading = Promise.withResolvers<string>();
    this.pending.push(reading);
    return reading.promise;
  };
}

async function filled(options: ReadCacheOptions = AGES): Promise<{ cache: ReadCache<string>; reads: Reads }> {
  const cache = new ReadCache<string>(options);
  const reads = new Reads();
  const first = cache.get('key', reads.read);
  reads.pending[0]?.resolve('first');
  expect(await first).toBe('first');
  return { cache, reads };
}

it('one reading serves all who ask meanwhile', async () => {
  const cache = new ReadCache<string>(AGES);
  const reads = new Reads();
  const answers = Array.from({ length: 5 }, () => cache.get('key', reads.read));
  expect(reads.pending).toHaveLength(1);
  reads.pending[0]?.resolve('first');
  expect(await Promise.all(answers.map(async (answer) => answer))).toEqual(Array(5).fill('first'));
});

it('an answer is used, then used while it is read again, then waited for', async () => {
  const { cache, reads } = await filled();
  now += 99;
  expect(cache.get('key', reads.read)).toBe('first');
  expect(reads.pending).toHaveLength(1);
  now += 1;
  expect(cache.get('key', reads.read)).toBe('first');
  expect(reads.pending).toHaveLength(2);
  now += 100;
  const late = cache.get('key', reads.read);
  reads.pending[1]?.resolve('second');
  expect(await late).toBe('second');
  expect(cache.get('key', reads.read)).toBe('second');
});

it('a reading is told the last answer, however old', async () => {
  const { cache } = await filled();
  now += 10_000;
  const read = (last: string | undefined) => Promise.resolve(`after ${last}`);
  expect(await cache.get('key', read)).toBe('after first');
  expect(await cache.get('another', read)).toBe('after undefined');
});

it('a forgotten answer is not remembered by a reading that began before', async () => {
  const { cache, reads } = await filled();
  now += 150;
  expect(cache.get('key', reads.read)).toBe('first');
  cache.forget(['key']);
  reads.pending[1]?.resolve('old');
  const next = cache.get('key', reads.read);
  expect(reads.pending).toHaveLength(3);
  reads.pending[2]?.resolve('new');
  expect(await next).toBe('new');
  expect(cache.get('key', reads.read)).toBe('new');
});

it('all answers are read again before they are used once they have expired', async () => {
  const { cache, reads } = await filled();
  cache.expireAll();
  const next = cache.get('key', reads.read);
  reads.pending[1]?.resolve('second');
  expect(await next).toBe('second');
});

it('an expired answer is read again before it is used, and stays in use where it cannot be read', async () => {
  const { cache, reads } = await filled({ ...AGES, retryMs: 50 });
  cache.expire(['key', 'another']);
  const kept = cache.get('key', reads.read);
  reads.pending[1]?.reject(new Error('away'));
  expect(await kept).toBe('first');
  now += 50;
  expect(cache.get('key', reads.read)).toBe('first');
  cache.expire(['key']);
  const next = cache.get('key', reads.read);
  expect(reads.pending).toHaveLength(4);
  reads.pending[2]?.resolve('old');
  reads.pending[3]?.resolve('new');
  expect(await next).toBe('new');
  expect(cache.get('key', reads.read)).toBe('new');
});

it('an old answer stays in use while it cannot be read, where that is allowed', async () => {
  const { cache, reads } = await filled({ ...AGES, retryMs: 50 });
  now += 500;
  const kept = cache.get('key', reads.read);
  reads.pending[1]?.reject(new Error('away'));
  expect(await kept).toBe('first');
  expect(cache.get('key', reads.read)).toBe('first');
  expect(reads.pending).toHaveLength(2);
  now += 50;
  expect(cache.get('key', reads.read)).toBe('first');
  expect(reads.pending).toHaveLength(3);
});

it('elsewhere the failure is that of the request', async () => {
  const { cache, reads } = await filled();
  now += 500;
  const refused = cache.get('key', reads.read);
  reads.pending[1]?.reject(new Error('away'));
  await expect(refused).rejects.toThrow('away');
});
