// Encrypts the secrets of webhooks, and encrypts stored ones anew while the key is being changed.
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '#platform/config';
import { isSealedWith, seal, unseal } from '#platform/crypto';
import { logger } from '#platform/observability';
import { Every } from '#platform/resilience';
import type { Config } from '../config.ts';
import { WebhooksStore, type SealedSecrets } from './webhooks.store.ts';

const log = logger('webhook-secrets');

/** Webhooks that are read together. */
const PAGE = 500;
/** Time after which a run leaves the rest to the next one, in milliseconds: a task that runs for a minute counts as stuck. */
const ROUND_MS = 20_000;

@Injectable()
export class WebhookSecretsService {
  /** How far the encryption anew has come, and of how many webhooks it has changed the secrets. */
  private resealed: { last?: SealedSecrets | undefined; changed: number } = { changed: 0 };

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly store: WebhooksStore,
  ) {}

  /** Encrypts a secret for the table. */
  seal(secret: string): string {
    return seal(this.config.WEBHOOKS_SECRET, secret);
  }

  /** Decrypts a secret of the table. Error: a plain one when neither of the keys is the one that it was sealed with. */
  unseal(sealed: string): string {
    const { WEBHOOKS_SECRET: key, WEBHOOKS_SECRET_OTHER: other } = this.config;
    return unseal(other !== undefined && !isSealedWith(key, sealed) ? other : key, sealed);
  }

  /** Encrypts anew, with the present key, what the other key has encrypted; public so that tests need not wait. */
  @Every('encryption of the secrets of webhooks', 60_000)
  async reseal(): Promise<void> {
    if (this.config.WEBHOOKS_SECRET_OTHER === undefined) return;
    const endsAt = performance.now() + ROUND_MS;
    while (performance.now() < endsAt) {
      const page = await this.store.secrets(this.resealed.last, PAGE);
      for (const webhook of page) if (await this.resealOne(webhook)) this.resealed.changed += 1;
      if (page.length < PAGE) {
        const { changed } = this.resealed;
        log.info({ changed }, 'All secrets of webhooks are encrypted with WEBHOOKS_SECRET');
        this.resealed = { changed: 0 };
        return;
      }
      this.resealed.last = page.at(-1);
    }
  }

  private async resealOne(webhook: SealedSecrets): Promise<boolean> {
    const { WEBHOOKS_SECRET: key } = this.config;
    const { secret, previousSecret } = webhook;
    if ([secret, previousSecret].every((one) => one === null || isSealedWith(key, one))) return false;
    await this.store.replaceSecrets(webhook, {
      secret: this.seal(this.unseal(secret)),
      previousSecret: previousSecret === null ? null : this.seal(this.unseal(previousSecret)),
    });
    return true;
  }
}
