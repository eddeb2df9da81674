// Accepts generations (validates, resolves references, then inserts and dispatches in one transaction) and reads them.
import { Injectable } from '@nestjs/common';
import {
  AppError,
  type Actor,
  type AnswerOf,
  type createGeneration,
  type Generation,
  type GenerationRequest,
  type RetryRequest,
} from '#contracts';
import { Database, type Transaction } from '#platform/database';
import { isReplay, withIdempotencyKey, type IdempotentRequest } from '#platform/idempotency';
import { budgetSpent } from '../budget/index.ts';
import { DispatchService, GenerationAdmissionService } from '../queue/index.ts';
import { GenerationRequestsService } from './generation-requests.service.ts';
import { toAcceptedGeneration, toGeneration } from './generations.rules.ts';
import { GenerationsStore, type InsertedRow, type NewGeneration } from './generations.store.ts';
import { WorkspaceBulkhead } from './workspace-bulkhead.state.ts';

/** A generation as it was accepted; `replayed` when an earlier request with the same Idempotency-Key created it. */
type AcceptedGeneration = AnswerOf<typeof createGeneration>;

@Injectable()
export class GenerationsService {
  private readonly bulkhead = new WorkspaceBulkhead();

  constructor(
    private readonly database: Database,
    private readonly store: GenerationsStore,
    private readonly requests: GenerationRequestsService,
    private readonly admission: GenerationAdmissionService,
    private readonly dispatch: DispatchService,
  ) {}

  /** Accepts a generation. Errors: InvalidArgument, UnknownReference, QuotaExceeded, Unavailable, Idempotency*. */
  create(actor: Actor, body: GenerationRequest, key: string | undefined): Promise<AcceptedGeneration> {
    const { workspaceId } = actor;
    return this.accept(actor, { workspaceId, route: 'generations.create', key, body }, body);
  }

  /** Accepts a generation that repeats an ended one. Errors: NotFound, InvalidState, and those of `create`. */
  async retry(
    actor: Actor,
    id: string,
    body: RetryRequest,
    key: string | undefined,
  ): Promise<AcceptedGeneration> {
    const { workspaceId } = actor;
    const last = await this.get(workspaceId, id);
    if (last.status === 'RUNNING') throw new AppError('InvalidState');
    const { applicationId, applicationVersion, documentId, manual } = last;
    const environment = { ...last.environment, ...body.environment };
    const inputs = { ...last.inputs, ...body.inputs };
    const again = { applicationId, manual, environment, inputs, ...(documentId ? { documentId } : {}) };
    const request = { workspaceId, route: 'generations.retry', key, body: { id, ...body } };
    return this.accept(actor, request, again, {
      retryOf: id,
      version: body.latestVersion ? undefined : applicationVersion,
    });
  }

  /** A generation of the workspace as it stands now. Errors: NotFound. */
  async get(workspaceId: string, id: string): Promise<Generation> {
    const row = await this.store.read(workspaceId, id);
    if (!row) throw new AppError('NotFound');
    return toGeneration(row);
  }

  /** Keeps others from adding generations to the workspace until the end of the transaction. */
  lockIntake(tx: Transaction, workspaceId: string): Promise<void> {
    return this.store.lockIntake(tx, workspaceId);
  }

  /**
   * The RUNNING generations of a workspace, and how many a batch may add in this transaction: so many that half of the limit
   * is left, and none while one of them waits for too long.
   */
  async roomForBatches(tx: Transaction, workspaceId: string): Promise<{ running: number; room: number }> {
    await this.store.lockIntake(tx, workspaceId);
    const { running, isLate } = await this.store.countRunning(tx, workspaceId);
    const room = isLate ? 0 : this.admission.shareOfBatches - running;
    return { running, room: Math.max(0, room) };
  }

  /** Inserts generations of a batch behind the `running` ones of their workspace, and dispatches them. */
  async insertMembers(tx: Transaction, members: readonly NewGeneration[], running: number): Promise<void> {
    await this.store.insertMembers(tx, members);
    const joining = members.map(({ id, workspaceId, model, lastJobId: jobId }, nth) => ({
      ...{ id, jobId, model, workspaceId },
      ...{ lane: 'batch' as const, rank: running + nth },
    }));
    await this.dispatch.dispatch(tx, joining);
  }

  /**
   * Accepts what `body` asks for, once for each key of the request; `retryOf` is the generation that it repeats, and
   * `version` that of its application, by default the latest.
   */
  private async accept(
    actor: Actor,
    request: IdempotentRequest,
    body: GenerationRequest,
    { retryOf = null, version }: { retryOf?: string | null; version?: number | undefined } = {},
  ): Promise<AcceptedGeneration> {
    const { workspaceId, key } = request;
    const custom = await this.requests.custom(workspaceId, body.applicationId, version);
    const valid = this.requests.validate(body, custom);
    const refusal = this.admission.admit(workspaceId);
    if (refusal && !(await isReplay(this.database, request))) throw refusal;
    // Before the transaction, because it asks the catalogue: no transaction waits for another service.
    const draft = await this.requests.resolve(actor, valid, retryOf);
    return this.bulkhead.run(workspaceId, key, () =>
      this.database.forWorkspace(workspaceId, (tx) => this.insertOnce(tx, request, draft)),
    );
  }

  /** Inserts the generation, or finds the one of an earlier request with the same key. */
  private async insertOnce(
    tx: Transaction,
    request: IdempotentRequest,
    draft: NewGeneration,
  ): Promise<AcceptedGeneration> {
    const { answer, replayed } = await withIdempotencyKey(tx, request, () => this.insert(tx, draft), {
      store: (row) => row.id,
      restore: (id: string) => this.restore(tx, request.workspaceId, id),
    });
    return { generation: toAcceptedGeneration(answer), replayed };
  }

  /** The generation of an earlier request. Errors: NotFound when it was deleted meanwhile. */
  private async restore(tx: Transaction, workspaceId: string, id: string): Promise<InsertedRow> {
    const row = await this.store.get(tx, workspaceId, id);
    if (!row) throw new AppError('NotFound');
    return row;
  }

  /** Inserts the generation within the limits of its workspace and dispatches it. Errors: QuotaExceeded, Unavailable. */
  private async insert(tx: Transaction, draft: NewGeneration): Promise<InsertedRow> {
    const { id, workspaceId, model, manual, lastJobId: jobId, budgetMicros } = draft;
    const { inserted, runningSingle, runningManual, isLate, isSpent } = await this.store.insertWithin(
      tx,
      this.admission.maxRunning,
      draft,
    );
    if (isSpent) throw budgetSpent(budgetMicros ?? 0, new Date());
    if (isLate) throw this.admission.backlogFull();
    if (!inserted) throw this.admission.noteFull(workspaceId);
    const joining = manual
      ? ({ lane: 'manual', rank: runningManual } as const)
      : ({ lane: 'automatic', rank: runningSingle } as const);
    await this.dispatch.dispatch(tx, [{ id, jobId, model, workspaceId, ...joining }]);
    return inserted;
  }
}
