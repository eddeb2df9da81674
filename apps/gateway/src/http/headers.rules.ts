// What request headers say: media types, language, preference. Pure.

interface Weighted {
  value: string;
  weight: number;
}

/** Items of a header such as Accept, the most wanted first; equal ones in their order. */
function byWeight(header: string): Weighted[] {
  return header
    .split(',')
    .map((item): Weighted => {
      const [value = '', ...parameters] = item.split(';').map((part) => part.trim().toLowerCase());
      const weight = parameters.find((parameter) => parameter.startsWith('q='));
      return { value, weight: weight === undefined ? 1 : Number(weight.slice(2)) || 0 };
    })
    .sort((one, other) => other.weight - one.weight);
}

/** Language of messages by Accept-Language; English unless Chinese is wanted more. */
export function language(acceptLanguage: string | undefined): 'en' | 'zh' {
  if (!acceptLanguage) return 'en';
  const known = byWeight(acceptLanguage).find(
    ({ value, weight }) => weight > 0 && /^(en|zh|\*)(-|$)/.test(value),
  );
  return known?.value.startsWith('zh') ? 'zh' : 'en';
}

/** True when Accept leaves room for JSON; the most specific range decides. */
export function acceptsJson(accept: string | undefined): boolean {
  if (!accept || accept === '*/*' || accept === 'application/json') return true;
  const ranges = byWeight(accept);
  for (const range of ['application/json', 'application/*', '*/*']) {
    const found = ranges.find(({ value }) => value === range);
    if (found) return found.weight > 0;
  }
  return false;
}

/** True for application/json in UTF-8, said or not. */
export function isJson(contentType: string | undefined): boolean {
  return contentType !== undefined && /^application\/json\s*(;\s*charset="?utf-8"?\s*)?$/i.test(contentType);
}

/** Longest wait that a client gets, in seconds. */
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

/** How often a header was sent; Node joins or drops repeated ones, but keeps them all in `rawHeaders`. */
export function timesSent(rawHeaders: readonly string[], name: string): number {
  let times = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const sent = rawHeaders[i];
    if (sent?.length === name.length && sent.toLowerCase() === name) times += 1;
  }
  return times;
}
