// Maps any error of the AI SDK, a provider or the network to a ModelError with one of our codes.
import {
  APICallError,
  InvalidResponseDataError,
  JSONParseError,
  LoadAPIKeyError,
  NoObjectGeneratedError,
  NoSuchModelError,
  NoSuchProviderError,
  RetryError,
  StreamProviderError,
  TypeValidationError,
  type FinishReason,
} from 'ai';
import type { GenerationErrorCode } from '#contracts';
import { ModelError } from './port.ts';

/** Longest wait that a server may ask for, in milliseconds; one that asks for more counts as one that asks for none. */
const LONGEST_WAIT = 3_600_000;

/** Most characters of an error body that are looked at. */
const MOST_READ = 2000;

/** Words by which providers name a cause, in error codes, types and messages. The first match counts. */
const CAUSES: readonly (readonly [RegExp, GenerationErrorCode])[] = [
  [/insufficient_quota|billing_(?:hard_limit|not_active)|arrearage|credit balance is too low|quota_exhausted|api usage limits/i, 'ModelQuotaExhausted'],
  [/context_length_exceeded|contextwindowexceeded|maximum context length|context window|prompt is too long|request_too_large|input token count/i, 'ContextTooLong'],
  // More than may be sent in a minute: it comes with the status and code of a limit of rate, and waiting does not help.
  [/request too large|tokens must be reduced|reduce your message size/i, 'ContextTooLong'],
  // llama.cpp and what is built on it: LM Studio, Ollama.
  [/exceed_context_size|available context size|context size has been exceeded|context length of only|greater than the context length|\bn_(?:keep|ctx)\b/i, 'ContextTooLong'],
  // TGI.
  [/`inputs` (?:tokens \+ `max_new_tokens` must be|must have less than)/, 'ContextTooLong'],
  [/content_filter|content_policy|contentpolicyviolation|datainspectionfailed|responsibleaipolicy/i, 'ContentFiltered'],
  // Anthropic, OpenRouter (with 403, as for a wrong key), OpenAI (with the code of any wrong prompt).
  [/blocked by content filtering|input was flagged|flagged as potentially violating/i, 'ContentFiltered'],
  [/model_not_found|model_not_exist|modelnotfound|not found, try pulling it|no models? loaded/i, 'ModelNotFound'],
  [/invalid_api_key|authentication_error|permission_error|invalidapikey|api[_ ]key[_ ](?:not[_ ]valid|invalid)/i, 'ModelAuthenticationFailed'],
  [/rate_limit|ratelimit|throttling/i, 'ModelRateLimited'],
  [/overloaded|server_error|internal_error|service_unavailable|unavailable_error|loading model|server busy/i, 'ModelUnavailable'],
]; // prettier-ignore

/** Statuses of a server, or of the proxy before it, that has not begun the work. */
const NOT_BEGUN = new Set([429, 502, 503, 529]);

/** Codes of errors of a connection that never was. A reset one is not among them: the server may have begun the work. */
const NOT_CONNECTED = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
]);

const STATUSES: Readonly<Record<number, GenerationErrorCode>> = {
  401: 'ModelAuthenticationFailed',
  402: 'ModelQuotaExhausted',
  403: 'ModelAuthenticationFailed',
  404: 'ModelNotFound',
  408: 'ModelTimeout',
  413: 'ContextTooLong',
  425: 'ModelUnavailable',
  429: 'ModelRateLimited',
  498: 'ModelUnavailable', // Groq: no capacity left
  504: 'ModelTimeout',
  524: 'ModelTimeout', // Cloudflare
};

const FINISHES: Readonly<Partial<Record<FinishReason, GenerationErrorCode>>> = {
  length: 'OutputTruncated',
  'content-filter': 'ContentFiltered',
  interrupted: 'ModelUnavailable',
  error: 'ModelUnavailable',
};

/** Reasons in words of servers that the library does not know. */
const RAW_FINISHES: Readonly<Record<string, FinishReason>> = {
  eos: 'stop',
  eos_token: 'stop',
  end_turn: 'stop',
  stop_sequence: 'stop',
  model_length: 'length',
  max_tokens: 'length',
};

/** Why an answer has ended, by what the library makes of the reason, and the reason itself. */
export function finishOf(reason: FinishReason, raw: string | undefined): FinishReason {
  return reason === 'other' ? (RAW_FINISHES[raw ?? ''] ?? reason) : reason;
}

/**
 * The error for an answer that is not complete, by its finish reason; `detail` tells clients which limit cut it, if one did.
 */
export function unfinished(reason: FinishReason, detail?: string): ModelError {
  const code = FINISHES[reason] ?? 'InvalidModelOutput';
  return new ModelError(code, code === 'OutputTruncated' && detail !== undefined ? { detail } : {});
}

/** Most causes in a chain that are logged. */
const DEEPEST = 4;

/**
 * What may be logged of an error: kinds of errors, HTTP statuses and codes, the outermost first. Never a message, because
 * libraries and servers quote prompts, answers and keys in messages. A server may put any text into a code, so only single
 * short words are logged.
 */
export function reasonOf({ cause }: ModelError): string {
  const parts: string[] = [];
  for (let error: unknown = cause, i = 0; error !== undefined && error !== null && i < DEEPEST; i += 1) {
    const { name, code, statusCode, data, cause: next } = error as Partial<APICallError & { code: unknown }>;
    parts.push([name, statusCode, code, ...providerWords(data)].filter(isCode).join(' '));
    error = next;
  }
  return parts.join(' < ');
}

function isCode(word: unknown): word is string | number {
  return typeof word === 'number' || (typeof word === 'string' && /^[\w.-]{1,40}$/.test(word));
}

/** The ModelError for any error of a call. The caller must check its own abort signal before. */
export function toModelError(thrown: unknown): ModelError {
  const error = RetryError.isInstance(thrown) ? thrown.lastError : thrown;
  if (error instanceof ModelError) return error;
  const code = codeOf(error);
  return new ModelError(code, {
    cause: error,
    retryAfterMs: retryAfter(error),
    isRefusal: isRefused(error),
    isUnreachable: isUnreachable(error),
    isSilent: code === 'ModelTimeout',
  });
}

/** True when the server has not begun the work, so that the call may be repeated without harm or cost. */
function isRefused(error: unknown): boolean {
  if (!APICallError.isInstance(error)) return isUnreachable(error);
  const { statusCode } = error;
  return statusCode === undefined ? isUnreachable(error) : NOT_BEGUN.has(statusCode);
}

/** True for an error with which a server has answered instead of working: it charges nothing for that. */
export function isFree(thrown: unknown): boolean {
  const error = RetryError.isInstance(thrown) ? thrown.lastError : thrown;
  const status = APICallError.isInstance(error) ? (error.statusCode ?? 0) : 0;
  return status >= 400 && STATUSES[status] !== 'ModelTimeout';
}

/** True when no connection to a server was made. One that breaks in the middle of an answer has a status by then. */
function isUnreachable(error: unknown): boolean {
  if (APICallError.isInstance(error) && error.statusCode !== undefined) return false;
  for (let one: unknown = error, i = 0; one !== undefined && one !== null && i < DEEPEST; i += 1) {
    const { code, syscall, cause } = one as { code?: unknown; syscall?: unknown; cause?: unknown };
    // A connection can also die of these while the answer is awaited.
    if (NOT_CONNECTED.has(String(code))) return syscall !== 'read' && syscall !== 'write';
    one = cause;
  }
  return false;
}

function codeOf(error: unknown): GenerationErrorCode {
  if (NoObjectGeneratedError.isInstance(error)) return unfinished(error.finishReason ?? 'stop').code;
  if (APICallError.isInstance(error)) return codeOfCall(error);
  if (StreamProviderError.isInstance(error)) {
    const named = causeNamed(error.type, error.code, error.message);
    const { statusCode = 0 } = error;
    return (
      named ?? codeOfStatus(statusCode) ?? (statusCode >= 400 ? 'ModelRequestRejected' : 'ModelUnavailable')
    );
  }
  if (NoSuchModelError.isInstance(error) || NoSuchProviderError.isInstance(error)) return 'ModelNotFound';
  if (LoadAPIKeyError.isInstance(error)) return 'ModelAuthenticationFailed';
  if (JSONParseError.isInstance(error) || TypeValidationError.isInstance(error)) return 'InvalidModelOutput';
  if (InvalidResponseDataError.isInstance(error) || isBroken(error)) return 'ModelUnavailable';
  return (error as Partial<Error> | null)?.name === 'TimeoutError' ? 'ModelTimeout' : 'InternalFault';
}

function codeOfCall(error: APICallError): GenerationErrorCode {
  const { statusCode, cause } = error;
  if (statusCode === undefined || isBroken(cause)) return 'ModelUnavailable';
  if (statusCode < 300) return 'InvalidModelOutput';
  return causeNamed(wordsOf(error)) ?? codeOfStatus(statusCode) ?? 'ModelRequestRejected';
}

/** What a server says of a call that it refuses: never the request, which some quote in the body. */
export function wordsOf({ data, message, responseBody }: APICallError): string {
  return [...providerWords(data), message, wordsOfBody(responseBody)].join(' ');
}

/**
 * Type, code and message of an error body. The library reads only the form that the maker of its provider uses; servers differ.
 * Gemini puts it into a list, and OpenRouter the words of the server behind it into the metadata.
 */
function wordsOfBody(body = ''): string {
  try {
    const parsed: unknown = JSON.parse(body);
    const first: unknown = Array.isArray(parsed) ? parsed[0] : parsed;
    const { error = {}, message, detail } = Object(first) as Record<string, unknown>;
    const { type, code, message: inner, metadata } = Object(error) as Record<string, unknown>;
    const { raw } = Object(metadata) as Record<string, unknown>;
    const said = typeof error === 'string' ? error : inner;
    return [type, code, said, raw, message, detail]
      .filter((word) => typeof word === 'string')
      .join(' ')
      .slice(0, MOST_READ);
  } catch {
    return '';
  }
}

/** True for the errors of fetch about a connection that failed or broke. */
function isBroken(error: unknown): boolean {
  return ['fetch failed', 'terminated'].includes((error as Partial<Error> | null)?.message ?? '');
}

function codeOfStatus(status = 0): GenerationErrorCode | undefined {
  return STATUSES[status] ?? (status >= 500 || status === 409 ? 'ModelUnavailable' : undefined);
}

function causeNamed(...words: unknown[]): GenerationErrorCode | undefined {
  return CAUSES.find(([pattern]) => pattern.test(words.join(' ')))?.[1];
}

/** `code` and `type` of an error body, inside `error` or at the top level. */
function providerWords(data: unknown): unknown[] {
  const { error = data } = Object(data) as { error?: unknown };
  const { code, type } = Object(error) as { code?: unknown; type?: unknown };
  return [code, type];
}

/** The wait that the server asked for, in milliseconds; undefined without one, or when it is too long. */
function retryAfter(error: unknown): number | undefined {
  const headers = (APICallError.isInstance(error) && error.responseHeaders) || {};
  const { 'retry-after': said = '', 'retry-after-ms': exact = '' } = headers;
  const isNumber = (text: string): boolean => /^\d+(\.\d+)?$/.test(text);
  const inSeconds = isNumber(said) ? Number(said) * 1000 : Date.parse(said) - Date.now();
  const wait = isNumber(exact) ? Number(exact) : inSeconds;
  return wait >= 0 && wait <= LONGEST_WAIT ? Math.ceil(wait) : undefined;
}
