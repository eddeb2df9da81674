// One after the other for one key, side by side for others, and no endless lines.
import { setTimeout as sleep } from 'node:timers/promises';
import { KeyedMutex } from './keyed-mutex.ts';

/** Work that notes when it begins and ends. */
const noting = (notes: string[], name: string) => async (): Promise<string> => {
  notes.push(`${name} begins`);
  await sleep(5);
  notes.push(`${name} ends`);
  return name;
};

describe('turns', () => {
  it('come one after the other for one key, also after a failure', async () => {
    const turns = new KeyedMutex({ max: 3, waitMs: 1000 });
    const notes: string[] = [];
    const broken = turns.run('a', () => Promise.reject(new Error('boom')));
    const [, first, second] = await Promise.allSettled([
      broken,
      turns.run('a', noting(notes, 'first')),
      turns.run('a', noting(notes, 'second')),
    ]);
    await expect(broken).rejects.toThrow('boom');
    expect([first, second]).toMatchObject([{ value: 'first' }, { value: 'second' }]);
    expect(notes).toEqual(['first begins', 'first ends', 'second begins', 'second ends']);
  });

  it('of other keys are taken at once', async () => {
    const turns = new KeyedMutex({ max: 3, waitMs: 1000 });
    const notes: string[] = [];
    await Promise.all([turns.run('a', noting(notes, 'a')), turns.run('b', noting(notes, 'b'))]);
    expect(notes.slice(0, 2)).toEqual(['a begins', 'b begins']);
  });

  it('are refused where the line is full, and given again when it is not', async () => {
    const turns = new KeyedMutex({ max: 2, waitMs: 1000 });
    const two = [1, 2].map(() => turns.run('a', () => sleep(5)));
    await expect(turns.run('a', () => sleep(5))).rejects.toMatchObject({ code: 'Unavailable' });
    await Promise.all(two);
    expect(await turns.run('a', async () => 'again')).toBe('again');
  });

  it('that do not come in time are given up, and the next one is not held up', async () => {
    const turns = new KeyedMutex({ max: 3, waitMs: 50 });
    const notes: string[] = [];
    const long = turns.run('a', () => sleep(150));
    const began = performance.now();
    await expect(turns.run('a', noting(notes, 'late'))).rejects.toMatchObject({ code: 'Unavailable' });
    expect(performance.now() - began).toBeLessThan(140);
    await long;
    expect(await turns.run('a', noting(notes, 'next'))).toBe('next');
    expect(notes).toEqual(['next begins', 'next ends']);
  });
});
