// Access tokens of the marketplace: given for the configured refresh token, good for an hour.
import { Injectable } from '@nestjs/common';
import { newId } from '#platform/context';
import { tokenRefusal, unauthorized } from '../http/refusal.rules.ts';

const LIFE_SECONDS = 3600;

/** The one client that the marketplace knows. */
export interface Client {
  id: string;
  secret: string;
  refreshToken: string;
}

/** The token endpoint's answer; `expires_in` in seconds. */
export interface TokenAnswer {
  access_token: string;
  refresh_token: string;
  token_type: 'bearer';
  expires_in: number;
}

@Injectable()
export class LwaTokensService {
  /** When each token ends, in milliseconds; the earliest first. */
  private readonly ends = new Map<string, number>();

  constructor(
    private readonly client: Client,
    private readonly now: () => number,
  ) {}

  /** Exchanges the refresh token. Throws OAuth2 errors. */
  issue(form: Record<string, unknown>): TokenAnswer {
    if (form['grant_type'] === undefined) throw tokenRefusal(400, 'invalid_request', 'Missing: grant_type');
    if (form['grant_type'] !== 'refresh_token') {
      throw tokenRefusal(400, 'unsupported_grant_type', 'Only the grant refresh_token is supported');
    }
    if (form['client_id'] !== this.client.id || form['client_secret'] !== this.client.secret) {
      throw tokenRefusal(401, 'invalid_client', 'Client authentication failed');
    }
    if (form['refresh_token'] !== this.client.refreshToken) {
      throw tokenRefusal(400, 'invalid_grant', 'The request has an invalid grant parameter : refresh_token');
    }
    this.forgetEnded();
    const token = `Atza|${newId()}`;
    this.ends.set(token, this.now() + LIFE_SECONDS * 1000);
    return {
      access_token: token,
      refresh_token: this.client.refreshToken,
      token_type: 'bearer',
      expires_in: LIFE_SECONDS,
    };
  }

  /** Throws 403 Unauthorized unless the token is ours and still good. */
  check(token: string | undefined): void {
    if (!token) throw unauthorized('Access token is missing in the request header.');
    const end = this.ends.get(token);
    if (end === undefined) {
      throw unauthorized('The access token you provided is revoked, malformed or invalid.');
    }
    if (end <= this.now()) throw unauthorized('The access token you provided has expired.');
  }

  /** Keeps tokens for an hour after their end, so that "expired" can be told from "unknown". */
  private forgetEnded(): void {
    const before = this.now() - LIFE_SECONDS * 1000;
    for (const [token, end] of this.ends) if (end < before) this.ends.delete(token);
  }
}
