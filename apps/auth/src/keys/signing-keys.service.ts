// Makes, rotates and publishes the keys that sign access tokens, and signs with them.
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { ACCESS_TOKEN_ALGORITHM, type AccessTokenClaims, type KeySet } from '#contracts';
import { CONFIG } from '#platform/config';
import { isSealedWith, newSigningKey, openSigningKey, seal, signAccessToken, unseal } from '#platform/crypto';
import { Health, logger } from '#platform/observability';
import { Every } from '#platform/resilience';
import type { Config } from '../config.ts';
import { dueKey, publishedKeys, retiredKeys, signingKey } from './signing-keys.rules.ts';
import type { SigningKey } from '../tables/index.ts';
import { SigningKeysStore } from './signing-keys.store.ts';

const log = logger('keys');

/** The private half of a key, ready to sign. */
type PrivateKey = Awaited<ReturnType<typeof openSigningKey>>;

@Injectable()
export class SigningKeysService implements OnApplicationBootstrap {
  /** The key that signed last. It is cached, because decrypting a private key is expensive. */
  private opened: { kid: string; key: PrivateKey } | undefined;

  constructor(
    private readonly store: SigningKeysStore,
    @Inject(CONFIG)
    private readonly config: Pick<Config, 'KEYS_SECRET' | 'KEYS_SECRET_OTHER' | 'KEY_ROTATION_DAYS'>,
    private readonly health: Health,
  ) {
    health.addReadinessCheck('keys', () => this.maintainOnce());
  }

  /** Makes the first key, and throws if KEYS_SECRET is wrong, before the first sign-in. Before the migration it waits, unready. */
  async onApplicationBootstrap(): Promise<void> {
    if (await this.hasTables()) await this.maintain();
  }

  /** The public halves of all keys that may have signed a valid token, and of the key that will sign next. */
  async published(now: Date): Promise<KeySet> {
    const keys = publishedKeys(await this.store.list(), now);
    return {
      keys: keys.map(({ kid, n, e }) => ({ kty: 'RSA', use: 'sig', alg: ACCESS_TOKEN_ALGORITHM, kid, n, e })),
    };
  }

  /** Reads the key that is current at `now`; what it returns signs access tokens without Postgres. */
  async signer(now: Date): Promise<(claims: AccessTokenClaims) => Promise<string>> {
    const { kid, key } = await this.current(now);
    return (claims) => signAccessToken(claims, kid, key);
  }

  /**
   * Makes a key when one is due and deletes retired keys. Any number of copies of auth may do so at once. Throws when
   * the current key cannot be decrypted.
   */
  @Every('key rotation', 60_000)
  async maintain(now = new Date()): Promise<void> {
    const keys = await this.store.list();
    const due = dueKey(keys, now, this.config.KEY_ROTATION_DAYS);
    if (due) {
      const { predecessorsRetireAt, ...times } = due;
      const key = { ...times, ...(await newSigningKey(this.config.KEYS_SECRET)) };
      if (await this.store.add(key, predecessorsRetireAt)) {
        log.info({ kid: key.kid, signsFrom: key.signsFrom }, 'Made a signing key');
      }
    }
    const retired = retiredKeys(keys, now);
    if (retired.length > 0) {
      await this.store.remove(retired.map((key) => key.number));
      log.info({ kids: retired.map((key) => key.kid) }, 'Deleted retired signing keys');
    }
    await this.current(now);
    await this.reseal(keys);
  }

  /** Makes the first key as soon as there are tables. */
  private async maintainOnce(): Promise<void> {
    if (!this.opened && (await this.hasTables())) await this.maintain();
  }

  private hasTables(): Promise<boolean> {
    return this.health.assertReady('schema').then(
      () => true,
      () => false,
    );
  }

  /** Encrypts anew, with the present secret, the keys that KEYS_SECRET_OTHER has encrypted. */
  private async reseal(keys: readonly SigningKey[]): Promise<void> {
    const { KEYS_SECRET: secret, KEYS_SECRET_OTHER: other } = this.config;
    if (other === undefined) return;
    const old = keys.filter(({ sealedPrivateKey }) => !isSealedWith(secret, sealedPrivateKey));
    for (const key of old) await this.store.reseal(key, seal(secret, unseal(other, key.sealedPrivateKey)));
    log.info({ changed: old.length }, 'All signing keys are encrypted with KEYS_SECRET');
  }

  private async current(now: Date): Promise<{ kid: string; key: PrivateKey }> {
    const key = signingKey(await this.store.list(), now);
    if (!key) throw new Error('There is no signing key.');
    if (this.opened?.kid !== key.kid)
      this.opened = { kid: key.kid, key: await this.open(key.kid, key.sealedPrivateKey) };
    return this.opened;
  }

  private async open(kid: string, sealedPrivateKey: string): Promise<PrivateKey> {
    const { KEYS_SECRET: secret, KEYS_SECRET_OTHER: other } = this.config;
    const isOther = other !== undefined && !isSealedWith(secret, sealedPrivateKey);
    try {
      return await openSigningKey(isOther ? other : secret, sealedPrivateKey);
    } catch (cause) {
      throw new Error(`Signing key ${kid} cannot be decrypted: was it sealed with another KEYS_SECRET?`, {
        cause,
      });
    }
  }
}
