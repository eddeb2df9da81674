// Tests which errors are retried, and for how long.
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

  it('throws the last error when its time is over or its signal is aborted', async () => {
    const late = new AppError('UpstreamTimeout');
    const startedAt = performance.now();
    await expect(retryTransient(failing(9, late), { signal, forMs: 500 })).rejects.toBe(late);
    await expect(retryTransient(failing(9, late), { signal: AbortSignal.timeout(100) })).rejects.toBe(late);
    expect(performance.now() - startedAt).toBeLessThan(900);
  });
});
