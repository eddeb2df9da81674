// What is asked for again, for how long, and what is not.
import { AppError } from '#contracts';
import { retryTransient } from './retry.ts';

const signal = new AbortController().signal;

/** Work that fails so often with this error, then gives how often it was done. */
function failing(times: number, error: Error): () => Promise<number> {
  let done = 0;
  return async () => {
    done += 1;
    if (done <= times) throw error;
    return done;
  };
}

describe('patience', () => {
  it('outlasts an error of the moment', async () => {
    expect(await retryTransient(failing(2, new AppError('Unavailable')), { signal })).toBe(3);
  });

  it('has none with any other error', async () => {
    for (const error of [new AppError('NotFound'), new Error('a bug')]) {
      await expect(retryTransient(failing(1, error), { signal })).rejects.toBe(error);
    }
  });

  it('ends with its time, and when it is called off', async () => {
    const away = new AppError('UpstreamTimeout');
    const began = performance.now();
    await expect(retryTransient(failing(9, away), { signal, forMs: 500 })).rejects.toBe(away);
    await expect(retryTransient(failing(9, away), { signal: AbortSignal.timeout(100) })).rejects.toBe(away);
    expect(performance.now() - began).toBeLessThan(900);
  });
});
