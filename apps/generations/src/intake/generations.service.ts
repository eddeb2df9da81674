// Accepts generations (validates, resolves references, then inserts and dispatches in one transaction) and reads them.
import { Injectable } from '@nestjs/common';
import {
  AppError,
  defined,
  holderOf,
  NO_VOICE,
  type Actor,
  type AnswerOf,
  type createGeneration,
  type Generation,
  type GenerationEnvironment,
  type GenerationRequest,
  type RetryRequest,
} from '#contracts';
import { Database, type Transaction } from '#platform/database';
import { storedAnswer, withIdempotencyKey, type IdempotentRequest } from '#platform/idempotency';
import { budgetSpent } from '../budget/index.ts';
import {
  DispatchService,
  GenerationAdmissionService,
  rankOf,
  type RunningInWorkspace,
} from '../queue/index.ts';
import { GenerationRequestsService } from './generation-requests.service.ts';
import { toAcceptedGeneration, toGeneration } from './generations.rules.ts';
import { GenerationsStore, type InsertedRow, type NewGeneration } from './generations.store.ts';
import { HolderBulkhead } from './holder-bulkhead.state.ts';

/** A generation as it was accepted; `replayed` when an earlier request with the same Idempotency-Key created it. */
type AcceptedGeneration = AnswerOf<typeof createGeneration>;

@Injectable()
export class GenerationsService {
  private readonly bulkhead = new HolderBulkhead();

  constructor(
    private readonly database: Database,
    private readonly store: GenerationsStore,
    private readonly requests: GenerationRequestsService,
    private readonly admission: GenerationAdmissionService,
    private readonly dispatch: DispatchService,
  ) {}

  /** Accepts a generation. Errors: InvalidArgument, UnknownReference, QuotaExceeded, Unavailable, Idempotency*. */
  create(actor: Actor, body: GenerationRequest, key: string | undefined): Promise<AcceptedGeneration> {
    const request = { workspaceId: actor.workspaceId, route: 'generations.create', key, body };
    return this.once(request, () => this.accept(actor, request, body));
  }

  /** Accepts a generation that repeats an ended one. Errors: NotFound, InvalidState, and those of `create`. */
  async retry(
    actor: Actor,
    id: string,
    body: RetryRequest,
    key: string | undefined,
  ): Promise<AcceptedGeneration> {
    const request = {
      workspaceId: actor.workspaceId,
      route: 'generations.retry',
      key,
      body: { id, ...body },
    };
    return this.once(request, () => this.acceptAgain(actor, request, id, body));
  }

  /** A generation of the workspace as it stands now. Errors: NotFound. */
  async get(workspaceId: string, id: string): Promise<Generation> {
    const row = await this.store.read(workspaceId, id);
    if (!row) throw new AppError('NotFound');
    return toGeneration(row);
  }

  /** Keeps others from adding generations to the workspaces of a holder until the end of the transaction. */
  lockIntake(tx: Transaction, holderId: string): Promise<void> {
    return this.store.lockIntake(tx, holderId);
  }

  /**
   * The RUNNING generations of a holder, and how many a batch of one of its workspaces may add in this transaction: so many
   * that half of each limit is left, and none while one of the workspace waits for too long.
   */
  async roomForBatches(
    tx: Transaction,
    place: { holderId: string; workspaceId: string; mostRunning: number | null },
  ): Promise<{ held: readonly RunningInWorkspace[]; room: number }> {
    await this.store.lockIntake(tx, place.holderId);
    const { held, isLate } = await this.store.countRunning(tx, place);
    const ofHolder = held.reduce((sum, { running }) => sum + running, 0);
    const ofWorkspace = held.find(({ workspaceId }) => workspaceId === place.workspaceId)?.running ?? 0;
    const ofBatches = this.admission.shareOfBatches(place.mostRunning) - ofWorkspace;
    const ofAll = this.admission.shareOfHolder(place.mostRunning) - ofHolder;
    const room = isLate ? 0 : Math.min(ofBatches, ofAll);
    return { held, room: Math.max(0, room) };
  }

  /** Inserts generations of a batch behind the RUNNING ones of its holder, and dispatches them. */
  async insertMembers(
    tx: Transaction,
    members: readonly NewGeneration[],
    held: readonly RunningInWorkspace[],
  ): Promise<void> {
    await this.store.insertMembers(tx, members);
    const joining = members.map(({ id, workspaceId, model, lastJobId: jobId }, nth) => {
      const rank = rankOf(held, workspaceId, 'batch', nth);
      return { id, jobId, model, workspaceId, lane: 'batch' as const, rank };
    });
    this.dispatch.dispatch(tx, joining);
  }

  /** The answer to an earlier request with the key, whatever has become of what it names; else that of `accept`. */
  private async once(
    request: IdempotentRequest,
    accept: () => Promise<AcceptedGeneration>,
  ): Promise<AcceptedGeneration> {
    const stored = await storedAnswer<string>(this.database, request);
    if (!stored) return accept();
    const row = await this.store.read(request.workspaceId, stored.answer);
    if (!row) throw new AppError('NotFound');
    return { generation: toAcceptedGeneration(row), replayed: true };
  }

  private async acceptAgain(
    actor: Actor,
    request: IdempotentRequest,
    id: string,
    body: RetryRequest,
  ): Promise<AcceptedGeneration> {
    const last = await this.get(actor.workspaceId, id);
    if (last.status === 'RUNNING')
      throw new AppError('InvalidState', {
        message: 'The generation is RUNNING. Wait for its end, or cancel it.',
      });
    const { applicationId, applicationVersion, documentId, manual } = last;
    const environment = settingsAgain(last, body.environment);
    const inputs = { ...last.inputs, ...body.inputs };
    const again = { applicationId, manual, environment, inputs, ...(documentId ? { documentId } : {}) };
    return this.accept(actor, request, again, {
      retryOf: id,
      version: body.latestVersion ? undefined : applicationVersion,
    });
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
    const { workspaceId } = request;
    const custom = await this.requests.custom(workspaceId, body.applicationId, version);
    const valid = this.requests.validate(body, custom);
    const holderId = holderOf(actor);
    const most = this.admission.mostRunning(actor);
    const refusal = this.admission.admit({ workspaceId, holderId, most });
    if (refusal) throw refusal;
    // Before the transaction, because it asks the catalogue: no transaction waits for another service.
    const draft = await this.requests.resolve(actor, valid, retryOf);
    return this.bulkhead.run(holderId, request, () =>
      this.database.forWorkspace(workspaceId, (tx) => this.insertOnce(tx, request, draft, most)),
    );
  }

  /** Inserts the generation, or finds the one of an earlier request with the same key. */
  private async insertOnce(
    tx: Transaction,
    request: IdempotentRequest,
    draft: NewGeneration,
    most: number,
  ): Promise<AcceptedGeneration> {
    const { answer, replayed } = await withIdempotencyKey(tx, request, () => this.insert(tx, draft, most), {
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

  /** Inserts the generation within the limits of its holder and dispatches it. Errors: QuotaExceeded, Unavailable. */
  private async insert(tx: Transaction, draft: NewGeneration, most: number): Promise<InsertedRow> {
    const { id, workspaceId, model, manual, lastJobId: jobId, budgetMicros } = draft;
    const insertion = await this.store.insertWithin(tx, most, draft);
    const { inserted, held, isHolderFull } = insertion;
    if (insertion.isSpent) throw budgetSpent(budgetMicros ?? 0, new Date());
    if (insertion.isLate) throw this.admission.backlogFull();
    if (!inserted) throw this.admission.noteFull({ ...draft, most }, isHolderFull);
    const lane = manual ? 'manual' : 'automatic';
    const rank = rankOf(held, workspaceId, lane);
    this.dispatch.dispatch(tx, [{ id, jobId, model, workspaceId, lane, rank }]);
    return inserted;
  }
}

/** The settings of a generation, and what of them stands beside them. */
type Settled = Pick<Generation, 'environment' | 'marketplace' | 'voiceId' | 'learnedFrom'>;

/** The settings of a repetition. Another marketplace has its own language, unless one is named. Its voice is as it is now. */
function settingsAgain(
  { environment, marketplace, voiceId, learnedFrom }: Settled,
  given: GenerationEnvironment = {},
): GenerationEnvironment {
  const { language, ...rest } = environment;
  const isElsewhere = given.marketplace !== undefined && given.marketplace !== marketplace;
  const former = isElsewhere || language === undefined ? rest : environment;
  const beside = {
    marketplace,
    voice: voiceId ?? NO_VOICE,
    learn: learnedFrom === undefined ? false : undefined,
  };
  return { ...former, ...defined(beside), ...given };
}
