// Access tokens of the Selling Partner API (Login with Amazon), one a region, kept until shortly before they expire.
import type { AxiosInstance, AxiosResponse } from 'axios';
import { z } from 'zod';
import type { Region } from '#contracts';
import { logger } from '#platform/observability';
import { failureOf, replyOf } from './http.client.ts';
import type { SourceFailure } from './port.ts';

const log = logger('sources');

/** A token is renewed this long before it expires, in milliseconds. */
const MARGIN_MS = 60_000;

const grant = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() });

/** Whom we are to the token endpoint. */
export interface LwaSettings {
  tokenUrl: string;
  clientId: string;
  clientSecret: string;
  /** The authorisation of each region that has one. */
  refreshTokens: Partial<Record<Region, string>>;
}

/** A token, or why there is none. */
export type TokenAnswer = { state: 'granted'; token: string } | SourceFailure;

interface Kept {
  token: string;
  /** By performance.now(). */
  renewAt: number;
}

/** Gets and keeps access tokens. */
export class LwaTokenClient {
  private readonly kept = new Map<Region, Kept>();
  private readonly asked = new Map<Region, Promise<TokenAnswer>>();

  constructor(
    private readonly http: AxiosInstance,
    private readonly settings: LwaSettings,
    private readonly timeoutMs: number,
  ) {}

  /** The token of a region; all who ask at once share one call. */
  async get(region: Region): Promise<TokenAnswer> {
    const known = this.kept.get(region);
    if (known && performance.now() < known.renewAt) return { state: 'granted', token: known.token };
    const answer = this.asked.get(region) ?? this.ask(region).finally(() => this.asked.delete(region));
    this.asked.set(region, answer);
    return answer;
  }

  /** Forgets a token that was refused, so that the next call gets another. */
  drop(region: Region, token: string): void {
    if (this.kept.get(region)?.token === token) this.kept.delete(region);
  }

  private async ask(region: Region): Promise<TokenAnswer> {
    const { tokenUrl, clientId, clientSecret, refreshTokens } = this.settings;
    const refreshToken = refreshTokens[region];
    if (!refreshToken) {
      log.warn({ region }, 'This region has no authorisation');
      return { state: 'unauthorised' };
    }
    const form = new URLSearchParams({
      grant_type: 'refresh_token',
      refresh_token: refreshToken,
      client_id: clientId,
      client_secret: clientSecret,
    });
    const askedAt = performance.now();
    const signal = AbortSignal.timeout(this.timeoutMs);
    const reply = await replyOf('token', this.http.post(tokenUrl, form, { signal }));
    if (!reply) return { state: 'unavailable' };
    const granted = grant.safeParse(reply.data);
    if (reply.status !== 200 || !granted.success) return refusal(reply);
    const { access_token: token, expires_in: seconds } = granted.data;
    this.kept.set(region, { token, renewAt: askedAt + seconds * 1000 - MARGIN_MS });
    return { state: 'granted', token };
  }
}

/** OAuth says 400 where our authorisation is the trouble (invalid_grant). */
function refusal(reply: AxiosResponse<unknown>): SourceFailure {
  const failure = failureOf('token', reply);
  return failure.state === 'rejected' ? { state: 'unauthorised' } : failure;
}
