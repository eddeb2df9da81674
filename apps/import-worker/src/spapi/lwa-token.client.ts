// Gets access tokens of the Selling Partner API (Login with Amazon) and caches one per region until shortly before expiry.
import type { AxiosInstance } from 'axios';
import { z } from 'zod';
import type { Region } from '#contracts';
import { logger } from '#platform/observability';
import { failureOf, replyOf, type CallFailure } from './http.client.ts';

const log = logger('sp-api');

/** A token is renewed this long before it expires, in milliseconds. */
const RENEWAL_MARGIN_MS = 60_000;

/** A token that is younger than this is not at fault when a call with it is refused, in milliseconds. */
const NEW_MS = 60_000;

const grant = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() });

/** Addresses of the Selling Partner API and our identity there. */
export interface SpApiSettings {
  tokenUrl: string;
  clientId: string;
  clientSecret: string;
  /** `refreshToken` is the authorisation for the region; undefined where we have none. */
  regions: Record<Region, { url: string; refreshToken: string | undefined }>;
}

/** A token, or why there is none. */
export type TokenResult = { state: 'granted'; token: string } | CallFailure;

export class LwaTokenClient {
  /** The times are on the clock of performance.now(). */
  private readonly cache = new Map<Region, { token: string; requestedAt: number; renewAt: number }>();
  private readonly pending = new Map<Region, Promise<TokenResult>>();

  /** A call to the token endpoint takes at most `timeoutMs`. */
  constructor(
    private readonly http: AxiosInstance,
    private readonly settings: SpApiSettings,
    private readonly timeoutMs: number,
  ) {}

  /** The token of a region. Simultaneous callers share one call. */
  async get(region: Region): Promise<TokenResult> {
    const cached = this.cache.get(region);
    if (cached && performance.now() < cached.renewAt) return { state: 'granted', token: cached.token };
    const result =
      this.pending.get(region) ?? this.request(region).finally(() => this.pending.delete(region));
    this.pending.set(region, result);
    return result;
  }

  /**
   * Forgets a token that the API has refused, and returns whether a call with the next one may succeed. A new token is kept:
   * what was refused is the call, such as one to a marketplace for which we are not authorised, and the others of the region
   * go on with it.
   */
  drop(region: Region, token: string): boolean {
    const cached = this.cache.get(region);
    if (cached?.token !== token) return true; // another call has dropped or renewed it
    if (performance.now() < cached.requestedAt + NEW_MS) return false;
    return this.cache.delete(region);
  }

  private async request(region: Region): Promise<TokenResult> {
    const { tokenUrl, clientId, clientSecret, regions } = this.settings;
    const { refreshToken } = regions[region];
    if (!refreshToken) {
      log.warn(
        { region },
        'The region has no authorisation: set its SP_API_REFRESH_TOKEN, or take it out of IMPORT_REGIONS',
      );
      return { state: 'unauthorised' };
    }
    const form = new URLSearchParams({
      grant_type: 'refresh_token',
      refresh_token: refreshToken,
      client_id: clientId,
      client_secret: clientSecret,
    });
    const requestedAt = performance.now();
    const signal = AbortSignal.timeout(this.timeoutMs);
    const reply = await replyOf('token', this.http.post(tokenUrl, form, { signal }));
    if (!reply) return { state: 'unavailable' };
    const granted = grant.safeParse(reply.data);
    if (reply.status !== 200 || !granted.success) {
      const failure = failureOf('token', reply);
      // OAuth answers invalid_grant with 400.
      return failure.state === 'rejected' ? { state: 'unauthorised' } : failure;
    }
    const { access_token: token, expires_in: seconds } = granted.data;
    const renewAt = requestedAt + seconds * 1000 - RENEWAL_MARGIN_MS;
    this.cache.set(region, { token, requestedAt, renewAt });
    return { state: 'granted', token };
  }
}
