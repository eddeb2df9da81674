// Tests signing keys on a real Postgres: copies of auth that start at once make one key, and rotation leaves no gap.
import { createLocalJWKSet, decodeProtectedHeader, jwtVerify } from 'jose';
import { ACCESS_TOKEN_SECONDS, listKeys } from '#contracts';
import { newId } from '#platform/context';
import { Health } from '#platform/observability';
import { answered } from '#testing/answers';
import { sized } from '#testing/size';
import { SigningKeysService } from '../../src/keys/signing-keys.service.ts';
import { SigningKeysStore } from '../../src/keys/signing-keys.store.ts';
import { KEYS_SECRET, type RunningAuth } from '../running-auth.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const ROTATION_DAYS = 30;
const START = Date.parse('2030-01-01T00:00:00Z');
const at = (ms: number): Date => new Date(START + ms);

export const signingKeys = (shared: () => RunningAuth): void =>
  describe('signing keys', () => {
    let auth: RunningAuth;
    beforeAll(() => {
      auth = shared();
    });

    /** The keys service of another copy of auth. */
    const copy = (secret = KEYS_SECRET, other?: string): SigningKeysService =>
      new SigningKeysService(
        auth.app.get(SigningKeysStore, { strict: false }),
        { KEYS_SECRET: secret, KEYS_SECRET_OTHER: other, KEY_ROTATION_DAYS: ROTATION_DAYS },
        new Health(),
      );

    const stored = async () =>
      (await auth.owner.query('SELECT * FROM signing_key ORDER BY number')).rows as {
        number: number;
        kid: string;
        published_at: Date;
        signs_from: Date;
        retired_at: Date | null;
      }[];

    async function sign(keys: SigningKeysService, now: Date): Promise<string> {
      const iat = now.getTime() / 1000;
      const ids = { sub: newId(), wid: newId(), sid: newId(), jti: newId() };
      const signed = await keys.signer(now);
      return signed({ iss: 'iss', aud: 'aud', ...ids, iat, exp: iat + ACCESS_TOKEN_SECONDS });
    }

    const kidOf = (token: string): string | undefined => decodeProtectedHeader(token).kid;

    describe('auth', () => {
      it('has published its first key once it is up', async () => {
        const gateway = await auth.busOf('gateway');
        const [key] = await stored();
        expect(await gateway.request(listKeys, {})).toEqual({
          keys: [
            {
              kty: 'RSA',
              use: 'sig',
              alg: 'RS256',
              kid: key?.kid,
              n: expect.any(String),
              e: expect.any(String),
            },
          ],
        });
      });
    });

    describe('the first key', () => {
      beforeEach(() => auth.owner.query('TRUNCATE signing_key'));

      it('is made once when many copies start at the same time, and all copies sign with it', async () => {
        // Each makes a key, which takes the threads that connections wait for as well.
        const copies = Array.from({ length: sized(5, 20) }, () => copy());
        await Promise.all(copies.map((keys) => answered(() => keys.maintain(at(0)))));
        const [key, ...others] = await stored();
        expect(others).toEqual([]);
        const tokens = await Promise.all(copies.map((keys) => sign(keys, at(0))));
        expect(new Set(tokens.map(kidOf))).toEqual(new Set([key?.kid]));
      });

      it('is the key that was stored first when each of twenty copies has made one', async () => {
        const times = { publishedAt: at(0), signsFrom: at(0), retiredAt: null };
        const made = Array.from({ length: 20 }, (_, i) => ({
          ...times,
          number: 1,
          kid: `key-${i}`,
          n: 'n',
          e: 'e',
          sealedPrivateKey: 'sealed',
        }));
        const store = auth.app.get(SigningKeysStore, { strict: false });
        const added = await Promise.all(made.map((key) => answered(() => store.add(key, at(DAY)))));
        const winners = made.filter((_, i) => added[i]).map(({ kid }) => kid);
        expect(winners).toHaveLength(1);
        expect((await stored()).map(({ kid, retired_at }) => [kid, retired_at])).toEqual([
          [winners[0], null],
        ]);
      });

      it('is stored encrypted and cannot be decrypted with another secret', async () => {
        await copy().maintain(at(0));
        const { rows } = await auth.owner.query<{ text: string }>(
          'SELECT signing_key::text AS text FROM signing_key',
        );
        expect(rows[0]?.text).not.toMatch(/PRIVATE KEY/);
        await expect(copy('another secret, as long as the first one').maintain(at(0))).rejects.toThrow(
          /KEYS_SECRET/,
        );
      });
    });

    describe('the secret that encrypts the keys', () => {
      beforeEach(() => auth.owner.query('TRUNCATE signing_key'));

      it('is changed while every copy signs and every token is valid, and afterwards the old one is of no use', async () => {
        const next = 'the next secret of the signing keys, which is as long';
        const old = copy();
        const knowing = copy(KEYS_SECRET, next);
        const changed = copy(next, KEYS_SECRET);
        const last = copy(next);
        await old.maintain(at(0));
        const before = await sign(old, at(0));
        for (const keys of [knowing, changed, changed, knowing, changed]) await keys.maintain(at(0));
        await last.maintain(at(0));
        const after = await Promise.all([knowing, changed, last].map((keys) => sign(keys, at(0))));
        expect(new Set([before, ...after].map(kidOf)).size).toBe(1);
        const keySet = createLocalJWKSet(await last.published(at(0)));
        for (const token of [before, ...after]) await jwtVerify(token, keySet, { currentDate: at(0) });
        await expect(copy().maintain(at(0))).rejects.toThrow(/KEYS_SECRET/);
      });
    });

    describe('key rotation', () => {
      beforeEach(() => auth.owner.query('TRUNCATE signing_key'));

      it('publishes the key of every valid token at all times', async () => {
        const copies = [copy(), copy(), copy()];
        await Promise.all(copies.map((keys) => keys.maintain(at(0))));
        const first = (await stored())[0]?.kid;
        const live: { token: string; until: number }[] = [];
        const signers = new Set<string | undefined>();
        const seen = new Map<string, number>();
        for (
          let ms = ROTATION_DAYS * DAY - 30 * MINUTE;
          ms < ROTATION_DAYS * DAY + 90 * MINUTE;
          ms += 5 * MINUTE
        ) {
          const now = at(ms);
          await Promise.all(copies.map((keys) => keys.maintain(now)));
          const published = await copies[0]!.published(now);
          for (const { kid } of published.keys) if (!seen.has(kid)) seen.set(kid, ms);
          const tokens = await Promise.all(copies.map((keys) => sign(keys, now)));
          expect(new Set(tokens.map(kidOf)).size).toBe(1);
          const kid = kidOf(tokens[0] ?? '');
          if (kid !== first && !signers.has(kid)) {
            expect(ms - (seen.get(kid ?? '') ?? NaN)).toBeGreaterThanOrEqual(10 * MINUTE);
          }
          signers.add(kid);
          live.push(...tokens.map((token) => ({ token, until: ms + ACCESS_TOKEN_SECONDS * 1000 })));
          const keySet = createLocalJWKSet(published);
          for (const { token, until } of live) {
            if (until > ms) await jwtVerify(token, keySet, { currentDate: now });
          }
        }
        expect(signers.size).toBe(2);
        expect((await stored()).map(({ number, kid }) => ({ number, old: kid === first }))).toEqual([
          { number: 2, old: false },
        ]);
      });

      it('is refused by the table when a key would sign less than ten minutes after its publication', async () => {
        await expect(
          auth.owner.query(
            `INSERT INTO signing_key VALUES (7, 'kid', 'n', 'e', 'sealed', now(), now() + interval '9 min', NULL)`,
          ),
        ).rejects.toThrow(/signing_key_check/);
      });
    });
  });
