// Caches the public keys that verify access tokens; they are fetched from auth at most every 30 seconds.
import { Injectable } from '@nestjs/common';
import { listKeys, type AppError, type KeySet } from '#contracts';
import { toAppError } from '#platform/errors';
import { Bus } from '#platform/messaging';
import { logger } from '#platform/observability';

const log = logger('keys');

/** Age at which keys are fetched again, in milliseconds; a retired key is refused after this time at the latest. */
const RENEW_MS = 30_000;
/** Pause after a failed fetch, in milliseconds. */
const RETRY_MS = 1000;

/** A public key as JWK. */
export type PublicKey = KeySet['keys'][number];

/** Caches the public keys. While auth is out of reach, cached keys stay valid. */
@Injectable()
export class PublicKeysService {
  private cached: KeySet | undefined;
  private failure: AppError | undefined;
  private renewAt = 0;
  private fetching: Promise<void> | undefined;
  private readonly listeners: (() => void)[] = [];

  constructor(private readonly bus: Bus) {}

  /** Calls back whenever the set of keys changes. */
  onChange(listener: () => void): void {
    this.listeners.push(listener);
  }

  /** All keys. Errors: Unavailable, UpstreamTimeout when no fetch has succeeded yet. */
  async all(): Promise<KeySet> {
    this.renew();
    if (!this.cached) await this.fetch();
    return this.cached ?? { keys: [] };
  }

  /** The key of an id. An unknown id triggers a fetch, but at most one in 30 s. Errors: those of the last fetch. */
  async find(kid: string): Promise<PublicKey | undefined> {
    const found = this.cached?.keys.find((key) => key.kid === kid);
    if (found) return found;
    if (performance.now() >= this.renewAt) await this.fetch();
    else if (this.failure) throw this.failure;
    return this.cached?.keys.find((key) => key.kid === kid);
  }

  /** Fetches old keys again in the background. */
  renew(): void {
    if (!this.cached || performance.now() < this.renewAt) return;
    this.fetch().catch((error: unknown) => {
      log.warn({ reason: String(error) }, 'Cannot renew the signing keys; the cached ones stay in use');
    });
  }

  private fetch(): Promise<void> {
    this.fetching ??= this.load().finally(() => {
      this.fetching = undefined;
    });
    return this.fetching;
  }

  private async load(): Promise<void> {
    try {
      const before = keyIds(this.cached);
      this.cached = await this.bus.request(listKeys, {});
      this.failure = undefined;
      this.renewAt = performance.now() + RENEW_MS;
      if (keyIds(this.cached) !== before) for (const listener of this.listeners) listener();
    } catch (error) {
      this.failure = toAppError(error);
      this.renewAt = performance.now() + RETRY_MS;
      throw this.failure;
    }
  }
}

function keyIds(set: KeySet | undefined): string {
  return (set?.keys ?? [])
    .map((key) => key.kid)
    .sort()
    .join(' ');
}
