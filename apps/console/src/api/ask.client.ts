// Asks the API: the typed client, in the language of the page, with one new refresh token at a time over all tabs.
import { Shelfscribe, type SignedIn } from '#client';

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

/** Asked for each refreshed token before anything is sent with it. */
let allow: (token: string) => Promise<void> = () => Promise.resolve();

/** Has a function see each refreshed token: nothing is sent with it before the promise is kept. */
export function beforeRefreshed(check: typeof allow): void {
  allow = check;
}

/** What puts a new refresh token into the cookie: each waits for the one before, to be sent with what that has left there. */
const GIVES_REFRESH_TOKEN = /\/accounts\/(sessions\/refresh|password)$/;

async function ask(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const request = new Request(input, init);
  request.headers.set('accept-language', document.documentElement.lang);
  const [, how] = GIVES_REFRESH_TOKEN.exec(request.url) ?? [];
  if (how === undefined) return fetch(request);
  const answer = await oneAtATime(request);
  if (answer.ok && how !== 'password') await allow(((await answer.clone().json()) as SignedIn).accessToken);
  return answer;
}

/** Browsers have locks on secure pages only. Without one, the API gives two refreshes at once the same token. */
function oneAtATime(request: Request): Promise<Response> {
  if (!('locks' in navigator)) return fetch(request);
  return navigator.locks.request('shelfscribe-refresh', { signal: request.signal }, () => fetch(request));
}
