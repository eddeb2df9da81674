// Asks the API: the typed client, in the language of the page, with one new refresh token at a time over all tabs.
import { Shelfscribe } from '#client';

/** Where the API is, for examples of calls. */
export const BASE_URL = root('base-path');

/** The API. Each operation is a method; anything but a success throws an ApiError. */
export const api = new Shelfscribe({
  baseUrl: BASE_URL,
  coreUrl: root('core-path'),
  fetch: ask,
});

function root(name: string): string {
  const meta = document.querySelector<HTMLMetaElement>(`meta[name="shelfscribe:${name}"]`);
  return new URL(meta?.content ?? '', location.origin).href;
}

/** What puts a new refresh token into the cookie: each waits for the one before, to be sent with what that has left there. */
const GIVES_REFRESH_TOKEN = /\/accounts\/(sessions\/refresh|password)$/;

function ask(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const request = new Request(input, init);
  request.headers.set('accept-language', document.documentElement.lang);
  // Browsers have locks on secure pages only. Without one, the API gives two refreshes at once the same token.
  if (!GIVES_REFRESH_TOKEN.test(request.url) || !('locks' in navigator)) return fetch(request);
  return navigator.locks.request('shelfscribe-refresh', { signal: request.signal }, () => fetch(request));
}
