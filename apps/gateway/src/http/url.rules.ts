// Finds percent-encoding in a URL that is no valid text. Pure.
import { isStorable } from './bodies/json.rules.ts';

/** What is wrong with a URL, and where: `path`, or the name of a query parameter. */
export interface UrlFlaw {
  path: [string];
  message: string;
}

/** The first flaw of a path with its query; undefined when there is none. */
export function flawOfUrl(url: string): UrlFlaw | undefined {
  if (!url.includes('%')) return undefined;
  const [path = '', query = ''] = url.split(/\?(.*)/, 2);
  const parameter = query.split('&').find((pair) => !encodesText(pair));
  if (encodesText(path) && parameter === undefined) return undefined;
  const place = encodesText(path) ? parameter?.split('=', 1)[0] : 'path';
  return { path: [place ?? ''], message: 'Percent-encoding must stand for UTF-8 without NUL.' };
}

function encodesText(part: string): boolean {
  try {
    return isStorable(decodeURIComponent(part));
  } catch {
    return false;
  }
}
