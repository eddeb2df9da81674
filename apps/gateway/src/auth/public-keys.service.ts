// The public keys that check access tokens: fetched from auth, kept, and renewed at most every 30 seconds.
import { Injectable } from '@nestjs/common';
import { listKeys, type AppError, type KeySet } from '#contracts';
import { Bus } from '#platform/messaging';
import { toAppError } from '#platform/errors';
import { logger } from '#platform/observability';

const log = logger('keys');

/** Age after which keys are fetched again, in milliseconds; a retired key is refused no later. */
const RENEW_MS = 30_000;
/** Rest after a failed fetch, in milliseconds. */
const RETRY_MS = 1000;

/** A public key. */
export type PublicKey = KeySet['keys'][number];

/** Keeps the public keys. While auth is out of reach, those that are known stay good. */
@Injectable()
export class PublicKeysService {
  private known: KeySet | undefined;
  private failure: AppError | undefined;
  private renewAt = 0;
  private fetching: Promise<void> | undefined;
  private readonly listeners: (() => void)[] = [];

  constructor(private readonly bus: Bus) {}

  /** Calls back whenever a key came or went. */
  onChange(listener: () => void): void {
    this.listeners.push(listener);
  }

  /** All keys. Errors: Unavailable, UpstreamTimeout when there never were any. */
  async all(): Promise<KeySet> {
    this.renew();
    if (!this.known) await this.fetch();
    return this.known ?? { keys: [] };
  }

  /** The key of an id; an unknown one makes us ask again, but never sooner than 30 s after the last answer. */
  async find(kid: string): Promise<PublicKey | undefined> {
    const found = this.known?.keys.find((key) => key.kid === kid);
    if (found) return found;
    if (performance.now() >= this.renewAt) await this.fetch();
    else if (this.failure) throw this.failure;
    return this.known?.keys.find((key) => key.kid === kid);
  }

  /** Fetches old keys anew, without making anybody wait. */
  renew(): void {
    if (!this.known || performance.now() < this.renewAt) return;
    this.fetch().catch((error: unknown) => {
      log.warn({ reason: String(error) }, 'Cannot renew the signing keys; keeping those we have');
    });
  }

  private fetch(): Promise<void> {
    this.fetching ??= this.ask().finally(() => {
      this.fetching = undefined;
    });
    return this.fetching;
  }

  private async ask(): Promise<void> {
    try {
      const before = kids(this.known);
      this.known = await this.bus.request(listKeys, {});
      this.failure = undefined;
      this.renewAt = performance.now() + RENEW_MS;
      if (kids(this.known) !== before) for (const listener of this.listeners) listener();
    } catch (error) {
      this.failure = toAppError(error);
      this.renewAt = performance.now() + RETRY_MS;
      throw this.failure;
    }
  }
}

function kids(set: KeySet | undefined): string {
  return (set?.keys ?? [])
    .map((key) => key.kid)
    .sort()
    .join(' ');
}
