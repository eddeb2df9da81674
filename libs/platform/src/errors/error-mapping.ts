// Maps errors, and is the only place that does: any error to an AppError, an AppError to a bus reply or an HTTP body.
import { z } from 'zod';
import {
  AppError,
  ERROR_CODES,
  ERRORS,
  errorDetail,
  type ErrorCode,
  type ErrorDetail,
  type ErrorResponse,
} from '#contracts';
import { LogSampler } from '../observability/log-sampler.ts';
import { logger } from '../observability/log.ts';

const log = logger('failure');

/**
 * Codes of Postgres for a transient error: connection lost, shutting down, out of connections; a primary that was replaced and takes
 * no writes; time-out of a lock, a statement or a transaction; a transaction ended because of a deadlock or a conflict.
 */
const DATABASE_UNAVAILABLE = /^(08...|53...|57P0[1-5]|57014|55P03|25006|25P0[34]|40P01|40001)$/;
const NETWORK_DOWN = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
]);
/** Messages of transient errors without a code: pg's pool and connection, ioredis, and a Redis that takes no writes. */
const DRIVER_DOWN =
  /timeout exceeded when trying to connect|^timeout expired$|Connection terminated|is not queryable|Connection is closed|Stream isn't writeable|Command timed out|Query read timeout|^(?:READONLY|OOM|LOADING|MISCONF|BUSY|NOREPLICAS|MASTERDOWN|CLUSTERDOWN) /;

/** The refusal of a row by the policy of `erasedWorkspaces`: its workspace is gone. */
const OF_ERASED = /row-level security policy "not_erased"/;

/**
 * Any thrown value as an AppError. An unknown error becomes InternalFault, and so does the error of a schema: it is the
 * client's mistake only where the client's input is checked, and there invalidArgument() says so.
 */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof Error && OF_ERASED.test(error.message)) return workspaceErased(error);
  if (isUnavailable(error)) return new AppError('Unavailable', { retryAfter: 1, cause: error });
  return new AppError('InternalFault', { cause: error });
}

function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  if (DATABASE_UNAVAILABLE.test(code) || NETWORK_DOWN.has(code) || DRIVER_DOWN.test(error.message))
    return true;
  const inner = 'driverError' in error ? error.driverError : error.cause;
  return inner !== undefined && inner !== error && isUnavailable(inner);
}

/** An issue of a schema: where it is and what is wrong. */
export interface SchemaIssue {
  path?: readonly (PropertyKey | { key: PropertyKey })[] | undefined;
  message: string;
  code?: string;
  keys?: string[];
}

/** The issues of a schema as InvalidArgument, each with its target. */
export function invalidArgument(issues: readonly SchemaIssue[], cause?: unknown): AppError {
  const details = issues.flatMap((issue): ErrorDetail[] => {
    const path = (issue.path ?? []).map((part) => (typeof part === 'object' ? part.key : part));
    if (issue.code !== 'unrecognized_keys') return [finding(path, issue.message)];
    return (issue.keys ?? []).map((key) => finding([...path, key], 'There is no such field.'));
  });
  const { message, target } = details[0] ?? {};
  return new AppError('InvalidArgument', { cause, message, target, details: details.slice(0, 100) });
}

/** The refusal of a write that is meant for another version than the `present` one, which is 0 when there is no record. */
export function versionMismatch(present: number): AppError {
  const target = 'If-Match';
  const details = [{ code: 'VersionMismatch', message: String(present), target }];
  return new AppError('VersionMismatch', { target, details });
}

function finding(path: readonly PropertyKey[], message: string): ErrorDetail {
  const target = path.reduce<string>(
    (text, part) =>
      typeof part === 'number' ? `${text}[${part}]` : text ? `${text}.${String(part)}` : String(part),
    '',
  );
  return { code: 'InvalidArgument', message, target: target.slice(0, 200) || undefined };
}

/** Refusals are sampled: under overload, logging them all would cost more than serving requests. */
const samplers = Object.fromEntries(ERROR_CODES.map((code) => [code, new LogSampler()])) as Record<
  ErrorCode,
  LogSampler
>;

/** Logs an error at the level of its code: a bug with its cause and stack, refusals sampled. */
export function logError(error: AppError, fields: object = {}): void {
  const { code, target, message, cause } = error;
  const { level } = ERRORS[code];
  const known = { code, target, ...fields };
  if (level === 'error') return log.error({ ...known, err: cause ?? error }, message);
  if (level === 'debug') return log.debug(known, message);
  const reason = cause instanceof Error ? cause.message : undefined;
  samplers[code].sample((left) => log[level]({ ...known, reason, ...left }, message));
}

const wireError = z.object({
  code: z.enum(ERROR_CODES),
  customMessage: z.string().optional(),
  target: z.string().optional(),
  details: z.array(errorDetail).default([]),
  retryAfter: z.number().optional(),
});

/** An error as the body of a bus reply. */
export function errorToWire(error: AppError): string {
  const { code, customMessage, target, details, retryAfter } = error;
  return JSON.stringify({ code, customMessage, target, details, retryAfter });
}

/** The error in the body of a bus reply. */
export function errorFromWire(text: string): AppError {
  const { code, customMessage: message, ...info } = wireError.parse(JSON.parse(text));
  return new AppError(code, { ...info, message });
}

/** The documented body of an error response; a 500 carries the flat shape beside the envelope. */
export function errorToHttp(error: AppError, requestId: string, language: 'en' | 'zh'): ErrorResponse {
  const { code, details, target, customMessage } = error;
  const { [language]: text, zh } = ERRORS[code];
  const message = language === 'en' ? (customMessage ?? text) : text;
  const body = { error: { code, id: requestId, message, details, target } };
  return code === 'InternalFault' ? { ...body, code, message: zh } : body;
}

/** True when another try may succeed: queues retry these codes. */
export function isRetryable(code: ErrorCode): boolean {
  return ERRORS[code].retryable;
}

/** The answer to a request for a workspace that is gone, however that was found out. */
export function workspaceErased(cause: unknown): AppError {
  return new AppError('InvalidArgument', { message: 'The workspace was erased.', cause });
}
