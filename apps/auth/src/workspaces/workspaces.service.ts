// Manages workspaces, and gives other services the part that they may know.
import { Injectable } from '@nestjs/common';
import {
  AppError,
  CHANGED,
  isUuid,
  workspaceChanged,
  type Actor,
  type AnswerOf,
  type getWorkspace,
  type WorkspaceDetails,
  type WorkspacePatch,
  type WorkspaceRequest,
} from '#contracts';
import { newId } from '#platform/context';
import { Database } from '#platform/database';
import { withIdempotencyKey } from '#platform/idempotency';
import { Bus } from '#platform/messaging';
import type { PageQuery } from '#platform/paging';
import { MembersService } from './members.service.ts';
import { WorkspacesStore } from './workspaces.store.ts';

@Injectable()
export class WorkspacesService {
  constructor(
    private readonly database: Database,
    private readonly store: WorkspacesStore,
    private readonly members: MembersService,
    private readonly bus: Bus,
  ) {}

  /** A workspace by id, for another service. Errors: NotFound. */
  async get(id: string): Promise<AnswerOf<typeof getWorkspace>> {
    const workspace = await this.store.find(id);
    if (!workspace) throw new AppError('NotFound', { target: 'workspaceId' });
    const { marketplace, monthlyBudgetMicros: budget } = workspace;
    return { id, marketplace, ...(budget !== null && { monthlyBudgetMicros: Number(budget) }) };
  }

  /** One page of the workspaces of an account, as JSON text. Error: InvalidNextToken. */
  list(actor: Actor, query: Omit<PageQuery, 'workspaceId'>): Promise<string> {
    return this.store.page(actor, query);
  }

  /** Creates a workspace that the actor owns. Errors: IdempotencyKeyReused, IdempotencyInProgress. */
  async create(
    { accountId, workspaceId }: Actor,
    body: WorkspaceRequest,
    key: string | undefined,
  ): Promise<{ workspace: WorkspaceDetails; replayed: boolean }> {
    const request = { workspaceId, route: `workspaces:${accountId}`, key, body };
    const { answer, replayed } = await this.database.forWorkspace(workspaceId, (tx) =>
      withIdempotencyKey(tx, request, () => this.store.insert(tx, { accountId, workspaceId: newId() }, body)),
    );
    return { workspace: answer, replayed };
  }

  /** A workspace of the actor. Errors: NotFound. */
  async details({ accountId }: Actor, id: string): Promise<WorkspaceDetails> {
    const found = isUuid(id) ? await this.store.findDetails({ accountId, workspaceId: id }) : undefined;
    if (!found) throw new AppError('NotFound', { target: 'id' });
    return found;
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
}
