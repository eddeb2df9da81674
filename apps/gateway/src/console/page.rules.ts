// The page of the console: what the gateway writes into it, and the headers under which a browser runs it. Pure.
import type { Config } from '../config.ts';

/** Tells the page where the API is. */
export function withPaths(html: string, { BASE_PATH, CORE_PATH }: Config): string {
  const meta = (page: string, name: string, path: string): string =>
    page.replace(new RegExp(`(<meta name="shelfscribe:${name}" content=")[^"]*`), `$1${path}`);
  return meta(meta(html, 'base-path', BASE_PATH), 'core-path', CORE_PATH);
}

/** Fills in the nonce of one answer, for the places that the build has marked. */
export function withNonce(html: string, nonce: string): string {
  return html.replaceAll('{{nonce}}', nonce);
}

/** The headers of the page. Style sheets that its scripts write need the nonce; pictures are those of the sources. */
export function headersOf(nonce: string, pictureSources: readonly string[]): Record<string, string> {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    ["img-src 'self' data:", ...pictureSources].join(' '),
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types default',
  ];
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy.join('; '),
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
  };
}
