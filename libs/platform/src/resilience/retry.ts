// Patience: what cannot be had now is asked for again, by workers, whose job it is to wait.
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '#contracts';
import { isRetryable } from '../errors/error-mapping.ts';

/** Pause before the next try, in milliseconds. */
const PAUSE_MS = 1000;

/**
 * Does work that may be repeated, again and again while its error is a passing one, a second apart. Throws the last
 * error when `signal` is aborted or `forMs` milliseconds are over, and every other error at once.
 */
export async function retryTransient<T>(
  work: () => Promise<T>,
  { signal, forMs = Infinity }: { signal: AbortSignal; forMs?: number },
): Promise<T> {
  const giveUp = performance.now() + forMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isTransient(error) || performance.now() + PAUSE_MS > giveUp) throw error;
      await sleep(PAUSE_MS, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) throw error;
    }
  }
}

/** True for an error of the moment: nobody answers, or not in time. */
export function isTransient(error: unknown): boolean {
  return error instanceof AppError && isRetryable(error.code);
}
