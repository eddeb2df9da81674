// Reads what the API says about its limits of requests. Pure.

/** A limit of requests, as it stands. */
export interface RequestLimit {
  /** Most requests in the window. */
  most: number;
  /** Length of the window, in seconds. */
  seconds: number;
  /** Requests that are left. */
  left: number;
}

/** The limit in the headers of an answer, such as `"read";q=3000;w=60` and `"read";r=2999;t=60`; undefined without one. */
export function limitOf(headers: Headers): RequestLimit | undefined {
  const of = (name: string, letter: string): number =>
    Number(new RegExp(`;\\s*${letter}=(\\d+)`).exec(headers.get(name) ?? '')?.[1]);
  const limit = {
    most: of('ratelimit-policy', 'q'),
    seconds: of('ratelimit-policy', 'w'),
    left: of('ratelimit', 'r'),
  };
  return Object.values(limit).some(Number.isNaN) ? undefined : limit;
}

/** An amount that a person typed, in millionths; null for none, undefined for what is no amount. */
export function microsOf(text: string): number | null | undefined {
  if (text.trim() === '') return null;
  const micros = Math.round(Number(text) * 1_000_000);
  return Number.isSafeInteger(micros) && micros >= 0 ? micros : undefined;
}
