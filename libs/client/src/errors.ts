// The error that every refused call throws.
import type { ErrorResponse } from './generated/types.gen.ts';

type Body = ErrorResponse['error'];

/** An answer that is not a success. A call that gets no answer at all throws the error of `fetch` instead. */
export class ApiError extends Error {
  /** HTTP status. */
  readonly status: number;
  /** What to decide by, such as `NotFound`; undefined when something in front of the API answered. */
  readonly code: Body['code'] | undefined;
  /** Path of the part of the request that is wrong. */
  readonly target: string | undefined;
  readonly details: Body['details'];
  /** Name it when you ask for help. */
  readonly requestId: string | undefined;
  /** The whole answer; its body has been read. */
  readonly response: Response;

  constructor(response: Response, body: unknown) {
    const { error } = (typeof body === 'object' && body !== null ? body : {}) as Partial<ErrorResponse>;
    super(error?.message ?? `The answer has the status ${response.status}.`);
    this.name = 'ApiError';
    this.status = response.status;
    this.code = error?.code;
    this.target = error?.target;
    this.details = error?.details ?? [];
    this.requestId = error?.id ?? response.headers.get('x-request-id') ?? undefined;
    this.response = response;
  }

  /** Seconds after which the API asks to try again; undefined when it does not say. */
  get retryAfter(): number | undefined {
    return secondsOf(this.response.headers.get('retry-after'));
  }
}

/** The seconds that a Retry-After names: a number, or a date from now on. */
export function secondsOf(retryAfter: string | null): number | undefined {
  if (retryAfter === null) return undefined;
  const seconds = Number(retryAfter);
  const until = Date.parse(retryAfter);
  if (!Number.isNaN(seconds)) return seconds;
  return Number.isNaN(until) ? undefined : Math.max(0, (until - Date.now()) / 1000);
}
