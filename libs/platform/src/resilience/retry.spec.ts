// Tests which errors are retried, and for how long.
import { setImmediate as immediate } from 'node:timers/promises';
import { AppError } from '#contracts';
import { retryTransient } from './retry.ts';

const signal = new AbortController().signal;

/** Work that fails this many times with this error, then returns the number of its attempts. */
function failing(times: number, error: Error): () => Promise<number> {
  let attempts = 0;
  return async () => {
    attempts += 1;
    if (attempts <= times) throw error;
    return attempts;
  };
}

describe('retryTransient', () => {
  it('repeats the work until a transient error is over', async () => {
    expect(await retryTransient(failing(2, new AppError('Unavailable')), { signal })).toBe(3);
  });

  it('throws any other error at once', async () => {
    for (const error of [new AppError('NotFound'), new Error('a bug')]) {
      await expect(retryTransient(failing(1, error), { signal })).rejects.toBe(error);
    }
  });

  it('throws the last error when another attempt would come after its time', async () => {
    const late = new AppError('UpstreamTimeout');
    await expect(retryTransient(failing(1, late), { signal, forMs: 500 })).rejects.toBe(late);
  });

  it('throws the last error as soon as its signal is aborted, also in a pause', async () => {
    const late = new AppError('UpstreamTimeout');
    const leaving = new AbortController();
    const thrown = retryTransient(failing(1, late), { signal: leaving.signal }).catch((error) => error);
    await immediate();
    leaving.abort();
    expect(await Promise.race([thrown, immediate('still in the pause')])).toBe(late);
  });
});
