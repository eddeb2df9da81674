// Tests the erasure of a workspace over the real bus.
import {
  createApiKey,
  createSession,
  createWorkspace,
  ERASED_WITHIN_HOURS,
  eraseWorkspace,
  getAccount,
  getWorkspace,
  getWorkspaceDetails,
  listRevocations,
  refreshSession,
  switchWorkspace,
  type Actor,
  type SessionTokens,
  type WorkspaceDetails,
} from '#contracts';
import { newId } from '#platform/context';
import type { Bus } from '#platform/messaging';
import { answered } from '#testing/answers';
import { workspaceRows } from '#testing/servers';
import { until } from '#testing/until';
import type { NewAccount } from '../../src/accounts/accounts.service.ts';
import { OwnersThatErase } from '../owners-that-erase.ts';
import { actorOf, pair, someone, announcements } from '../people.ts';
import { BLOCKED, type RunningAuth } from '../running-auth.ts';

export const workspaceErasure = (shared: () => RunningAuth): void =>
  describe('the erasure of a workspace', () => {
    let auth: RunningAuth;
    let gateway: Bus;
    let announced: string[];
    beforeAll(async () => {
      auth = shared();
      gateway = await auth.busOf('gateway');
      announced = announcements(gateway);
    });

    /** A second workspace of a person. */
    const second = async (actor: Actor): Promise<WorkspaceDetails> =>
      (await gateway.request(createWorkspace, { actor, body: { name: 'Second shop', marketplace: 'DE' } }))
        .workspace;
    const erase = (actor: Actor, id: string, confirm: string) =>
      gateway.request(eraseWorkspace, { actor, id, body: { confirm } });
    const signIn = ({ email, password }: NewAccount): Promise<SessionTokens> =>
      gateway.request(createSession, { email, password });
    const rowsOf = (id: string) => workspaceRows(auth.servers.postgres.superuserUrl('auth'), id);

    it('an erased workspace is one that an owner names, and not the last one of its account', async () => {
      const { owner, workspaceId, other } = await pair(auth, gateway, 'editor');
      const { id, name } = await second(owner);
      for (const [actor, of, confirm, refusal] of [
        [other.actor, workspaceId, 'Ana’s shelf', { code: 'Forbidden' }],
        [other.actor, id, name, { code: 'NotFound', target: 'id' }],
        [owner, newId(), name, { code: 'NotFound', target: 'id' }],
        [owner, 'no-uuid', name, { code: 'NotFound', target: 'id' }],
        [owner, id, 'second shop', { code: 'InvalidArgument', target: 'confirm' }],
      ] as const)
        await expect(erase(actor, of, confirm)).rejects.toMatchObject(refusal);
      const both = await Promise.allSettled([
        erase(owner, id, name),
        erase(owner, workspaceId, 'Ana’s shelf'),
      ]);
      const refused = both.filter((one) => one.status === 'rejected');
      expect(refused.map(({ reason }) => reason as object)).toEqual([
        expect.objectContaining({ code: 'InvalidState', target: 'id' }),
      ]);
    });

    it('an erased workspace is gone at once, with its members, tokens and API keys', async () => {
      const { owner, workspaceId, other } = await pair(auth, gateway, 'editor');
      await second(owner);
      const token = await gateway.request(switchWorkspace, { actor: other.actor, body: { workspaceId } });
      const actor = actorOf(token.accessToken);
      const { apiKey } = await gateway.request(createApiKey, {
        actor,
        body: { name: 'k', scopes: ['read'] },
      });
      const catalogue = await auth.busOf('catalogue');
      const before = Math.floor(Date.now() / 1000);
      const { id, erasedBy } = await erase(owner, workspaceId, 'Ana’s shelf');
      expect(id).toBe(workspaceId);
      expect(erasedBy - ERASED_WITHIN_HOURS * 3600 - before).toBeLessThan(60);
      expect(erasedBy - ERASED_WITHIN_HOURS * 3600).toBeGreaterThanOrEqual(before);
      await Promise.all(
        [
          gateway.request(getWorkspaceDetails, { actor: owner, id }),
          erase(owner, id, 'Ana’s shelf'),
          catalogue.request(getWorkspace, { workspaceId }),
        ].map((refused) => expect(refused).rejects.toMatchObject({ code: 'NotFound' })),
      );
      const { sessionIds } = await gateway.request(listRevocations, {});
      expect(sessionIds).toContain(apiKey.id);
      for (const { sessionId } of [owner, actor]) expect(sessionIds).not.toContain(sessionId);
      for (const lost of [owner, actor])
        await expect(gateway.request(getAccount, { actor: lost })).rejects.toMatchObject({
          code: 'InvalidToken',
        });
      // The session of the other member goes on in a workspace of its own.
      await gateway.request(getAccount, { actor: other.actor });
      for (const { accountId } of [owner, actor])
        await until('the end of the membership is announced', () =>
          announced.includes(`${accountId} ${workspaceId}`),
        );
    });

    it.each<[string, (member: NewAccount) => Promise<() => Promise<SessionTokens>>]>([
      ['a sign-in', async (member) => () => signIn(member)],
      [
        'a refresh',
        async (member) => {
          const { refreshToken, sessionId } = await signIn(member);
          await auth.owner.query('UPDATE session SET workspace_id = NULL WHERE id = $1', [sessionId]);
          return () => gateway.request(refreshSession, { refreshToken });
        },
      ],
    ])('%s while the only workspace of a member is erased goes on in a new one', async (_what, prepare) => {
      const member = await auth.putAccount();
      const begin = await prepare(member);
      const erasure = await auth.owner.connect();
      try {
        await erasure.query('BEGIN');
        await erasure.query('DELETE FROM workspace WHERE id = $1', [member.workspaceId]);
        let hasEnded = false;
        const begun = answered(begin).finally(() => (hasEnded = true));
        await until(
          'it waits or has ended',
          async () => hasEnded || (await erasure.query(BLOCKED)).rows.length > 0,
        );
        await erasure.query('COMMIT');
        const actor = actorOf((await begun).accessToken);
        expect(actor.workspaceId).not.toBe(member.workspaceId);
        expect(await gateway.request(getAccount, { actor })).toMatchObject({ id: member.accountId });
      } finally {
        await erasure.query('ROLLBACK');
        erasure.release();
      }
    });

    it('an erased workspace does not come back under its id, nor does the account of the command that asks for it', async () => {
      const { owner } = await pair(auth, gateway, 'editor');
      const { id: workspaceId, name } = await second(owner);
      await erase(owner, workspaceId, name);
      const accountId = newId();
      const again = auth.putAccount({ accountId, email: `${accountId}@example.com`, workspaceId });
      await expect(again).rejects.toMatchObject({ code: 'InvalidState', target: 'workspaceId' });
      const { rowCount } = await auth.owner.query(
        'SELECT FROM account WHERE id = $1 UNION ALL SELECT FROM workspace WHERE id = $2',
        [accountId, workspaceId],
      );
      expect(rowCount).toBe(0);
    });

    it('an erased workspace is deleted by all owners once the requests under way have ended, whatever fails meanwhile', async () => {
      const owners = await OwnersThatErase.start(auth.servers.nats);
      try {
        const { actor } = await someone(auth, gateway);
        const { workspaceId } = actor;
        const { id, name } = await second(actor);
        await gateway.request(createWorkspace, { actor, body: { name: 'Third' }, idempotencyKey: 'k' });
        await erase(actor, workspaceId, 'Ana’s shelf');
        const early = await someone(auth, gateway);
        const { id: tooEarly } = await second(early.actor);
        await erase(early.actor, tooEarly, name);
        await auth.owner.query(
          `UPDATE erased_workspace SET erased_at = erased_at - interval '1 minute' WHERE id = $1`,
          [workspaceId],
        );
        await until('the owners are asked again after a failure', () => owners.askedFor(workspaceId) > 3);
        const isGone = async (of: string): Promise<boolean> => {
          const found = await auth.owner.query(
            'SELECT FROM erased_workspace WHERE id = $1 AND gone_at IS NOT NULL',
            [of],
          );
          return found.rowCount === 1;
        };
        expect(await isGone(workspaceId)).toBe(false);
        owners.finish(workspaceId);
        await until('nothing is left', () => isGone(workspaceId));
        expect(await rowsOf(workspaceId)).toEqual({ erased_workspace: 1 });
        expect(owners.askedFor(tooEarly)).toBe(0);
        expect(await gateway.request(getWorkspaceDetails, { actor, id })).toMatchObject({ name });
      } finally {
        await owners.stop();
      }
    });
  });
