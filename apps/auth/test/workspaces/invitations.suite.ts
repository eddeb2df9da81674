// Tests invitations: nobody becomes a member without consent, and nobody learns whether an e-mail has an account.
import {
  acceptInvitation,
  changePassword,
  createInvitation,
  deleteInvitation,
  endSession,
  getMembership,
  listInvitations,
  removeMember,
  updateMember,
  type Actor,
  type AppError,
  type InvitationRequest,
} from '#contracts';
import type { Bus } from '#platform/messaging';
import { until } from '#testing/until';
import { pair, someone } from '../people.ts';
import { BLOCKED, PASSWORD, type RunningAuth } from '../running-auth.ts';

/** The membership of a member. */
const keyOf = ({ workspaceId, accountId }: Actor) => ({ workspaceId, accountId });

export const invitations = (shared: () => RunningAuth): void =>
  describe('invitations', () => {
    let auth: RunningAuth;
    let gateway: Bus;
    let owner: Actor;
    let workspaceId: string;
    beforeAll(async () => {
      auth = shared();
      gateway = await auth.busOf('gateway');
      ({ actor: owner } = await someone(auth, gateway));
      ({ workspaceId } = owner);
    });

    const invite = async (body: InvitationRequest, idempotencyKey?: string) =>
      gateway.request(createInvitation, { actor: owner, workspaceId, body, idempotencyKey });
    const accept = (actor: Actor, code: string) =>
      gateway.request(acceptInvitation, { actor, body: { code } });
    const open = async (): Promise<string[]> => {
      const list = { actor: owner, workspaceId, limit: 100 };
      const { invitations: rows } = await gateway.request(listInvitations, list);
      return rows.map(({ id }) => id);
    };

    it('an invitation makes its account a member once, in the role that it names', async () => {
      const { actor, email } = await someone(auth, gateway);
      const { invitation } = await invite({ email: email.toUpperCase(), role: 'editor' });
      expect(invitation).toMatchObject({ email, role: 'editor' });
      expect(invitation.expiresAt - invitation.createdAt).toBe(7 * 86_400);
      expect(await open()).toContain(invitation.id);
      const membership = await accept(actor, invitation.code!);
      expect(membership).toMatchObject({ accountId: actor.accountId, workspaceId, email, role: 'editor' });
      expect(await open()).not.toContain(invitation.id);
      await expect(accept(actor, invitation.code!)).rejects.toMatchObject({ code: 'InvalidArgument' });
    });

    it('the answer is the same whether or not the e-mail has an account', async () => {
      const { email } = await auth.putAccount();
      const answers = await Promise.all(
        [email, 'nobody@example.com'].map((one) => invite({ email: one, role: 'viewer' })),
      );
      const shapes = answers.map(({ invitation, replayed }) => [Object.keys(invitation), replayed]);
      expect(shapes[0]).toEqual(shapes[1]);
    });

    it('a repeat with the same Idempotency-Key is the same invitation without its code, which is nowhere stored', async () => {
      const body = { email: 'repeat@example.com', role: 'viewer' } as const;
      const { invitation } = await invite(body, 'k');
      const { code, ...rest } = invitation;
      expect(await invite(body, 'k')).toEqual({ invitation: rest, replayed: true });
      const { rows } = await auth.owner.query<{ text: string }>(
        'SELECT invitation::text AS text FROM invitation UNION ALL SELECT idempotency::text FROM idempotency',
      );
      expect(rows.filter(({ text }) => text.includes(code!.slice(4, -6)))).toEqual([]);
    });

    it('a code that is wrong, old, used, taken back or that of another account has one answer', async () => {
      const { actor, email } = await someone(auth, gateway);
      const invited = async () => (await invite({ email, role: 'viewer' })).invitation;
      const four = [invited(), invited(), invited(), invited()] as const;
      const [old, back, foreign, used] = await Promise.all(four);
      await auth.owner.query(
        `UPDATE invitation SET created_at = now() - interval '8 days', expires_at = now() WHERE id = $1`,
        [old.id],
      );
      await gateway.request(deleteInvitation, { actor: owner, workspaceId, id: back.id });
      await accept(actor, used.code!);
      const stranger = (await someone(auth, gateway)).actor;
      const tries = [
        accept(actor, 'ssi_x'),
        accept(actor, old.code!),
        accept(actor, back.code!),
        accept(actor, used.code!),
        accept(stranger, foreign.code!),
      ];
      const errors = await Promise.all(
        tries.map((one) =>
          one.then(
            () => 'accepted',
            ({ code, message }) => ({ code, message }),
          ),
        ),
      );
      expect(new Set(errors.map((error) => JSON.stringify(error))).size).toBe(1);
      expect(errors[0]).toMatchObject({ code: 'InvalidArgument' });
      const membership = { accountId: stranger.accountId, workspaceId };
      expect(await gateway.request(getMembership, membership)).toEqual({});
    });

    it('who is a member already keeps the role', async () => {
      const team = await pair(auth, gateway, 'viewer');
      const body = { email: team.other.email, role: 'owner' } as const;
      const request = { actor: team.owner, workspaceId: team.workspaceId, body };
      const { invitation } = await gateway.request(createInvitation, request);
      expect(await accept(team.other.actor, invitation.code!)).toMatchObject({ role: 'viewer' });
    });

    it('a former member comes back by a new invitation only', async () => {
      const { actor, email } = await someone(auth, gateway);
      const { invitation } = await invite({ email, role: 'viewer' });
      await accept(actor, invitation.code!);
      await gateway.request(removeMember, { actor: owner, workspaceId, accountId: actor.accountId });
      await expect(accept(actor, invitation.code!)).rejects.toMatchObject({ code: 'InvalidArgument' });
      const again = await invite({ email, role: 'viewer' });
      await accept(actor, again.invitation.code!);
    });

    it.each<[string, (first: Actor, leaving: Actor) => Promise<unknown>]>([
      ['is removed', (first, leaving) => gateway.request(removeMember, { actor: first, ...keyOf(leaving) })],
      ['leaves', (_first, leaving) => gateway.request(removeMember, { actor: leaving, ...keyOf(leaving) })],
      [
        'is no owner any more',
        (first, leaving) =>
          gateway.request(updateMember, { actor: first, ...keyOf(leaving), body: { role: 'editor' } }),
      ],
      [
        'is disabled',
        (_first, { accountId }) =>
          auth.owner.query(`UPDATE account SET status = 'DISABLED' WHERE id = $1`, [accountId]),
      ],
      [
        'changes the password',
        (_first, actor) => {
          const change = { currentPassword: PASSWORD, newPassword: `another ${PASSWORD}`, keepKeys: true };
          return gateway.request(changePassword, { actor, ...change });
        },
      ],
    ])('those of an owner who %s end, and those of others stay', async (_end, end) => {
      const { owner: first, workspaceId: shop, other } = await pair(auth, gateway, 'owner');
      const second = await someone(auth, gateway); // another address of the owner who goes
      const inviteBy = async (actor: Actor) => {
        const body = { email: second.email, role: 'owner' } as const;
        return (await gateway.request(createInvitation, { actor, workspaceId: shop, body })).invitation;
      };
      const own = await inviteBy(other.actor);
      const kept = await inviteBy(first);
      await end({ ...first, workspaceId: shop }, { ...other.actor, workspaceId: shop });
      await expect(accept(second.actor, own.code!)).rejects.toMatchObject({ code: 'InvalidArgument' });
      expect(await accept(second.actor, kept.code!)).toMatchObject({ workspaceId: shop, role: 'owner' });
    });

    it('none is made by a session that has ended, although its access token lives on', async () => {
      const { actor } = await someone(auth, gateway);
      const body = { email: 'later@example.com', role: 'owner' } as const;
      const create = () => gateway.request(createInvitation, { actor, workspaceId: actor.workspaceId, body });
      expect(await create()).toMatchObject({ replayed: false });
      await gateway.request(endSession, { actor, id: actor.sessionId });
      await expect(create()).rejects.toMatchObject({ code: 'InvalidToken' });
    });

    it('none is made by an owner who is disabled at the same time', async () => {
      const { actor } = await someone(auth, gateway);
      const body = { email: 'later@example.com', role: 'owner' } as const;
      const change = await auth.owner.connect();
      try {
        await change.query('BEGIN');
        await change.query(`UPDATE account SET status = 'DISABLED' WHERE id = $1`, [actor.accountId]);
        const request = { actor, workspaceId: actor.workspaceId, body };
        const made = gateway.request(createInvitation, request).catch((error: AppError) => error.code);
        await until('it waits', async () => (await change.query(BLOCKED)).rows.length > 0);
        await change.query('COMMIT');
        expect(await made).toBe('InvalidToken');
      } finally {
        await change.query('ROLLBACK');
        change.release();
      }
    });

    it('one that is taken back while it is accepted is not good any more; neither waits for the other in a circle', async () => {
      const { actor, email } = await someone(auth, gateway);
      const { invitation } = await invite({ email, role: 'viewer' });
      const change = await auth.owner.connect();
      try {
        await change.query('BEGIN');
        await change.query('SELECT FROM workspace WHERE id = $1 FOR NO KEY UPDATE', [workspaceId]);
        const accepted = accept(actor, invitation.code!).catch((error: AppError) => error.code);
        await until('it waits for the change', async () => (await change.query(BLOCKED)).rows.length > 0);
        await change.query(`SET LOCAL lock_timeout = '100ms'`);
        await change.query('DELETE FROM invitation WHERE id = $1', [invitation.id]);
        await change.query('COMMIT');
        expect(await accepted).toBe('InvalidArgument');
      } finally {
        await change.query('ROLLBACK');
        change.release();
      }
    });

    it('only so many are open at once', async () => {
      const { actor } = await someone(auth, gateway);
      const one = (n: number) =>
        gateway.request(createInvitation, {
          actor,
          workspaceId: actor.workspaceId,
          body: { email: `guest-${n}@example.com`, role: 'viewer' },
        });
      for (let n = 0; n < 100; n += 1) await one(n);
      await expect(one(100)).rejects.toMatchObject({ code: 'QuotaExceeded' });
    });
  });
