// Tests workspaces, their members and the switch of a session over the real bus.
import {
  createInvitation,
  CHANGED,
  createApiKey,
  createWorkspace,
  findApiKey,
  getAccount,
  getMembership,
  holdWorkspace,
  getWorkspace,
  getWorkspaceDetails,
  listMembers,
  listRevocations,
  listWorkspaces,
  removeMember,
  switchWorkspace,
  updateMember,
  updateWorkspace,
  workspaceChanged,
  type Actor,
  type Member,
  type Role,
  type WorkspaceDetails,
} from '#contracts';
import { newId } from '#platform/context';
import { hashApiKey } from '#platform/crypto';
import type { Bus } from '#platform/messaging';
import { until } from '#testing/until';
import { actorOf, join, pair, someone, announcements } from '../people.ts';
import { type RunningAuth } from '../running-auth.ts';

export const workspaces = (shared: () => RunningAuth): void =>
  describe('workspaces', () => {
    let auth: RunningAuth;
    let gateway: Bus;
    let announced: string[];
    beforeAll(async () => {
      auth = shared();
      gateway = await auth.busOf('gateway');
      announced = announcements(gateway);
    });

    const roleOf = async ({ accountId }: Actor, workspaceId: string): Promise<Role | undefined> =>
      (await gateway.request(getMembership, { accountId, workspaceId })).role;

    const LIMIT = { limit: 100 };

    describe('a workspace', () => {
      it('belongs to who creates it, once per Idempotency-Key, and can be read and changed by its owner', async () => {
        const { actor } = await someone(auth, gateway);
        const body = { name: 'Second shop', marketplace: 'DE', monthlyBudgetMicros: 5_000_000 } as const;
        const request = { actor, body, idempotencyKey: 'k' };
        const { workspace, replayed } = await gateway.request(createWorkspace, request);
        expect(workspace).toMatchObject({ ...body, role: 'owner' });
        const membership = { accountId: actor.accountId, workspaceId: workspace.id };
        const held = { role: 'owner', holderId: actor.accountId };
        expect(await gateway.request(getMembership, membership)).toEqual(held);
        expect(replayed).toBe(false);
        expect(await gateway.request(createWorkspace, request)).toEqual({ workspace, replayed: true });
        const patch = { name: 'Shop of two', monthlyBudgetMicros: null };
        const changed = await gateway.request(updateWorkspace, { actor, id: workspace.id, body: patch });
        const { monthlyBudgetMicros: _, ...rest } = workspace;
        expect(changed).toEqual({ ...rest, name: 'Shop of two', updatedAt: changed.updatedAt });
        expect(await gateway.request(getWorkspaceDetails, { actor, id: workspace.id })).toEqual(changed);
        expect(await gateway.request(updateWorkspace, { actor, id: workspace.id, body: {} })).toEqual(
          changed,
        );
        const { workspaces } = (await gateway.request(listWorkspaces, { actor, ...LIMIT })) as {
          workspaces: WorkspaceDetails[];
        };
        expect(workspaces.map(({ id }) => id)).toEqual([workspace.id, actor.workspaceId]);
      });

      it('tells another service its budget, and when it changes', async () => {
        const { actor } = await someone(auth, gateway);
        const { workspaceId } = actor;
        const body = { monthlyBudgetMicros: 0 };
        await gateway.request(updateWorkspace, { actor, id: workspaceId, body });
        const service = await auth.busOf('generations');
        expect(await service.request(getWorkspace, { workspaceId })).toMatchObject(body);
        const changed: string[] = [];
        service.onNotification(workspaceChanged, CHANGED, (data) => changed.push(data.workspaceId));
        await until('the change is announced', async () => {
          await gateway.request(updateWorkspace, {
            actor,
            id: workspaceId,
            body: { monthlyBudgetMicros: null },
          });
          return changed.includes(workspaceId);
        });
      });

      it('is unknown to others, and is changed by owners only', async () => {
        const { owner, workspaceId, other } = await pair(auth, gateway, 'editor');
        const { actor: stranger } = await someone(auth, gateway);
        const change = { id: workspaceId, body: { name: 'Mine' } };
        await expect(
          gateway.request(updateWorkspace, { actor: other.actor, ...change }),
        ).rejects.toMatchObject({
          code: 'Forbidden',
        });
        for (const id of [workspaceId, newId(), 'no-uuid'])
          await Promise.all(
            [
              gateway.request(getWorkspaceDetails, { actor: stranger, id }),
              gateway.request(updateWorkspace, { ...change, actor: stranger, id }),
            ].map((refused) => expect(refused).rejects.toMatchObject({ code: 'NotFound', target: 'id' })),
          );
        expect(await gateway.request(getWorkspaceDetails, { actor: owner, id: workspaceId })).toMatchObject({
          role: 'owner',
          name: 'Ana’s shelf',
        });
      });
    });

    describe('a member', () => {
      it('is listed with its role, changed and removed', async () => {
        const { owner, workspaceId, other } = await pair(auth, gateway, 'editor');
        const key = { workspaceId, accountId: other.actor.accountId };
        const members = async (): Promise<Member[]> =>
          (
            (await gateway.request(listMembers, { actor: other.actor, workspaceId, ...LIMIT })) as {
              members: Member[];
            }
          ).members;
        expect(await members()).toMatchObject([
          { accountId: key.accountId, email: other.email, name: 'Ana Example', role: 'editor' },
          { accountId: owner.accountId, role: 'owner' },
        ]);
        // E-mails of others are for owners.
        expect((await members())[1]).not.toHaveProperty('email');
        const byOwner = { actor: owner, workspaceId, ...LIMIT };
        const told = async (withoutEmails: boolean): Promise<(string | undefined)[]> =>
          (
            (await gateway.request(listMembers, { ...byOwner, withoutEmails })) as { members: Member[] }
          ).members.map(({ email }) => email);
        expect(await told(false)).toEqual([other.email, expect.any(String)]);
        expect(await told(true)).toEqual([undefined, expect.any(String)]);
        const body = { role: 'viewer' } as const;
        const changed = await gateway.request(updateMember, { actor: owner, ...key, body });
        expect(changed).toMatchObject({ ...body, email: other.email });
        expect((await members())[0]).toEqual(changed);
        await gateway.request(removeMember, { actor: owner, ...key });
        expect(await roleOf(other.actor, workspaceId)).toBeUndefined();
        await expect(members()).rejects.toMatchObject({ code: 'NotFound' });
      });

      it('is managed by owners only, but everybody may leave', async () => {
        const { owner, workspaceId, other } = await pair(auth, gateway, 'editor');
        const { actor } = other;
        const key = { workspaceId, accountId: owner.accountId };
        const body = { role: 'viewer' } as const;
        await Promise.all(
          [
            gateway.request(createInvitation, {
              actor,
              workspaceId,
              body: { ...body, email: 'a@example.com' },
            }),
            gateway.request(holdWorkspace, { actor, id: workspaceId }),
            gateway.request(updateMember, { actor, ...key, body }),
            gateway.request(removeMember, { actor, ...key }),
          ].map((refused) => expect(refused).rejects.toMatchObject({ code: 'Forbidden' })),
        );
        await gateway.request(removeMember, { actor, workspaceId, accountId: actor.accountId });
        expect(await roleOf(actor, workspaceId)).toBeUndefined();
      });

      it('who does not exist is unknown', async () => {
        const { actor } = await someone(auth, gateway);
        const { workspaceId } = actor;
        for (const accountId of [newId(), 'no-uuid'])
          await expect(
            gateway.request(removeMember, { actor, workspaceId, accountId }),
          ).rejects.toMatchObject({
            code: 'NotFound',
            target: 'accountId',
          });
      });

      it('who is the last owner stays, also when two owners step down at once', async () => {
        const { owner: holder, workspaceId, other } = await pair(auth, gateway, 'owner');
        const third = await someone(auth, gateway);
        await join(gateway, holder, third, 'owner');
        // Who holds the workspace steps down in no case. As a disabled account it is no owner who counts.
        await auth.owner.query(`UPDATE account SET status = 'DISABLED' WHERE id = $1`, [holder.accountId]);
        const stepDown = (actor: Actor) => {
          const body = { role: 'editor' } as const;
          return gateway.request(updateMember, { actor, workspaceId, accountId: actor.accountId, body });
        };
        const left = await Promise.allSettled([stepDown(third.actor), stepDown(other.actor)]);
        const refused = left.filter((one) => one.status === 'rejected');
        expect(refused.map(({ reason }) => (reason as { code: string }).code)).toEqual(['InvalidState']);
        const last = (await roleOf(third.actor, workspaceId)) === 'owner' ? third.actor : other.actor;
        await expect(stepDown(last)).rejects.toMatchObject({ code: 'InvalidState' });
      });

      it('is no last owner while another one is, unless that account is disabled', async () => {
        const { owner, workspaceId, other } = await pair(auth, gateway, 'owner');
        await auth.owner.query(`UPDATE account SET status = 'DISABLED' WHERE id = $1`, [
          other.actor.accountId,
        ]);
        const demotion = { workspaceId, accountId: owner.accountId, body: { role: 'editor' } as const };
        await expect(gateway.request(updateMember, { actor: owner, ...demotion })).rejects.toMatchObject({
          code: 'InvalidState',
        });
      });

      it('loses its API keys there with the membership, and the gateways are told of every change', async () => {
        const { owner, workspaceId, other } = await pair(auth, gateway, 'editor');
        const { accountId } = other.actor;
        const times = (): number => announced.filter((one) => one === `${accountId} ${workspaceId}`).length;
        await until('the new member is announced', () => times() === 1);
        const token = await gateway.request(switchWorkspace, { actor: other.actor, body: { workspaceId } });
        const actor = actorOf(token.accessToken);
        const { apiKey } = await gateway.request(createApiKey, {
          actor,
          body: { name: 'k', scopes: ['read'] },
        });
        const key = { workspaceId, accountId };
        await gateway.request(updateMember, { actor: owner, ...key, body: { role: 'viewer' } });
        await until('the new role is announced', () => times() === 2);
        await gateway.request(removeMember, { actor: owner, ...key });
        await until('the removal is announced', () => times() === 3);
        const { sessionIds } = await gateway.request(listRevocations, {});
        expect(sessionIds).toContain(apiKey.id);
        // A session goes on elsewhere.
        expect(sessionIds).not.toContain(actor.sessionId);
        await expect(gateway.request(getAccount, { actor })).rejects.toMatchObject({ code: 'InvalidToken' });
        const own = await gateway.request(getAccount, { actor: other.actor });
        expect(own.currentWorkspaceId).toBe(other.actor.workspaceId);
        expect(await gateway.request(findApiKey, { hash: hashApiKey(apiKey.key!) })).toEqual({});
        const isEmpty = async (): Promise<boolean> =>
          (await auth.owner.query('SELECT FROM membership_change')).rowCount === 0;
        await until('what was announced is forgotten', isEmpty);
      });
    });

    describe('a session that switches to another workspace', () => {
      it('gets a token for it, and its earlier token stays good for the workspace before', async () => {
        const { workspaceId, other } = await pair(auth, gateway, 'viewer');
        const before = other.actor;
        const answer = await gateway.request(switchWorkspace, { actor: before, body: { workspaceId } });
        const after = actorOf(answer.accessToken);
        expect(answer).toMatchObject({ tokenType: 'Bearer', tokenFormat: 'jwt', expiresIn: 3600 });
        const expiresAt = Math.floor(Date.now() / 1000) + 60;
        const short = await gateway.request(switchWorkspace, {
          actor: before,
          body: { workspaceId },
          expiresAt,
        });
        // A switch prolongs nothing.
        expect(short.expiresIn).toBeLessThanOrEqual(60);
        expect(after).toEqual({ ...before, workspaceId });
        const inCapitals = await gateway.request(switchWorkspace, {
          actor: before,
          body: { workspaceId: workspaceId.toUpperCase() },
        });
        expect(actorOf(inCapitals.accessToken)).toEqual(after); // gateways compare ids as texts
        for (const actor of [before, after]) {
          const account = await gateway.request(getAccount, { actor });
          expect(account.currentWorkspaceId).toBe(actor.workspaceId);
          expect(account.auth.sessionId).toBe(before.sessionId);
        }
      });

      it('is refused for a workspace without the account, and for a session that has ended', async () => {
        const { workspaceId, other } = await pair(auth, gateway, 'viewer');
        const { actor } = other;
        for (const id of [newId(), 'no-uuid', (await someone(auth, gateway)).actor.workspaceId])
          await expect(
            gateway.request(switchWorkspace, { actor, body: { workspaceId: id } }),
          ).rejects.toMatchObject({ code: 'UnknownReference', target: 'workspaceId' });
        await auth.owner.query('DELETE FROM session WHERE id = $1', [actor.sessionId]);
        await expect(
          gateway.request(switchWorkspace, { actor, body: { workspaceId } }),
        ).rejects.toMatchObject({
          code: 'InvalidToken',
        });
      });
    });
  });
