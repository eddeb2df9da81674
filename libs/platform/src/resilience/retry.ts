// Retries work while its error is transient; for workers, which may wait.
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '#contracts';
import { isRetryable } from '../errors/error-mapping.ts';

/** Pause before the next attempt, in milliseconds. */
const PAUSE_MS = 1000;

/**
 * Repeats idempotent work every second while its error is transient. Throws the last error when `signal` is aborted or
 * after `forMs` milliseconds, and any other error at once.
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

/** True for an error that another attempt may not meet: no answer, or none in time. */
export function isTransient(error: unknown): boolean {
  return error instanceof AppError && isRetryable(error.code);
}
