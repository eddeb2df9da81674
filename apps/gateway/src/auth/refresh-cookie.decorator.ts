// The parameter decorator that reads, sets and clears the cookie of the refresh token.
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { parseCookie, stringifySetCookie } from 'cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError, type SessionTokens, type SignedIn } from '#contracts';
import { isLocal } from './refresh-cookie.rules.ts';

/** Its name where it is not secure; elsewhere with the prefix with which browsers take it over https alone. */
const NAME = 'shelfscribe_refresh';

/** The cookie of one request. */
export interface RefreshCookies {
  /**
   * The token in the cookie. Errors: Forbidden when the browser does not say that a page of this origin asks;
   * Unauthenticated without the cookie.
   */
  read(): string;
  /** Lets the browser keep a token for this many seconds. */
  set(token: string, seconds: number): void;
  /** Lets the browser forget the token. */
  clear(): void;
}

/** Puts the refresh token into the cookie instead of the body. */
export function inCookie({ refreshToken, ...rest }: SessionTokens, cookie: RefreshCookies): SignedIn {
  cookie.set(refreshToken, rest.refreshExpiresIn);
  return rest;
}

/** The cookie of the refresh token, for a route below `accounts`. Browsers send it only with a refresh. */
export const RefreshCookie = createParamDecorator((_: unknown, context: ExecutionContext): RefreshCookies => {
  const http = context.switchToHttp();
  const { headers, hostname, routeOptions } = http.getRequest<FastifyRequest>();
  const path = routeOptions.url?.replace(/\/accounts\/.*/, '/accounts/sessions/refresh');
  const secure = !isLocal(hostname);
  const name = secure ? `__Secure-${NAME}` : NAME;
  const set = (value: string, maxAge: number): void => {
    const cookie = { name, value, maxAge, path, httpOnly: true, secure, sameSite: 'strict' } as const;
    http.getResponse<FastifyReply>().header('set-cookie', stringifySetCookie(cookie));
  };
  return {
    read() {
      if (headers['sec-fetch-site'] !== 'same-origin')
        throw new AppError('Forbidden', {
          message: 'The cookie is for pages of this origin only.',
          target: 'Sec-Fetch-Site',
        });
      const token = parseCookie(headers.cookie ?? '')[name];
      if (!token) throw new AppError('Unauthenticated');
      return token;
    },
    set,
    clear: () => set('', 0),
  };
});
