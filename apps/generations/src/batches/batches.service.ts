// Accepts batches, and reads them.
import { Injectable } from '@nestjs/common';
import {
  AppError,
  holderOf,
  type Actor,
  type AnswerOf,
  type Batch,
  type beginFollowUp,
  type BatchSubmission,
  type createBatch,
  type InputOf,
  QUOTAS_OF_HOLDER,
} from '#contracts';
import { Database, type Transaction } from '#platform/database';
import {
  LockBulkhead,
  storedAnswer,
  withIdempotencyKey,
  type IdempotentRequest,
} from '#platform/idempotency';
import type { PageQuery } from '#platform/paging';
import { NONE_MAY_RUN } from '../queue/index.ts';
import { BatchRequestsService } from './batch-requests.service.ts';
import { BatchRoundsService } from './batch-rounds.service.ts';
import {
  BatchesStore,
  type BatchRow,
  type BatchTask,
  toAcceptedBatch,
  toBatch,
} from '../batch-record/index.ts';

/** Most batches of a workspace that are RUNNING; those of a holder are QUOTAS_OF_HOLDER times as many. */
const MAX_RUNNING = 100;
/** `Retry-After` of the refusal of a further batch, in seconds. */
const RETRY_S = 60;

@Injectable()
export class BatchesService {
  private readonly bulkhead = new LockBulkhead();

  constructor(
    private readonly database: Database,
    private readonly store: BatchesStore,
    private readonly requests: BatchRequestsService,
    private readonly rounds: BatchRoundsService,
  ) {}

  /** Accepts a batch. Errors: those of BatchRequestsService, QuotaExceeded, Idempotency*. */
  async create(
    actor: Actor,
    body: BatchSubmission,
    key: string | undefined,
  ): Promise<AnswerOf<typeof createBatch>> {
    const { workspaceId } = actor;
    const request = { workspaceId, route: 'batches.create', key, body };
    const stored = await storedAnswer<string>(this.database, request);
    if (stored)
      return { batch: toAcceptedBatch(await this.read(workspaceId, stored.answer)), replayed: true };
    const { task } = await this.requests.check(actor, body);
    // Before the transaction, because it asks the catalogue: no transaction waits for another service.
    const ids = await this.choose(task, body);
    const { answer, replayed } = await this.inTurn(holderOf(actor), request, (tx) =>
      withIdempotencyKey(tx, request, () => this.add(tx, task, ids), {
        store: ({ id }) => id,
        restore: (id: string) => this.find(tx, workspaceId, id),
      }),
    );
    return { batch: toAcceptedBatch(answer), replayed };
  }

  /**
   * Begins the batch that follows an import, unless it has begun: then it is checked no more, because what it names may be
   * gone. Errors: InvalidArgument, UnknownReference, QuotaExceeded.
   */
  async begin({
    batchId: id,
    requestId,
    body,
    productIds,
    ...actor
  }: InputOf<typeof beginFollowUp>): Promise<void> {
    if (await this.store.read(actor.workspaceId, id)) return;
    const checked = await this.requests.check(actor, body);
    const task = { ...checked.task, id, requestId };
    const place = { workspaceId: actor.workspaceId, key: undefined };
    await this.inTurn(task.holderId, place, (tx) => this.add(tx, task, productIds));
  }

  /** A batch of the workspace as it stands now. Errors: NotFound. */
  async get(workspaceId: string, id: string): Promise<Batch> {
    return toBatch(await this.read(workspaceId, id));
  }

  /** One page, newest first, as the JSON of a BatchList. Errors: InvalidNextToken. */
  list(query: PageQuery): Promise<string> {
    return this.store.page(query);
  }

  /**
   * Runs a transaction that adds batches after those of the holder's earlier requests: in Postgres they would wait for each other
   * too, each with a connection. Errors: those of the work, IdempotencyInProgress, Unavailable.
   */
  inTurn<T>(
    holderId: string,
    place: Pick<IdempotentRequest, 'workspaceId' | 'key'>,
    work: (tx: Transaction) => Promise<T>,
  ): Promise<T> {
    return this.bulkhead.run(holderId, [place], () => this.database.forWorkspace(place.workspaceId, work));
  }

  /** Adds a batch, unless there is one with its id; within `inTurn`. Errors: QuotaExceeded. */
  async add(tx: Transaction, task: BatchTask, ids: readonly string[]): Promise<BatchRow> {
    const { ofWorkspace, ofHolder } = await this.store.countRunning(tx, task);
    if (task.mostRunning === 0) throw new AppError('QuotaExceeded', { message: NONE_MAY_RUN });
    if (ofWorkspace >= MAX_RUNNING) throw tooMany(MAX_RUNNING, 'a workspace');
    if (ofHolder >= MAX_RUNNING * QUOTAS_OF_HOLDER)
      throw tooMany(MAX_RUNNING * QUOTAS_OF_HOLDER, 'all workspaces of an account');
    await this.store.insert(tx, task, ids);
    this.database.afterCommit(tx, () => this.rounds.wake());
    return this.find(tx, task.workspaceId, task.id);
  }

  private async read(workspaceId: string, id: string): Promise<BatchRow> {
    const row = await this.store.read(workspaceId, id);
    if (!row) throw new AppError('NotFound');
    return row;
  }

  private async choose(task: BatchTask, body: BatchSubmission): Promise<string[]> {
    const affordable = this.requests.assertAffordable(task);
    affordable.catch(() => undefined); // awaited below: of two refusals, that of the request itself is always the answer
    const ids = await this.requests.choose(task, body);
    await affordable;
    return ids;
  }

  private async find(tx: Transaction, workspaceId: string, id: string): Promise<BatchRow> {
    const row = await this.store.get(tx, workspaceId, id);
    if (!row) throw new AppError('NotFound');
    return row;
  }
}

function tooMany(most: number, whose: string): AppError {
  return new AppError('QuotaExceeded', {
    message: `At most ${most} batches of ${whose} run at once. Wait for one to end.`,
    retryAfter: RETRY_S,
  });
}
