// Tests the list of sessions over the real bus, the ways to end them, and changes of password.
import { decodeJwt } from 'jose';
import {
  changePassword,
  createApiKey,
  createSession,
  endOtherSessions,
  endSession,
  findApiKey,
  listRevocations,
  listSessions,
  refreshSession,
  type Actor,
  type SessionList,
} from '#contracts';
import { newId } from '#platform/context';
import { hashApiKey } from '#platform/crypto';
import type { Bus } from '#platform/messaging';
import { answered } from '#testing/answers';
import { plansOf, rowsRead } from '#testing/plans';
import type { NewAccount } from '../../src/accounts/accounts.service.ts';
import { actorOf } from '../people.ts';
import { PASSWORD, type RunningAuth } from '../running-auth.ts';

const NEXT_PASSWORD = 'another battery, another staple';

export const sessions = (shared: () => RunningAuth): void =>
  describe('sessions', () => {
    let auth: RunningAuth;
    let gateway: Bus;
    beforeAll(async () => {
      auth = shared();
      gateway = await auth.busOf('gateway');
    });

    type Credentials = Pick<NewAccount, 'email' | 'password'>;
    type SignedIn = { actor: Actor; refreshToken: string };

    async function signIn({ email, password }: Credentials, client: object = {}): Promise<SignedIn> {
      const tokens = await gateway.request(createSession, { email, password, ...client });
      const { sub = '', wid, sid } = decodeJwt<{ wid: string; sid: string }>(tokens.accessToken);
      return {
        actor: { accountId: sub, workspaceId: wid, sessionId: sid },
        refreshToken: tokens.refreshToken,
      };
    }

    /** A new account that is signed in so many times. */
    async function signedIn(times: number): Promise<{ account: NewAccount; sessions: SignedIn[] }> {
      const account = await auth.putAccount();
      const sessions: SignedIn[] = [];
      for (let n = 0; n < times; n += 1) sessions.push(await signIn(account));
      return { account, sessions };
    }

    const list = (actor: Actor, page: object = {}): Promise<SessionList> =>
      gateway.request(listSessions, { actor, limit: 10, ...page });

    const idsOf = ({ sessions }: SessionList): string[] => sessions.map(({ id }) => id);

    const revoked = async (): Promise<string[]> => (await gateway.request(listRevocations, {})).sessionIds;

    describe('the list of sessions', () => {
      it('shows those of the account in all workspaces, newest first, in pages', async () => {
        const { account, sessions } = await signedIn(4);
        const [other] = (await signedIn(1)).sessions;
        const actor = sessions[1]!.actor;
        const elsewhere = await auth.putAccount();
        await auth.owner.query(
          `INSERT INTO membership (account_id, workspace_id, role) VALUES ($1, $2, 'owner')`,
          [actor.accountId, elsewhere.workspaceId],
        );
        await auth.owner.query('UPDATE session SET workspace_id = $2 WHERE id = $1', [
          sessions[0]!.actor.sessionId,
          elsewhere.workspaceId,
        ]);
        const browser = { userAgent: 'Mozilla/5.0', address: '198.51.100.7' };
        const newest = await signIn(account, browser);
        const ids = [newest, ...sessions.toReversed()].map((one) => one.actor.sessionId);
        const first = await list(actor, { limit: 3 });
        const { nextToken } = first;
        const second = await list(actor, { limit: 3, nextToken });
        expect([...idsOf(first), ...idsOf(second)]).toEqual(ids);
        expect(second.nextToken).toBeUndefined();
        const { createdAt } = first.sessions[0]!;
        expect(first.sessions[0]).toEqual({
          id: ids[0],
          createdAt,
          lastUsedAt: createdAt,
          expiresAt: createdAt + 30 * 86_400,
          ...browser,
          current: false,
        });
        const current = [...first.sessions, ...second.sessions].filter((session) => session.current);
        expect(current.map(({ id }) => id)).toEqual([actor.sessionId]);
        await expect(list(other!.actor, { nextToken })).rejects.toMatchObject({ code: 'InvalidNextToken' });
      });

      it('tells when a session was last refreshed, and leaves out those that have expired', async () => {
        const { sessions } = await signedIn(2);
        const [{ actor, refreshToken }, expired] = sessions as [SignedIn, SignedIn];
        const past = `created_at = created_at - interval '1 h', refreshed_at = refreshed_at - interval '1 h'`;
        await auth.owner.query(`UPDATE session SET ${past} WHERE id = $1`, [actor.sessionId]);
        await auth.owner.query(`UPDATE session SET ${past}, expires_at = now() WHERE id = $1`, [
          expired.actor.sessionId,
        ]);
        await gateway.request(refreshSession, { refreshToken });
        const [session, ...more] = (await list(actor)).sessions;
        expect(more).toEqual([]);
        expect(session!.lastUsedAt - session!.createdAt).toBeGreaterThanOrEqual(3600);
      });

      it('reads the rows of its page and one more, whoever else has sessions', async () => {
        const { sessions } = await signedIn(1);
        const { actor } = sessions[0]!;
        const others = await auth.putAccount();
        await auth.owner.query(
          `INSERT INTO session
         (id, account_id, workspace_id, created_at, refreshed_at, expires_at, refresh_family, refresh_hash)
       SELECT gen_random_uuid(), account_id, workspace_id, now() - n * interval '1 s', now(), now() + interval '1 h',
         gen_random_uuid(), ''
       FROM generate_series(1, 10000) AS n,
         (VALUES ($1::uuid, $2::uuid), ($3, $4)) AS member (account_id, workspace_id)`,
          [actor.accountId, actor.workspaceId, others.accountId, others.workspaceId],
        );
        await auth.owner.query('ANALYZE session');
        const plans = await plansOf(auth.servers.database.appUrl, /FROM session/, () => list(actor));
        expect(plans.map(rowsRead)).toEqual([11]);
      });
    });

    it('of an account are a thousand at most: those end that were unused for longest', async () => {
      const { account, sessions } = await signedIn(1);
      const [{ actor }] = sessions as [SignedIn];
      await auth.owner.query(
        `INSERT INTO session
         (id, account_id, workspace_id, created_at, refreshed_at, expires_at, refresh_family, refresh_hash)
       SELECT gen_random_uuid(), $1, $2, now() - interval '2 h', now() - n * interval '1 s', now() + interval '1 h',
         gen_random_uuid(), ''
       FROM generate_series(1, 1100) AS n`,
        [actor.accountId, actor.workspaceId],
      );
      await signIn(account);
      const { rows } = await auth.owner.query<{ count: number; oldest: number }>(
        `SELECT count(*)::int, round(max(date_part('epoch', now() - refreshed_at)))::int AS oldest
         FROM session WHERE account_id = $1`,
        [actor.accountId],
      );
      expect(rows[0]?.count).toBe(1000);
      expect(rows[0]?.oldest).toBeLessThan(998 + 60);
    });

    describe('ending a session', () => {
      it('revokes it', async () => {
        const { sessions } = await signedIn(2);
        const [{ actor }, other] = sessions as [SignedIn, SignedIn];
        await gateway.request(endSession, { actor, id: other.actor.sessionId });
        expect(idsOf(await list(actor))).toEqual([actor.sessionId]);
        expect(await revoked()).toContain(other.actor.sessionId);
        await expect(
          gateway.request(refreshSession, { refreshToken: other.refreshToken }),
        ).rejects.toMatchObject({ code: 'InvalidToken' });
        await expect(gateway.request(endSession, { actor, id: other.actor.sessionId })).rejects.toMatchObject(
          {
            code: 'NotFound',
            target: 'id',
          },
        );
      });

      it('is refused for the session of another account and for what is no id', async () => {
        const mine = await signedIn(1);
        const theirs = await signedIn(1);
        const { actor } = mine.sessions[0]!;
        const other = theirs.sessions[0]!.actor;
        for (const id of [other.sessionId, newId(), 'current', "' OR true --"])
          await expect(gateway.request(endSession, { actor, id })).rejects.toMatchObject({
            code: 'NotFound',
          });
        expect(idsOf(await list(other))).toEqual([other.sessionId]);
      });

      it('for all others leaves the own one and those of other accounts', async () => {
        const mine = await signedIn(3);
        const theirs = await signedIn(1);
        const { actor } = mine.sessions[1]!;
        for (let n = 0; n < 2; n += 1) await gateway.request(endOtherSessions, { actor });
        expect(idsOf(await list(actor))).toEqual([actor.sessionId]);
        expect(await list(theirs.sessions[0]!.actor)).toMatchObject({ sessions: [{ current: true }] });
        expect(await revoked()).toEqual(
          expect.arrayContaining([mine.sessions[0]!, mine.sessions[2]!].map((one) => one.actor.sessionId)),
        );
      });
    });

    describe('a change of password', () => {
      it('ends all sessions and API keys and begins a new session, and the old password is good for nothing', async () => {
        const { account, sessions } = await signedIn(3);
        const { actor, refreshToken } = sessions[1]!;
        const { apiKey } = await gateway.request(createApiKey, {
          actor,
          body: { name: 'k', scopes: ['read'] },
        });
        const change = { actor, currentPassword: PASSWORD, newPassword: NEXT_PASSWORD };
        const tokens = await gateway.request(changePassword, change);
        const next = actorOf(tokens.accessToken);
        expect(next).toEqual({ ...actor, sessionId: tokens.sessionId });
        expect(idsOf(await list(next))).toEqual([tokens.sessionId]);
        await gateway.request(refreshSession, { refreshToken: tokens.refreshToken });
        const { sessionIds } = await gateway.request(listRevocations, {});
        const ended = [...sessions.map((one) => one.actor.sessionId), apiKey.id];
        expect(sessionIds).toEqual(expect.arrayContaining(ended));
        await expect(gateway.request(refreshSession, { refreshToken })).rejects.toMatchObject({
          code: 'InvalidToken',
        });
        await expect(signIn(account)).rejects.toMatchObject({ code: 'InvalidCredentials' });
        await signIn({ ...account, password: NEXT_PASSWORD });
        const again = { ...change, actor: next };
        await expect(gateway.request(changePassword, again)).rejects.toMatchObject({
          code: 'InvalidArgument',
          target: 'currentPassword',
        });
      });

      it('keeps the API keys of who says so', async () => {
        const { sessions } = await signedIn(1);
        const { actor } = sessions[0]!;
        const { apiKey } = await gateway.request(createApiKey, {
          actor,
          body: { name: 'k', scopes: ['read'] },
        });
        const change = { currentPassword: PASSWORD, newPassword: NEXT_PASSWORD, keepKeys: true };
        await gateway.request(changePassword, { actor, ...change });
        const { apiKey: found } = await gateway.request(findApiKey, { hash: hashApiKey(apiKey.key!) });
        expect(found?.id).toBe(apiKey.id);
      });

      it.each([
        [
          'new session cannot begin',
          `ALTER TABLE session ADD CONSTRAINT refused CHECK (user_agent <> 'none') NOT VALID`,
          'ALTER TABLE session DROP CONSTRAINT refused',
        ],
        [
          'token cannot be signed',
          'ALTER TABLE signing_key RENAME TO hidden',
          'ALTER TABLE hidden RENAME TO signing_key',
        ],
      ])('changes nothing when the %s', async (_, prevent, allow) => {
        const { account, sessions } = await signedIn(2);
        const { actor } = sessions[0]!;
        const passwords = { currentPassword: PASSWORD, newPassword: NEXT_PASSWORD };
        await auth.owner.query(prevent);
        const changed = gateway.request(changePassword, { actor, ...passwords, userAgent: 'none' });
        await expect(changed).rejects.toThrow();
        await auth.owner.query(allow);
        expect((await list(actor)).sessions).toHaveLength(2);
        await signIn(account);
      });

      it('leaves no session of a sign-in with the old password that runs meanwhile', async () => {
        const { account, sessions } = await signedIn(1);
        const { actor } = sessions[0]!;
        const attempts = Array.from({ length: 12 }, () => signIn(account).catch(() => undefined));
        const change = { currentPassword: PASSWORD, newPassword: NEXT_PASSWORD };
        const tokens = await answered(() => gateway.request(changePassword, { actor, ...change }));
        await Promise.all(attempts);
        const next = { ...actor, sessionId: tokens.sessionId };
        expect(idsOf(await list(next))).toEqual([tokens.sessionId]);
      });

      it.each([
        ['common', 'password1234'],
        ['one letter', 'aaaaaaaaaaaaaaaa'],
        ['one letter, 128 times', '1'.repeat(128)],
        ['too short', 'short-Xq7%'],
        ['too long', 'x'.repeat(129)],
      ])('refuses a password that is %s', async (_, newPassword) => {
        const { sessions } = await signedIn(2);
        const { actor } = sessions[0]!;
        const change = { actor, currentPassword: PASSWORD, newPassword };
        const error: unknown = await gateway
          .request(changePassword, change)
          .catch((thrown: unknown) => thrown);
        expect(error).toMatchObject({ code: 'InvalidArgument', target: 'newPassword' });
        expect((await list(actor)).sessions).toHaveLength(2);
      });
    });
  });
