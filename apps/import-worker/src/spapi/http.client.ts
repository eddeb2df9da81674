// Makes HTTP calls to the Selling Partner API, bounded in size and without redirects, and classifies failed replies.
import axios, { type AxiosInstance, type AxiosResponse } from 'axios';
import { z } from 'zod';
import { logger } from '#platform/observability';

const log = logger('sp-api');

/** Maximum size of a decompressed reply, in bytes. */
const MAX_REPLY_BYTES = 20 * 1024 * 1024;

/** Shortest and longest pause after a 429, in milliseconds; a reply that names no time gets the shortest. */
const THROTTLE_MS = { min: 1000, max: 60_000 };

/** Why a call brought no result. */
export type CallFailure =
  /** The call itself was refused (400, 413); a call for fewer products may succeed. */
  | { state: 'rejected' }
  /** The quota is used up; a call may succeed after this time. */
  | { state: 'throttled'; retryAfterMs: number }
  /** There was no reply, none in time, or one that is unreadable or has any other status, such as 5xx. */
  | { state: 'unavailable' }
  /** Our authorisation is missing or was refused. */
  | { state: 'unauthorised' };

/** Reads the error code of the API or of its token endpoint; "" from any other body. */
const errorCode = z
  .union([
    z.object({ errors: z.tuple([z.object({ code: z.string() })], z.unknown()) }),
    z.object({ error: z.string() }),
  ])
  .transform((body) => ('errors' in body ? body.errors[0].code : body.error).slice(0, 100))
  .catch('');

/**
 * An HTTP client that resolves for every status and throws only when there is no complete reply. It uses Node's own agents,
 * which keep connections and know the proxy of the environment.
 */
export function openHttp(): AxiosInstance {
  return axios.create({
    maxRedirects: 0,
    maxContentLength: MAX_REPLY_BYTES,
    validateStatus: () => true,
    headers: { 'user-agent': 'Shelfscribe/1.0 (Language=TypeScript)' },
  });
}

/** The reply to a call; undefined, after logging the reason, when there was none. `name` names the call in the log. */
export async function replyOf(
  name: string,
  call: Promise<AxiosResponse<unknown>>,
): Promise<AxiosResponse<unknown> | undefined> {
  try {
    return await call;
  } catch (error) {
    // The whole error would log the request with its secrets.
    const { code, message } = error as { code?: unknown; message?: unknown };
    log.warn({ call: name, code, reason: message }, 'A call got no reply');
    return undefined;
  }
}

/** Classifies and logs a reply that is not a success. */
export function failureOf(name: string, { status, headers, data }: AxiosResponse<unknown>): CallFailure {
  const code = errorCode.parse(data);
  log.warn({ call: name, status, id: headers['x-amzn-requestid'], code }, 'A call failed');
  if (status === 400 || status === 413) return { state: 'rejected' };
  if (status === 401 || status === 403) return { state: 'unauthorised' };
  if (status === 429) return { state: 'throttled', retryAfterMs: retryAfterMs(headers) };
  return { state: 'unavailable' };
}

/** Retry-After in seconds, else the time in which the quota (calls per second) allows one more call. */
function retryAfterMs(headers: Partial<Record<string, unknown>>): number {
  const seconds = Number(headers['retry-after'] ?? 1 / Number(headers['x-amzn-ratelimit-limit']));
  const wanted = Number.isFinite(seconds) ? Math.ceil(seconds * 1000) : THROTTLE_MS.min;
  return Math.min(Math.max(wanted, THROTTLE_MS.min), THROTTLE_MS.max);
}
