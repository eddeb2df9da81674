// Helps tests with answers: reads refusals, and repeats requests that came too late.
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '#contracts';
import { toAppError } from '#platform/errors';

/** The fields of the AppError that a request is refused with. */
export async function errorOf(request: Promise<unknown>): Promise<Partial<AppError>> {
  const error: unknown = await request.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof AppError)) throw new Error(`The request was not refused: ${String(error)}`);
  const { code, target, message, retryAfter, details } = error;
  return { code, target, message, retryAfter, details };
}

/** Codes with which a service answers a request for which it has too little time. Its outcome is known later. */
export const LATE = ['Unavailable', 'UpstreamTimeout'];
/** Pause before a request is repeated, in milliseconds. */
const PAUSE_MS = 100;

/** Repeats a request that may come twice, as clients and workers do while the service has too little time for it. */
export async function answered<T>(request: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await request();
    } catch (error) {
      if (!LATE.includes(toAppError(error).code)) throw error;
      await sleep(PAUSE_MS);
    }
  }
}

/** How each of some requests ended: `won`, or the code of its refusal. */
export function outcomesOf(requests: Promise<unknown>[]): Promise<string[]> {
  return Promise.all(
    requests.map((one) =>
      one.then(
        () => 'won',
        (error: AppError) => error.code,
      ),
    ),
  );
}
