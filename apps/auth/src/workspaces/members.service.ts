// Manages the members of workspaces and their roles, and tells the gateways of changes.
import { Injectable } from '@nestjs/common';
import {
  AppError,
  CHANGED,
  isUuid,
  membershipsChanged,
  type Actor,
  type AnswerOf,
  type getMembership,
  type InputOf,
  type listMembers,
  type Member,
  type Membership as JoinedMembership,
  type MembershipKey,
  type Role,
  withoutNulls,
} from '#contracts';
import { Database, type Transaction } from '#platform/database';
import { Bus } from '#platform/messaging';
import type { PageQuery } from '#platform/paging';
import { Every } from '#platform/resilience';
import { MembersStore, type FullMember, type KeptMembership } from './members.store.ts';

type MembersQuery = PageQuery & Pick<InputOf<typeof listMembers>, 'withoutEmails'>;

/** Runs within the transaction that holds the lock of a workspace. */
type Change<T> = (tx: Transaction) => Promise<T>;

@Injectable()
export class MembersService {
  constructor(
    private readonly database: Database,
    private readonly members: MembersStore,
    private readonly bus: Bus,
  ) {}

  /** What a gateway may know of an account in a workspace; nothing when it is no member. */
  async know(key: MembershipKey): Promise<AnswerOf<typeof getMembership>> {
    return withoutNulls((await this.members.findKnown(key)) ?? {});
  }

  /** Keeps a membership from removal until the end of the transaction. Returns it; undefined when there is none. */
  keep(tx: Transaction, key: MembershipKey): Promise<KeptMembership | undefined> {
    return this.members.keep(tx, key);
  }

  /** Refuses an actor that does not own a workspace. Errors: NotFound when it is no member; Forbidden for a member of another role. */
  async assertOwner(actor: Actor, workspaceId: string): Promise<void> {
    const role = await this.roleIn(actor, workspaceId);
    if (role !== 'owner') throw new AppError('Forbidden');
  }

  /**
   * One page of the members of a workspace, as JSON text; e-mails of others for owners only, and not `withoutEmails`. Errors:
   * NotFound, InvalidNextToken.
   */
  async list(actor: Actor, { withoutEmails = false, ...query }: MembersQuery): Promise<string> {
    const role = await this.roleIn(actor, query.workspaceId);
    const seesAll = role === 'owner' && !withoutEmails;
    return this.members.page(query, (accountId) => seesAll || accountId === actor.accountId);
  }

  /** Makes an account a member, in a transaction that has its consent. Who is one already keeps the role. */
  async join(tx: Transaction, key: MembershipKey, role: Role): Promise<JoinedMembership> {
    await this.members.lock(tx, key.workspaceId);
    await this.members.insert(tx, key, role);
    const { name: workspaceName } = await this.members.workspaceOf(tx, key.workspaceId);
    return { ...(await this.find(tx, key)), workspaceId: key.workspaceId, workspaceName };
  }

  /**
   * Changes a role. An owner who demotes the holder of the workspace holds it from then on, unless `assertMay` refuses. Errors:
   * NotFound, Forbidden; InvalidState when no owner would stay, and for the holder who steps down.
   */
  setRole(
    actor: Actor,
    { workspaceId, accountId }: MembershipKey,
    role: Role,
    assertMay: Change<void>,
  ): Promise<Member> {
    const key = { workspaceId, accountId: accountId.toLowerCase() }; // as the ids that it is compared with
    return this.change(actor, workspaceId, async (tx) => {
      const member = await this.find(tx, key);
      if (role !== 'owner') {
        await this.assertOwnerStays(tx, key, member);
        await this.passHoldOn(tx, actor, key, assertMay);
      }
      await this.members.setRole(tx, key, role);
      return { ...member, role };
    });
  }

  /**
   * Removes a member; everybody may leave. An owner who removes the holder of the workspace holds it from then on, unless
   * `assertMay` refuses. Errors: NotFound, Forbidden; InvalidState when no owner would stay, and for the holder who leaves.
   */
  async remove(
    actor: Actor,
    { workspaceId, ...named }: MembershipKey,
    assertMay: Change<void>,
  ): Promise<void> {
    const key = { workspaceId, accountId: named.accountId.toLowerCase() }; // as the ids that it is compared with
    const remove = async (tx: Transaction): Promise<void> => {
      await this.assertOwnerStays(tx, key, await this.find(tx, key));
      await this.passHoldOn(tx, actor, key, assertMay);
      await this.members.remove(tx, key);
    };
    const mayBeAnybody = key.accountId === actor.accountId;
    await this.change(actor, workspaceId, remove, mayBeAnybody);
  }

  /**
   * Notifies the gateways of this cell of changed memberships, whoever changed them: a service, an operator or a cascade. The pause is
   * short, because a change must be felt everywhere within a second.
   */
  @Every('announcement of memberships', 500)
  async announce(): Promise<void> {
    const announce = (memberships: MembershipKey[]): Promise<void> =>
      this.bus.announce(membershipsChanged, CHANGED, { memberships });
    while (await this.members.announceNext(announce));
  }

  /** The role of the actor in a workspace. Errors: NotFound, as for a workspace that does not exist. */
  private async roleIn({ accountId }: Actor, workspaceId: string): Promise<Role> {
    const role = isUuid(workspaceId) ? await this.members.findRole({ accountId, workspaceId }) : undefined;
    if (!role) throw new AppError('NotFound', { target: 'id' });
    return role;
  }

  /**
   * Changes a workspace or its members, one change after the other, for an actor who is an owner in the moment of the change,
   * or any member when `mayBeAnybody`. Errors: NotFound, Forbidden.
   */
  async change<T>(actor: Actor, workspaceId: string, work: Change<T>, mayBeAnybody = false): Promise<T> {
    await this.roleIn(actor, workspaceId);
    const { accountId } = actor;
    const change = async (tx: Transaction): Promise<T> => {
      await this.members.lock(tx, workspaceId);
      const own = await this.members.find(tx, { accountId, workspaceId });
      if (!own) throw new AppError('NotFound', { target: 'id' });
      if (own.role !== 'owner' && !mayBeAnybody) throw new AppError('Forbidden');
      return work(tx);
    };
    return this.database.forWorkspace(workspaceId, change, accountId);
  }

  /** Makes the actor, an owner, hold a workspace, unless it does or `assertMay` refuses. Errors: NotFound, Forbidden. */
  async passHold(actor: Actor, workspaceId: string, assertMay: Change<void>): Promise<void> {
    await this.change(actor, workspaceId, async (tx) => {
      const { heldBy } = await this.members.workspaceOf(tx, workspaceId);
      if (heldBy === actor.accountId) return;
      await assertMay(tx);
      await this.members.setHolder(tx, workspaceId, actor.accountId);
    });
  }

  /**
   * Before a member is removed or is no owner any more: makes the actor hold a workspace that the member holds, unless
   * `assertMay` refuses. Errors: InvalidState when the actor is that member.
   */
  private async passHoldOn(
    tx: Transaction,
    actor: Actor,
    key: MembershipKey,
    assertMay: Change<void>,
  ): Promise<void> {
    const { heldBy } = await this.members.workspaceOf(tx, key.workspaceId);
    if (heldBy !== key.accountId) return;
    if (actor.accountId === key.accountId)
      throw new AppError('InvalidState', {
        message: 'You hold this workspace. Have another owner take it over first.',
        target: 'accountId',
      });
    await assertMay(tx);
    await this.members.setHolder(tx, key.workspaceId, actor.accountId);
  }

  private async find(tx: Transaction, key: MembershipKey): Promise<FullMember> {
    const member = isUuid(key.accountId) ? await this.members.find(tx, key) : undefined;
    if (!member) throw new AppError('NotFound', { target: 'accountId' });
    return member;
  }

  private async assertOwnerStays(tx: Transaction, key: MembershipKey, { role }: Member): Promise<void> {
    if (role !== 'owner' || (await this.members.hasOtherOwner(tx, key))) return;
    throw new AppError('InvalidState', {
      message: 'A workspace keeps at least one owner. Make another member an owner first.',
      target: 'accountId',
    });
  }
}
