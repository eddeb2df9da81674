// Reads request headers: media types, language, preference. Pure.
import Negotiator from 'negotiator';

/** Media type of JSON. */
export const JSON_TYPE = 'application/json';

/** Media type of a JSON Merge Patch (RFC 7396). */
export const MERGE_PATCH = 'application/merge-patch+json';

/** Media type of CSV (RFC 4180). */
export const CSV = 'text/csv';

/** Media type of a text without a form. */
export const PLAIN_TEXT = 'text/plain';

/** Language of messages by Accept-Language; English unless Chinese is preferred. */
export function language(acceptLanguage: string | undefined): 'en' | 'zh' {
  if (!acceptLanguage) return 'en';
  const preferred = new Negotiator({ headers: { 'accept-language': acceptLanguage } }).languages();
  return preferred
    .find((range) => /^(en|zh|\*)(-|$)/i.test(range))
    ?.slice(0, 2)
    .toLowerCase() === 'zh'
    ? 'zh'
    : 'en';
}

/** Media type of a stream of events. */
export const EVENT_STREAM = 'text/event-stream';

/**
 * The one of these media types that Accept prefers, undefined when it allows none; the most specific range decides, and
 * parameters such as `charset` do not count. Without a preference it is the first one.
 */
export function preferred(types: readonly string[], accept: string | undefined): string | undefined {
  if (!accept || accept === '*/*' || accept === types[0]) return types[0];
  const ranges = accept.replace(/;(?!\s*q=)[^,;]*/gi, '');
  return new Negotiator({ headers: { accept: ranges } }).mediaType([...types]);
}

/** True for one of these media types in UTF-8, whether the charset is stated or not. */
export function isOneOf(types: readonly string[], contentType: string | undefined): boolean {
  const type = /^([^;\s]+)\s*(;\s*charset="?utf-8"?\s*)?$/i.exec(contentType ?? '')?.[1]?.toLowerCase();
  return type !== undefined && types.includes(type);
}

/** Maximum wait for the end of a record, in seconds. */
const MAX_WAIT_SECONDS = 60;

/** Seconds of `Prefer: wait=N` (RFC 7240), at most 60; undefined when absent, malformed or zero. */
export function waitSeconds(prefer: string | string[] | undefined): number | undefined {
  const first = [prefer ?? '']
    .flat()
    .flatMap((header) => header.split(','))
    .map((item) => item.trim())
    .find((item) => /^wait\b/i.test(item));
  const seconds = Number(/^wait\s*=\s*"?(\d{1,9})"?\s*(;|$)/i.exec(first ?? '')?.[1] ?? 0);
  return seconds > 0 ? Math.min(seconds, MAX_WAIT_SECONDS) : undefined;
}

/** Number of times that a header was sent; Node joins or drops repeated ones, but keeps all in `rawHeaders`. */
export function timesSent(rawHeaders: readonly string[], name: string): number {
  let times = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const sent = rawHeaders[i];
    if (sent?.length === name.length && sent.toLowerCase() === name) times += 1;
  }
  return times;
}
