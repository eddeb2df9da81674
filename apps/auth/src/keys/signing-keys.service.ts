// Makes, rotates and uses the keys that sign access tokens.
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
  /** Opening a key is dear and there is one at a time, so it is kept. */
  private opened: { kid: string; key: PrivateKey } | undefined;

  /** `secret` seals the private halves; `rotationDays` is how long a key signs. */
  constructor(
    private readonly store: SigningKeysStore,
    private readonly secret: string,
    private readonly rotationDays: number,
  ) {}

  /** The public halves of all keys that may have signed a live token, and of the one that will sign next. */
  async published(now: Date): Promise<KeySet> {
    const keys = publishedKeys(await this.store.list(), now);
    return {
      keys: keys.map(({ kid, n, e }) => ({ kty: 'RSA', use: 'sig', alg: ACCESS_TOKEN_ALGORITHM, kid, n, e })),
    };
  }

  /** Signs an access token. */
  async sign(claims: AccessTokenClaims, now: Date): Promise<string> {
    const { kid, key } = await this.current(now);
    return signAccessToken(claims, kid, key);
  }

  /**
   * Makes a key when it is time and forgets retired ones. Any number of copies may do this at once. Throws when
   * the key that signs now does not open.
   */
  async maintain(now: Date): Promise<void> {
    const keys = await this.store.list();
    const due = dueKey(keys, now, this.rotationDays);
    if (due) {
      const { othersRetireAt, ...times } = due;
      const key = { ...times, ...(await newSigningKey(this.secret)) };
      if (await this.store.add(key, othersRetireAt)) {
        log.info({ kid: key.kid, signsFrom: key.signsFrom }, 'Made a signing key');
      }
    }
    const retired = retiredKeys(keys, now);
    if (retired.length > 0) {
      await this.store.remove(retired.map((key) => key.number));
      log.info({ kids: retired.map((key) => key.kid) }, 'Forgot retired signing keys');
    }
    await this.current(now);
  }

  private async current(now: Date): Promise<{ kid: string; key: PrivateKey }> {
    const key = signingKey(await this.store.list(), now);
    if (!key) throw new Error('There is no signing key.');
    if (this.opened?.kid !== key.kid) this.opened = { kid: key.kid, key: await this.open(key) };
    return this.opened;
  }

  private async open({
    kid,
    sealedPrivateKey,
  }: {
    kid: string;
    sealedPrivateKey: string;
  }): Promise<PrivateKey> {
    try {
      return await openSigningKey(this.secret, sealedPrivateKey);
    } catch (cause) {
      throw new Error(`Signing key ${kid} does not open: was it sealed with another KEYS_SECRET?`, { cause });
    }
  }
}
