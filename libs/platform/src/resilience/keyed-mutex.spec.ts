// Tests that work of one key runs one after the other, that keys do not block each other, and that queues are bounded.
import { setTimeout as sleep } from 'node:timers/promises';
import { KeyedMutex } from './keyed-mutex.ts';

/** Work that records its start and its end. */
const recorded = (notes: string[], name: string) => async (): Promise<string> => {
  notes.push(`${name} begins`);
  await sleep(5);
  notes.push(`${name} ends`);
  return name;
};

describe('a keyed mutex', () => {
  it('runs work of one key one after the other, also after a failure', async () => {
    const mutex = new KeyedMutex({ max: 3, waitMs: 1000 });
    const notes: string[] = [];
    const broken = mutex.run('a', () => Promise.reject(new Error('boom')));
    const [, first, second] = await Promise.allSettled([
      broken,
      mutex.run('a', recorded(notes, 'first')),
      mutex.run('a', recorded(notes, 'second')),
    ]);
    await expect(broken).rejects.toThrow('boom');
    expect([first, second]).toMatchObject([{ value: 'first' }, { value: 'second' }]);
    expect(notes).toEqual(['first begins', 'first ends', 'second begins', 'second ends']);
  });

  it('runs work of different keys at the same time', async () => {
    const mutex = new KeyedMutex({ max: 3, waitMs: 1000 });
    const notes: string[] = [];
    await Promise.all([mutex.run('a', recorded(notes, 'a')), mutex.run('b', recorded(notes, 'b'))]);
    expect(notes.slice(0, 2)).toEqual(['a begins', 'b begins']);
  });

  it('refuses work while the queue of its key is full, and accepts it again afterwards', async () => {
    const mutex = new KeyedMutex({ max: 2, waitMs: 1000 });
    const two = [1, 2].map(() => mutex.run('a', () => sleep(5)));
    await expect(mutex.run('a', () => sleep(5))).rejects.toMatchObject({ code: 'Unavailable' });
    await Promise.all(two);
    expect(await mutex.run('a', async () => 'again')).toBe('again');
  });

  it('gives up work that waits too long, without delaying the next work', async () => {
    const mutex = new KeyedMutex({ max: 3, waitMs: 50 });
    const notes: string[] = [];
    const { promise: work, resolve: end } = Promise.withResolvers<void>();
    const long = mutex.run('a', () => work);
    await expect(mutex.run('a', recorded(notes, 'late'))).rejects.toMatchObject({ code: 'Unavailable' });
    end();
    await long;
    expect(await mutex.run('a', recorded(notes, 'next'))).toBe('next');
    expect(notes).toEqual(['next begins', 'next ends']);
  });
});
