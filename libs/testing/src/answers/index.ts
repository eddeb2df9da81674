// Helps tests with answers: reads refusals, and repeats requests that came too late.
import { AppError } from '#contracts';

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

/** Repeats a request that may come twice, as clients and workers do while the service has too little time for it. */
export async function answered<T>(request: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await request();
    } catch (error) {
      if (!(error instanceof AppError && LATE.includes(error.code))) throw error;
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
