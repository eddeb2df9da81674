// Issues the marketplace's access tokens for the configured refresh token; they are valid for an hour.
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '#platform/config';
import { newId } from '#platform/context';
import type { Config } from '../config.ts';
import { tokenError, unauthorized } from '../errors/index.ts';

const LIFETIME_SECONDS = 3600;

/** Response of the token endpoint; `expires_in` in seconds. */
export interface TokenResponse {
  access_token: string;
  refresh_token: string;
  token_type: 'bearer';
  expires_in: number;
}

@Injectable()
export class LwaTokensService {
  /** Expiry of each token, in Unix milliseconds. */
  private readonly expiries = new Map<string, number>();

  constructor(@Inject(CONFIG) private readonly config: Config) {}

  /** Exchanges the refresh token for an access token. Throws OAuth2 errors. */
  issue(form: Record<string, unknown>): TokenResponse {
    const { SANDBOX_CLIENT_ID, SANDBOX_CLIENT_SECRET, SANDBOX_REFRESH_TOKEN } = this.config;
    if (form['grant_type'] === undefined) throw tokenError(400, 'invalid_request', 'Missing: grant_type');
    if (form['grant_type'] !== 'refresh_token') {
      throw tokenError(400, 'unsupported_grant_type', 'Only the grant refresh_token is supported');
    }
    if (form['client_id'] !== SANDBOX_CLIENT_ID || form['client_secret'] !== SANDBOX_CLIENT_SECRET) {
      throw tokenError(401, 'invalid_client', 'Client authentication failed');
    }
    if (form['refresh_token'] !== SANDBOX_REFRESH_TOKEN) {
      throw tokenError(400, 'invalid_grant', 'The request has an invalid grant parameter : refresh_token');
    }
    this.deleteOld();
    const token = `Atza|${newId()}`;
    this.expiries.set(token, Date.now() + LIFETIME_SECONDS * 1000);
    return {
      access_token: token,
      refresh_token: SANDBOX_REFRESH_TOKEN,
      token_type: 'bearer',
      expires_in: LIFETIME_SECONDS,
    };
  }

  /** Throws 403 Unauthorized unless the token was issued here and has not expired. */
  check(token: string | undefined): void {
    if (!token) throw unauthorized('Access token is missing in the request header.');
    const expiry = this.expiries.get(token);
    if (expiry === undefined) {
      throw unauthorized('The access token you provided is revoked, malformed or invalid.');
    }
    if (expiry <= Date.now()) throw unauthorized('The access token you provided has expired.');
  }

  /** Tokens are kept for an hour after they expire, so that "expired" and "unknown" remain different errors. */
  private deleteOld(): void {
    const before = Date.now() - LIFETIME_SECONDS * 1000;
    for (const [token, expiry] of this.expiries) if (expiry < before) this.expiries.delete(token);
  }
}
