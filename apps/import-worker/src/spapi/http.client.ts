// How the sources speak HTTP: one call at a time, bounded in time and size, never led elsewhere.
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import axios, { type AxiosInstance, type AxiosResponse } from 'axios';
import { z } from 'zod';
import { logger } from '#platform/observability';
import type { SourceFailure } from './port.ts';

const log = logger('sources');

/** Longest time for one call, its token included, in milliseconds. */
export const CALL_MS = 15_000;
/** Most bytes of a reply, unpacked. */
const MAX_REPLY_BYTES = 20 * 1024 * 1024;

/** How long to hold back after a 429 that does not say, and the bounds of what one may say, in milliseconds. */
const HOLD_MS = { least: 1000, most: 60_000 };

/** The code in the error body of the API or of its token endpoint; "" in anything else. */
const errorCode = z
  .union([
    z
      .object({ errors: z.tuple([z.object({ code: z.string() })], z.unknown()) })
      .transform(({ errors: [{ code }] }) => code),
    z.object({ error: z.string() }).transform(({ error }) => error),
  ])
  .transform((code) => code.slice(0, 100))
  .catch('');

/** A client whose every reply is a result, whatever its status; what fails below that throws. */
export function openHttp(): AxiosInstance {
  return axios.create({
    httpAgent: new HttpAgent({ keepAlive: true }),
    httpsAgent: new HttpsAgent({ keepAlive: true }),
    proxy: false,
    maxRedirects: 0,
    maxContentLength: MAX_REPLY_BYTES,
    validateStatus: () => true,
    headers: { 'user-agent': 'Shelfscribe/1.0 (Language=TypeScript)' },
  });
}

/** The reply of a call; undefined, with the reason in the log, when there was none. */
export async function replyOf(
  name: string,
  call: Promise<AxiosResponse>,
): Promise<AxiosResponse | undefined> {
  try {
    return await call;
  } catch (error) {
    // The error as a whole holds the request with its secrets.
    const { code, message } = error as { code?: unknown; message?: unknown };
    log.warn({ call: name, code, reason: message }, 'A call got no reply');
    return undefined;
  }
}

/** What a reply other than the hoped-for one means. */
export function failureOf(name: string, { status, headers, data }: AxiosResponse<unknown>): SourceFailure {
  const said = errorCode.parse(data);
  log.warn({ call: name, status, id: headers['x-amzn-requestid'], said }, 'A call was not answered');
  if (status === 400 || status === 413) return { state: 'rejected' };
  if (status === 401 || status === 403) return { state: 'unauthorised' };
  if (status === 429) return { state: 'throttled', retryAfterMs: holdMs(headers) };
  return { state: 'unavailable' };
}

/** As long as Retry-After says in seconds; else until the quota, in calls a second, allows one more. */
function holdMs(headers: Partial<Record<string, unknown>>): number {
  const seconds = Number(headers['retry-after'] ?? 1 / Number(headers['x-amzn-ratelimit-limit']));
  const wanted = Number.isFinite(seconds) ? Math.ceil(seconds * 1000) : HOLD_MS.least;
  return Math.min(Math.max(wanted, HOLD_MS.least), HOLD_MS.most);
}
