// Makes, rotates and publishes the keys that sign access tokens, and signs with them.
import { Injectable } from '@nestjs/common';
import { ACCESS_TOKEN_ALGORITHM, type AccessTokenClaims, type KeySet } from '#contracts';
import { logger } from '#platform/observability';
import { newSigningKey, openSigningKey, signAccessToken } from '#platform/crypto';
import { dueKey, publishedKeys, retiredKeys, signingKey } from './signing-keys.rules.ts';
import { SigningKeysStore } from './signing-keys.store.ts';

const log = logger('keys');

/** The private half of a key, ready to sign. */
type PrivateKey = Awaited<ReturnType<typeof openSigningKey>>;

@Injectable()
export class SigningKeysService {
  /** The key that signed last. It is cached, because decrypting a private key is expensive. */
  private opened: { kid: string; key: PrivateKey } | undefined;

  /** `secret` encrypts the private halves; a key signs for `rotationDays`. */
  constructor(
    private readonly store: SigningKeysStore,
    private readonly secret: string,
    private readonly rotationDays: number,
  ) {}

  /** The public halves of all keys that may have signed a valid token, and of the key that will sign next. */
  async published(now: Date): Promise<KeySet> {
    const keys = publishedKeys(await this.store.list(), now);
    return {
      keys: keys.map(({ kid, n, e }) => ({ kty: 'RSA', use: 'sig', alg: ACCESS_TOKEN_ALGORITHM, kid, n, e })),
    };
  }

  /** Signs an access token with the key that is current at `now`. */
  async sign(claims: AccessTokenClaims, now: Date): Promise<string> {
    const { kid, key } = await this.current(now);
    return signAccessToken(claims, kid, key);
  }

  /**
   * Makes a key when one is due and deletes retired keys. Any number of copies of auth may do so at once. Throws when
   * the current key cannot be decrypted.
   */
  async maintain(now: Date): Promise<void> {
    const keys = await this.store.list();
    const due = dueKey(keys, now, this.rotationDays);
    if (due) {
      const { predecessorsRetireAt, ...times } = due;
      const key = { ...times, ...(await newSigningKey(this.secret)) };
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
  }

  private async current(now: Date): Promise<{ kid: string; key: PrivateKey }> {
    const key = signingKey(await this.store.list(), now);
    if (!key) throw new Error('There is no signing key.');
    if (this.opened?.kid !== key.kid)
      this.opened = { kid: key.kid, key: await this.open(key.kid, key.sealedPrivateKey) };
    return this.opened;
  }

  private async open(kid: string, sealedPrivateKey: string): Promise<PrivateKey> {
    try {
      return await openSigningKey(this.secret, sealedPrivateKey);
    } catch (cause) {
      throw new Error(`Signing key ${kid} cannot be decrypted: was it sealed with another KEYS_SECRET?`, {
        cause,
      });
    }
  }
}
