// Tests refresh tokens over the real bus: their successors, and what becomes of a token that is used too often.
import { decodeJwt } from 'jose';
import {
  createSession,
  listRevocations,
  REFRESH_TOKEN_SECONDS,
  refreshSession,
  type SessionTokens,
} from '#contracts';
import { newRefreshToken } from '#platform/crypto';
import type { Bus } from '#platform/messaging';
import { answered } from '#testing/answers';
import { until } from '#testing/until';
import { AccessTokensService } from '../../src/keys/index.ts';
import { RefreshService } from '../../src/sessions/refresh.service.ts';
import { RefreshStore } from '../../src/sessions/refresh.store.ts';
import { lastReuse } from '../last-reuse.ts';
import { type RunningAuth } from '../running-auth.ts';

export const refresh = (shared: () => RunningAuth): void =>
  describe('refreshing', () => {
    let auth: RunningAuth;
    let gateway: Bus;
    beforeAll(async () => {
      auth = shared();
      gateway = await auth.busOf('gateway');
    });

    async function signIn(): Promise<SessionTokens> {
      const { email, password } = await auth.putAccount();
      return gateway.request(createSession, { email, password });
    }

    const refresh = (refreshToken: string): Promise<SessionTokens> =>
      gateway.request(refreshSession, { refreshToken });

    const expectRefused = (refreshToken: string): Promise<void> =>
      expect(refresh(refreshToken)).rejects.toMatchObject({
        code: 'InvalidToken',
        target: undefined,
        details: [],
      });

    /** Lets time pass for a session. */
    const age = (sessionId: string, interval: string): Promise<unknown> =>
      auth.owner.query(
        `UPDATE session SET created_at = created_at - $2::interval, refreshed_at = refreshed_at - $2::interval,
       expires_at = expires_at - $2::interval WHERE id = $1`,
        [sessionId, interval],
      );

    const isRevoked = async (sessionId: string): Promise<boolean> =>
      (await gateway.request(listRevocations, {})).sessionIds.includes(sessionId);

    describe('a refresh', () => {
      it('gives new tokens of the same session, which lasts thirty days from then', async () => {
        const { accessToken, refreshToken, sessionId } = await signIn();
        await age(sessionId, '29 days');
        const next = await refresh(refreshToken);
        expect(next).toEqual({
          tokenType: 'Bearer',
          tokenFormat: 'jwt',
          expiresIn: 3600,
          sessionId,
          accessToken: expect.any(String),
          refreshToken: expect.stringMatching(/^ssr_[\w-]{65}$/),
          refreshExpiresIn: REFRESH_TOKEN_SECONDS,
        });
        expect(next.refreshToken).not.toBe(refreshToken);
        const { sub, wid, sid } = decodeJwt(accessToken);
        expect(decodeJwt(next.accessToken)).toMatchObject({ sub, wid, sid });
        await age(sessionId, '29 days');
        await refresh(next.refreshToken);
      });

      it('C37: succeeds for fifty at once, with one successor', async () => {
        const { refreshToken, sessionId } = await signIn();
        const all = await Promise.all(
          Array.from({ length: 50 }, () => answered(() => refresh(refreshToken))),
        );
        expect(new Set(all.map((tokens) => tokens.refreshToken)).size).toBe(1);
        expect(new Set(all.map((tokens) => tokens.accessToken)).size).toBe(50);
        await refresh(all[0]!.refreshToken);
        expect(await isRevoked(sessionId)).toBe(false);
      });

      it('gives the same successor again for ten seconds', async () => {
        const { refreshToken, sessionId } = await signIn();
        const first = await refresh(refreshToken);
        await age(sessionId, '8 s');
        const again = await refresh(refreshToken);
        expect(again.refreshToken).toBe(first.refreshToken);
        expect(again.refreshExpiresIn).toBeLessThanOrEqual(REFRESH_TOKEN_SECONDS - 8);
        await age(sessionId, '3 s');
        await expectRefused(refreshToken);
      });

      it('gives another successor after a change of the key, which is good from then on', async () => {
        const { refreshToken } = await signIn();
        const lost = await refresh(refreshToken);
        await auth.owner.query('UPDATE refresh_key SET key = gen_random_uuid()::text');
        const restarted = new RefreshService(
          auth.app.get(RefreshStore, { strict: false }),
          auth.app.get(AccessTokensService, { strict: false }),
        );
        const again = await restarted.refresh(refreshToken, new Date());
        expect(again.refreshToken).not.toBe(lost.refreshToken);
        await restarted.refresh(again.refreshToken, new Date());
      });

      it('that cannot be signed uses up no token: it is good later than the grace, too', async () => {
        const { refreshToken, sessionId } = await signIn();
        await auth.owner.query('ALTER TABLE signing_key RENAME TO hidden');
        await expect(refresh(refreshToken)).rejects.toThrow();
        await auth.owner.query('ALTER TABLE hidden RENAME TO signing_key');
        await age(sessionId, '11 s');
        expect(await refresh(refreshToken)).toMatchObject({ sessionId });
      });

      it('by a token before the present one and its parent ends the session at once', async () => {
        const { refreshToken, sessionId } = await signIn();
        const second = await refresh(refreshToken);
        const third = await refresh(second.refreshToken);
        await expectRefused(refreshToken);
        for (const token of [third, second]) await expectRefused(token.refreshToken);
        expect(await isRevoked(sessionId)).toBe(true);
      });

      it('by the parent after its grace ends the session, in an event too', async () => {
        const { accessToken, refreshToken, sessionId } = await signIn();
        const next = await refresh(refreshToken);
        await age(sessionId, '11 s');
        await expectRefused(refreshToken);
        await expectRefused(next.refreshToken);
        expect(await isRevoked(sessionId)).toBe(true);
        const event = await until('the event is there', async () => {
          const last = await lastReuse(auth.servers.nats);
          return last?.subject === sessionId && last;
        });
        const { sub: accountId, wid: workspaceId } = decodeJwt(accessToken);
        expect(event.data).toEqual({ workspaceId, accountId, sessionId });
      });

      it.each([
        ['a text of another form', () => 'x'.repeat(69)],
        ['a token that nobody has', () => newRefreshToken()],
      ])('is refused for %s', (_, token) => expectRefused(token()));

      it.each([
        [
          'has expired',
          `UPDATE session SET expires_at = now(), created_at = now() - interval '1 s' WHERE id = $1`,
        ],
        ['was revoked', 'DELETE FROM session WHERE id = $1'],
        [
          'belongs to a disabled account',
          `UPDATE account SET status = 'DISABLED' WHERE id = (SELECT account_id FROM session WHERE id = $1)`,
        ],
      ])('is refused when the session %s', async (_, sql) => {
        const { refreshToken, sessionId } = await signIn();
        await auth.owner.query(sql, [sessionId]);
        await expectRefused(refreshToken);
      });
    });

    it.each([
      ['has left', 'DELETE FROM membership WHERE workspace_id = $1'],
      ['has seen erased', 'DELETE FROM workspace WHERE id = $1'],
    ])('a session in a workspace that its account %s goes on in a workspace of its own', async (_, sql) => {
      const { accessToken, refreshToken } = await signIn();
      const before = decodeJwt<{ wid: string; sid: string }>(accessToken);
      await auth.owner.query(sql, [before.wid]);
      const tokens = await Promise.all([refresh(refreshToken), refresh(refreshToken)]);
      const after = tokens.map((one) => decodeJwt<{ wid: string; sid: string }>(one.accessToken));
      expect(after[0]).toMatchObject({ sub: before.sub, sid: before.sid });
      expect(after[0]!.wid).not.toBe(before.wid);
      expect(after[1]!.wid).toBe(after[0]!.wid);
    });

    it('the database holds no refresh token, and no part of one', async () => {
      const first = await signIn();
      const second = await refresh(first.refreshToken);
      const { rows } = await auth.owner.query<{ text: string }>(
        'SELECT session::text AS text FROM session WHERE id = $1',
        [first.sessionId],
      );
      for (const { refreshToken } of [first, second])
        for (const part of [refreshToken.slice(4, 26), refreshToken.slice(26)])
          expect(rows[0]?.text).not.toContain(part);
    });
  });
