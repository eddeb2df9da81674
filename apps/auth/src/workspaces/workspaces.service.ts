// Manages workspaces, and gives other services the part that they may know.
import { Inject, Injectable } from '@nestjs/common';
import {
  AppError,
  CHANGED,
  isUuid,
  workspaceChanged,
  type Actor,
  type AnswerOf,
  type getWorkspace,
  type Member,
  type MembershipKey,
  type Role,
  type WorkspaceDetails,
  type WorkspacePatch,
  type WorkspaceRequest,
} from '#contracts';
import { CONFIG } from '#platform/config';
import { newId } from '#platform/context';
import { Database, type Transaction } from '#platform/database';
import { withIdempotencyKey } from '#platform/idempotency';
import { Bus } from '#platform/messaging';
import type { PageQuery } from '#platform/paging';
import type { Config } from '../config.ts';
import { MembersService } from './members.service.ts';
import { WorkspacesStore } from './workspaces.store.ts';

@Injectable()
export class WorkspacesService {
  constructor(
    private readonly database: Database,
    private readonly store: WorkspacesStore,
    private readonly members: MembersService,
    private readonly bus: Bus,
    @Inject(CONFIG) private readonly config: Pick<Config, 'LIMIT_WORKSPACES'>,
  ) {}

  /** A workspace by id, for another service. Errors: NotFound. */
  async get(id: string): Promise<AnswerOf<typeof getWorkspace>> {
    const workspace = await this.store.find(id);
    if (!workspace) throw new AppError('NotFound', { target: 'workspaceId' });
    const { marketplace, monthlyBudgetMicros: budget } = workspace;
    return { id, marketplace, ...(budget !== null && { monthlyBudgetMicros: Number(budget) }) };
  }

  /** One page of the workspaces of the actor's account, as JSON text. Error: InvalidNextToken. */
  list(actor: Actor, query: Omit<PageQuery, 'workspaceId'>): Promise<string> {
    return this.store.page(actor, query);
  }

  /** Creates a workspace that the actor owns and holds. Errors: QuotaExceeded, IdempotencyKeyReused, IdempotencyInProgress. */
  async create(
    { accountId, workspaceId }: Actor,
    body: WorkspaceRequest,
    key: string | undefined,
  ): Promise<{ workspace: WorkspaceDetails; replayed: boolean }> {
    const request = { workspaceId, route: `workspaces:${accountId}`, key, body };
    const insert = async (tx: Transaction): Promise<WorkspaceDetails> => {
      await this.assertMayHoldMore(tx, accountId);
      return this.store.insert(tx, { accountId, workspaceId: newId() }, body);
    };
    const { answer, replayed } = await this.database.forWorkspace(
      workspaceId,
      (tx) => withIdempotencyKey(tx, request, () => insert(tx)),
      accountId,
    );
    return { workspace: answer, replayed };
  }

  /** A workspace of the actor. Errors: NotFound. */
  async details({ accountId }: Actor, id: string): Promise<WorkspaceDetails> {
    const found = isUuid(id) ? await this.store.findDetails({ accountId, workspaceId: id }) : undefined;
    if (!found) throw new AppError('NotFound', { target: 'id' });
    return found;
  }

  /** Makes the actor, an owner, hold a workspace. Errors: NotFound, Forbidden, QuotaExceeded. */
  async hold(actor: Actor, id: string): Promise<WorkspaceDetails> {
    await this.members.passHold(actor, id, (tx) => this.assertMayHoldMore(tx, actor.accountId));
    return this.details(actor, id);
  }

  /** Changes a role; who demotes the holder holds the workspace. Errors: those of MembersService.setRole, QuotaExceeded. */
  setRole(actor: Actor, key: MembershipKey, role: Role): Promise<Member> {
    return this.members.setRole(actor, key, role, (tx) => this.assertMayHoldMore(tx, actor.accountId));
  }

  /** Removes a member; who removes the holder holds the workspace. Errors: those of MembersService.remove, QuotaExceeded. */
  removeMember(actor: Actor, key: MembershipKey): Promise<void> {
    return this.members.remove(actor, key, (tx) => this.assertMayHoldMore(tx, actor.accountId));
  }

  /** Changes a workspace of which the actor is an owner, and notifies the other services. Errors: NotFound, Forbidden. */
  async update(actor: Actor, id: string, patch: WorkspacePatch): Promise<WorkspaceDetails> {
    await this.members.assertOwner(actor, id);
    if (Object.keys(patch).length > 0) {
      await this.store.update(id, patch);
      this.bus.notify(workspaceChanged, CHANGED, { workspaceId: id });
    }
    return this.details(actor, id);
  }

  private async assertMayHoldMore(tx: Transaction, accountId: string): Promise<void> {
    const { held, limit } = await this.store.countHeld(tx, accountId);
    const most = limit ?? this.config.LIMIT_WORKSPACES;
    if (held < most) return;
    throw new AppError('QuotaExceeded', {
      message: `An account holds at most ${most} workspaces. Erase one, have another owner take this one or another over, or ask an operator.`,
    });
  }
}
