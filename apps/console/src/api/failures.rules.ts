// What the console does about each error of the API. Pure.
import { ApiError } from '#client';

/** A code of the API. */
export type ErrorCode = NonNullable<ApiError['code']>;

/**
 * What helps: correct the form; sign in again; go back; read the record again; try later; wait for running work, or make room;
 * begin the list from its start; nothing but the administrator.
 */
export type Remedy =
  | 'correct'
  | 'sign-in'
  | 'go-back'
  | 'read-again'
  | 'later'
  | 'wait'
  | 'from-start'
  | 'administrator';

/** A new code of the API does not compile until it has its line. */
const REMEDIES: Record<ErrorCode, Remedy> = {
  InvalidArgument: 'correct',
  UnknownReference: 'correct',
  PayloadTooLarge: 'correct',
  InvalidCredentials: 'correct',
  AlreadyExists: 'correct',
  Unauthenticated: 'sign-in',
  InvalidToken: 'sign-in',
  Forbidden: 'go-back',
  NotFound: 'go-back',
  VersionMismatch: 'read-again',
  InvalidState: 'read-again',
  TooManyRequests: 'later',
  Unavailable: 'later',
  UpstreamTimeout: 'later',
  IdempotencyInProgress: 'later',
  QuotaExceeded: 'wait',
  InvalidNextToken: 'from-start',
  MalformedJson: 'administrator',
  MethodNotAllowed: 'administrator',
  NotAcceptable: 'administrator',
  UriTooLong: 'administrator',
  UnsupportedMediaType: 'administrator',
  IdempotencyKeyReused: 'administrator',
  HeadersTooLarge: 'administrator',
  MisdirectedRequest: 'administrator',
  InternalFault: 'administrator',
};

/** What helps against an error; one without a code came from something in front of the API, or is a broken connection. */
export function remedyOf(code: ErrorCode | undefined): Remedy {
  return code === undefined ? 'later' : REMEDIES[code];
}

/** Whether an error is an answer of the API with this code. */
export function hasCode(error: unknown, code: ErrorCode): error is ApiError {
  return error instanceof ApiError && error.code === code;
}

/** The findings of a refusal by their field, such as `inputs.count`; the first of each field counts. */
export function messagesByField({
  message,
  target,
  details,
}: Pick<ApiError, 'message' | 'target' | 'details'>): Record<string, string> {
  const found: Record<string, string> = {};
  for (const one of [...details, { message, target }]) if (one.target) found[one.target] ??= one.message;
  return found;
}
