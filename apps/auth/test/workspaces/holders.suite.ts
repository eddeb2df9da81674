// Tests which account holds a workspace, at whose cost it uses places, queues and quotas.
import {
  createWorkspace,
  getMembership,
  getWorkspaceDetails,
  holdWorkspace,
  removeMember,
  updateMember,
} from '#contracts';
import type { Bus } from '#platform/messaging';
import { until } from '#testing/until';
import { join, pair, someone, announcements } from '../people.ts';
import { type RunningAuth } from '../running-auth.ts';

export const holders = (shared: () => RunningAuth): void =>
  describe('holders', () => {
    let auth: RunningAuth;
    let gateway: Bus;
    let announced: string[];
    beforeAll(async () => {
      auth = shared();
      gateway = await auth.busOf('gateway');
      announced = announcements(gateway);
    });

    describe('the account that holds a workspace', () => {
      it('is the one that made it, until another owner takes it over', async () => {
        const { owner, workspaceId, other } = await pair(auth, gateway, 'owner');
        const holder = async () =>
          (await gateway.request(getWorkspaceDetails, { actor: owner, id: workspaceId })).heldBy;
        expect(await holder()).toBe(owner.accountId);
        const key = `${owner.accountId} ${workspaceId}`;
        const told = (): number => announced.filter((one) => one === key).length;
        await until('the membership is announced', () => told() === 1);
        const held = await gateway.request(holdWorkspace, { actor: other.actor, id: workspaceId });
        expect(held.heldBy).toBe(other.actor.accountId);
        const { holderId } = await gateway.request(getMembership, {
          workspaceId,
          accountId: owner.accountId,
        });
        expect(holderId).toBe(other.actor.accountId);
        await until('the gateways are told', () => told() === 2);
      });

      it('cannot leave it, and hands it on when an owner removes it', async () => {
        const { owner, workspaceId, other } = await pair(auth, gateway, 'owner');
        const key = { workspaceId, accountId: owner.accountId };
        await expect(gateway.request(removeMember, { actor: owner, ...key })).rejects.toMatchObject({
          code: 'InvalidState',
          target: 'accountId',
        });
        await gateway.request(removeMember, {
          actor: other.actor,
          workspaceId,
          accountId: owner.accountId.toUpperCase(), // the same id
        });
        const { heldBy } = await gateway.request(getWorkspaceDetails, {
          actor: other.actor,
          id: workspaceId,
        });
        expect(heldBy).toBe(other.actor.accountId);
      });

      it('cannot step down, and hands it on when an owner demotes it', async () => {
        const { owner, workspaceId, other } = await pair(auth, gateway, 'owner');
        const demotion = { workspaceId, accountId: owner.accountId, body: { role: 'viewer' } as const };
        await expect(gateway.request(updateMember, { actor: owner, ...demotion })).rejects.toMatchObject({
          code: 'InvalidState',
          target: 'accountId',
        });
        const accountId = owner.accountId.toUpperCase(); // the same id
        await gateway.request(updateMember, { actor: other.actor, ...demotion, accountId });
        const details = { actor: other.actor, id: workspaceId };
        const { heldBy } = await gateway.request(getWorkspaceDetails, details);
        expect(heldBy).toBe(other.actor.accountId);
        await gateway.request(removeMember, { actor: owner, workspaceId, accountId: owner.accountId });
      });

      it('holds as many as it may, also of many made at once, and more when an operator allows it', async () => {
        const { actor, email } = await someone(auth, gateway);
        const create = (name: string) =>
          gateway.request(createWorkspace, { actor, body: { name, marketplace: 'US' } });
        const made = await Promise.allSettled(Array.from({ length: 12 }, (_, n) => create(`Shop ${n}`)));
        const refused = made.filter((one) => one.status === 'rejected');
        expect(made.length - refused.length).toBe(9);
        expect(refused[0]?.reason).toMatchObject({ code: 'QuotaExceeded' });
        const other = await pair(auth, gateway, 'owner');
        await join(gateway, other.owner, { actor, email }, 'owner');
        await expect(gateway.request(holdWorkspace, { actor, id: other.workspaceId })).rejects.toMatchObject({
          code: 'QuotaExceeded',
        });
        const removed = { workspaceId: other.workspaceId, accountId: other.owner.accountId };
        await expect(gateway.request(removeMember, { actor, ...removed })).rejects.toMatchObject({
          code: 'QuotaExceeded',
        });
        const demotion = { ...removed, body: { role: 'editor' } as const };
        await expect(gateway.request(updateMember, { actor, ...demotion })).rejects.toMatchObject({
          code: 'QuotaExceeded',
        });
        await auth.owner.query(`UPDATE account SET limits = '{"workspaces": 11}' WHERE id = $1`, [
          actor.accountId,
        ]);
        await gateway.request(removeMember, { actor, ...removed });
        await expect(create('Too many')).rejects.toMatchObject({ code: 'QuotaExceeded' });
      });
    });
  });
