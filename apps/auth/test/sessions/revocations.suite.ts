// Tests which ends of sessions are revocations, and how auth tells the gateways of them.
import { decodeJwt } from 'jose';
import { createSession, listRevocations, MAX_REVOCATIONS, REVOKED, sessionsRevoked } from '#contracts';
import type { Bus } from '#platform/messaging';
import { answered } from '#testing/answers';
import { until } from '#testing/until';
import { RevocationsService } from '../../src/sessions/revocations.service.ts';
import { SessionsService } from '../../src/sessions/sessions.service.ts';
import { MembersService } from '../../src/workspaces/members.service.ts';
import { type RunningAuth } from '../running-auth.ts';

export const revocations = (shared: () => RunningAuth): void =>
  describe('revocations', () => {
    let auth: RunningAuth;
    let gateway: Bus;
    /** The sessions of every notification so far. */
    const announced: string[] = [];
    beforeAll(async () => {
      auth = shared();
      gateway = await auth.busOf('gateway');
      gateway.onNotification(
        sessionsRevoked,
        REVOKED,
        ({ sessionIds }) => void announced.push(...sessionIds),
      );
    });
    beforeEach(() => auth.owner.query('TRUNCATE revocation'));

    async function signIn(): Promise<string> {
      const { email, password } = await auth.putAccount();
      const { accessToken } = await gateway.request(createSession, { email, password });
      return decodeJwt<{ sid: string }>(accessToken).sid;
    }

    const listed = async (after?: string): Promise<string[]> =>
      (await gateway.request(listRevocations, { after })).sessionIds;

    const OF_SESSION = '(SELECT account_id FROM session WHERE id = $1)';

    describe('a live session', () => {
      it.each([
        ['is deleted', 'DELETE FROM session WHERE id = $1'],
        ['loses its account', `DELETE FROM account WHERE id = ${OF_SESSION}`],
        ['has its account disabled', `UPDATE account SET status = 'DISABLED' WHERE id = ${OF_SESSION}`],
      ])('is listed and announced once when it %s, and no other session is', async (_end, sql) => {
        const session = await signIn();
        await signIn();
        await auth.owner.query(sql, [session]);
        expect(await listed()).toEqual([session]);
        const times = (): number => announced.filter((one) => one === session).length;
        await until('the session is announced', () => times() === 1);
        await auth.app.get(RevocationsService, { strict: false }).announce();
        expect(times()).toBe(1);
      });
    });

    it('a revocation or a change of role that the bus has not got is announced again', async () => {
      const { email, password, accountId } = await auth.putAccount();
      const { sessionId } = await gateway.request(createSession, { email, password });
      const { nats } = auth.servers;
      await nats.kill();
      await auth.owner.query('DELETE FROM session WHERE id = $1', [sessionId]);
      await auth.owner.query(`UPDATE membership SET role = 'viewer' WHERE account_id = $1`, [accountId]);
      const left = async (): Promise<boolean[]> => {
        const revoked = 'SELECT FROM revocation WHERE session_id = $1 AND NOT is_announced';
        const changed = 'SELECT FROM membership_change WHERE account_id = $1';
        const rows = [auth.owner.query(revoked, [sessionId]), auth.owner.query(changed, [accountId])];
        return (await Promise.all(rows)).map(({ rowCount }) => rowCount !== 0);
      };
      const services = [RevocationsService, MembersService].map((one) =>
        auth.app.get(one, { strict: false }),
      );
      for (const service of services) await expect(service.announce()).rejects.toThrow();
      expect(await left()).toEqual([true, true]);
      await nats.restart();
      await until('both are announced', async () => (await left()).every((isLeft) => !isLeft));
      await answered(() => listed());
    });

    it('an expired session that is purged is not revoked', async () => {
      const session = await signIn();
      const past = `created_at = now() - interval '2 h', expires_at = now() - interval '1 h'`;
      await auth.owner.query(`UPDATE session SET ${past} WHERE id = $1`, [session]);
      await auth.app.get(SessionsService, { strict: false }).purge();
      expect((await auth.owner.query('SELECT FROM session WHERE id = $1', [session])).rowCount).toBe(0);
      expect(await listed()).toEqual([]);
    });

    it('a revocation is forgotten once every access token of its session has expired by every clock', async () => {
      const old = await signIn();
      const young = await signIn();
      await auth.owner.query('DELETE FROM session WHERE id = ANY ($1)', [[old, young]]);
      const age = `UPDATE revocation SET revoked_at = now() - $2 * interval '1 second' WHERE session_id = $1`;
      await auth.owner.query(age, [old, 3901]);
      await auth.owner.query(age, [young, 3890]);
      const service = auth.app.get(RevocationsService, { strict: false });
      // A purge leaves a row that an announcement has just changed to the next purge.
      await until('a revocation is forgotten', async () => {
        await service.purge();
        return (await listed()).length < 2;
      });
      expect(await listed()).toEqual([young]);
    });

    it('the list comes in pages, in the order of the ids', async () => {
      await auth.owner.query(
        `INSERT INTO revocation (session_id, cell) SELECT gen_random_uuid(), 'main' FROM generate_series(1, $1::int)`,
        [MAX_REVOCATIONS + 1],
      );
      const first = await listed();
      expect(first).toHaveLength(MAX_REVOCATIONS);
      const second = await listed(first.at(-1));
      expect(second).toHaveLength(1);
      expect([...first, ...second]).toEqual([...new Set([...first, ...second])].toSorted());
    });
  });
