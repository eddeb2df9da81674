// Creates, changes and deletes the policies of a workspace.
import { Injectable } from '@nestjs/common';
import {
  AppError,
  isBuiltIn,
  isUuid,
  type AnswerOf,
  type createPolicy,
  type Policy,
  type PolicyDefinition,
  type PolicyPatch,
} from '#contracts';
import { POLICIES } from '#content';
import { newId } from '#platform/context';
import { Database } from '#platform/database';
import { LockBulkhead, withIdempotencyKey } from '#platform/idempotency';
import { ApplicationsService } from '../applications/index.ts';
import type { PolicyFields } from './policies.entity.ts';
import { checkSize, fieldsOf, patched, toPolicy, type PolicyRow } from './policies.rules.ts';
import { PoliciesStore } from './policies.store.ts';

@Injectable()
export class PolicyWritesService {
  private readonly bulkhead = new LockBulkhead();

  constructor(
    private readonly database: Database,
    private readonly store: PoliciesStore,
    private readonly applications: ApplicationsService,
  ) {}

  /** Creates a policy. Errors: UnknownReference, QuotaExceeded, IdempotencyKeyReused, IdempotencyInProgress. */
  async create(
    workspaceId: string,
    body: PolicyDefinition,
    key: string | undefined,
  ): Promise<AnswerOf<typeof createPolicy>> {
    const definition = fieldsOf(body);
    const request = { workspaceId, route: 'policies', key, body };
    const { answer, replayed } = await this.bulkhead.forWorkspace(this.database, request, (tx) =>
      withIdempotencyKey(tx, request, async () => {
        await this.checkReferences(workspaceId, definition);
        const others = await this.store.lockAll(tx, workspaceId);
        checkSize([definition, ...others.map((row) => row.definition)]);
        const createdAt = new Date();
        const made = { id: newId(), createdAt };
        await this.store.insert(tx, workspaceId, { ...made, definition, updatedAt: createdAt });
        return made;
      }),
    );
    const createdAt = new Date(answer.createdAt); // that of a replay was stored as JSON
    return { policy: toPolicy({ id: answer.id, definition, createdAt, updatedAt: createdAt }), replayed };
  }

  /** Changes a policy. Errors: NotFound, MethodNotAllowed for a built-in one, InvalidArgument, UnknownReference, QuotaExceeded. */
  async patch(workspaceId: string, id: string, patch: PolicyPatch): Promise<Policy> {
    assertOwn(id);
    await this.checkReferences(workspaceId, patch);
    return this.bulkhead.forWorkspace(this.database, { workspaceId }, async (tx) => {
      const all = await this.store.lockAll(tx, workspaceId);
      const found = all.find((row) => row.id === id);
      if (!found) throw new AppError('NotFound');
      const changed: PolicyRow = {
        ...found,
        definition: patched(found.definition, patch),
        updatedAt: new Date(),
      };
      checkSize(all.map((row) => (row === found ? changed : row).definition));
      await this.store.update(tx, workspaceId, changed);
      return toPolicy(changed);
    });
  }

  /** Deletes a policy. Errors: NotFound, MethodNotAllowed for a built-in one. */
  async delete(workspaceId: string, id: string): Promise<void> {
    assertOwn(id);
    const isDeleted = await this.bulkhead.forWorkspace(this.database, { workspaceId }, (tx) =>
      this.store.delete(tx, workspaceId, id),
    );
    if (!isDeleted) throw new AppError('NotFound');
  }

  /** Errors: UnknownReference for an application that the workspace does not have, and for a policy that it may not soften. */
  private async checkReferences(
    workspaceId: string,
    { applications, softens }: Pick<PolicyPatch, 'applications'> & Pick<PolicyFields, 'softens'>,
  ): Promise<void> {
    const isSoft = POLICIES.some((row) => row.id === softens && row.mayBeSoftened);
    if (softens !== undefined && !isSoft)
      throw new AppError('UnknownReference', {
        target: 'softens',
        message: 'There is no built-in policy with this id that may be softened.',
      });
    for (const id of applications ?? [])
      if (!isBuiltIn(id) && !(await this.applications.find(workspaceId, id)))
        throw new AppError('UnknownReference', { target: 'applications' });
  }
}

/** Refuses an id that no row of a workspace can have. Errors: MethodNotAllowed, for a built-in row can only be read; NotFound. */
function assertOwn(id: string): void {
  if (isUuid(id)) return;
  throw new AppError(POLICIES.some((row) => row.id === id) ? 'MethodNotAllowed' : 'NotFound');
}
