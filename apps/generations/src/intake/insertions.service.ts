// Inserts generations and dispatches them. Those of a workspace that come while others are inserted go together.
import { Injectable } from '@nestjs/common';
import { AppError } from '#contracts';
import { inThisContext, remainingMs } from '#platform/context';
import { Database, type Transaction } from '#platform/database';
import { toAppError } from '#platform/errors';
import { forgetKeys, keepKeys, LockBulkhead, type IdempotentRequest } from '#platform/idempotency';
import { groupedBy } from '#platform/resilience';
import { budgetSpent } from '../budget/index.ts';
import {
  DispatchService,
  GenerationAdmissionService,
  rankOf,
  type RunningInWorkspace,
} from '../queue/index.ts';
import {
  GenerationsStore,
  type InsertedRow,
  type Insertion,
  type NewGeneration,
} from './generations.store.ts';

/** A generation to be inserted, the request that asks for it, and the most RUNNING ones that its workspace may have. */
interface Draft {
  request: IdempotentRequest;
  draft: NewGeneration;
  most: number;
  /** Runs work in the context of the request. */
  within: ReturnType<typeof inThisContext>;
}

/** The inserted generation, its refusal, or undefined where an earlier request has its key. */
type Outcome = InsertedRow | AppError | undefined;

/** Milliseconds for which the caller of a request still waits. */
const leftOf = ({ within }: Draft): number => within(remainingMs);

@Injectable()
export class InsertionsService {
  private readonly bulkhead = new LockBulkhead();
  private readonly insertTogether = groupedBy(
    ({ draft: { workspaceId, holderId }, most }: Draft) => `${workspaceId} ${holderId} ${most}`,
    (drafts) => this.insertInTurn(drafts),
  );

  constructor(
    private readonly database: Database,
    private readonly store: GenerationsStore,
    private readonly admission: GenerationAdmissionService,
    private readonly dispatch: DispatchService,
  ) {}

  /**
   * Inserts a generation within the limits of its holder and dispatches it; undefined where an earlier request has the key of
   * its request. Errors: QuotaExceeded, Unavailable, IdempotencyInProgress.
   */
  async insert(draft: Omit<Draft, 'within'>): Promise<InsertedRow | undefined> {
    const outcome = await this.insertTogether({ ...draft, within: inThisContext() });
    if (outcome instanceof Error) throw outcome;
    return outcome;
  }

  /** Keeps others from adding generations to the workspaces of a holder until the end of the transaction. */
  lockIntake(tx: Transaction, holderId: string): Promise<void> {
    return this.store.lockIntake(tx, holderId);
  }

  /**
   * The RUNNING generations of a holder, and how many a batch of one of its workspaces may add in this transaction: so many
   * that half of each limit is left, and none while one of the workspace and of its model waits for too long (`isLate`).
   */
  async roomForBatches(
    tx: Transaction,
    place: {
      holderId: string;
      workspaceId: string;
      mostRunning: number | null;
      environment: { model: string };
    },
  ): Promise<{ held: readonly RunningInWorkspace[]; room: number; isLate: boolean }> {
    await this.store.lockIntake(tx, place.holderId);
    const { held, isLate } = await this.store.countRunning(tx, place, place.environment.model);
    const ofHolder = held.reduce((sum, { running }) => sum + running, 0);
    const ofWorkspace = held.find(({ workspaceId }) => workspaceId === place.workspaceId)?.running ?? 0;
    const ofBatches = this.admission.shareOfBatches(place.mostRunning) - ofWorkspace;
    const ofAll = this.admission.shareOfHolder(place.mostRunning) - ofHolder;
    const room = isLate ? 0 : Math.min(ofBatches, ofAll);
    return { held, room: Math.max(0, room), isLate };
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

  /** Inserts generations of a workspace after those before them of its holder, in the time of the request that has the most left. */
  private async insertInTurn(drafts: readonly Draft[]): Promise<readonly Outcome[]> {
    const { workspaceId, holderId } = drafts[0]!.draft;
    const requests = drafts.map(({ request }) => request);
    const patient = drafts.reduce((one, other) => (leftOf(other) > leftOf(one) ? other : one));
    try {
      return await patient.within(() =>
        this.bulkhead.run(holderId, requests, () =>
          this.database.forWorkspace(workspaceId, (tx) => this.insertAll(tx, workspaceId, drafts)),
        ),
      );
    } catch (error) {
      // For all of them: one alone would wait as long again, and of a broken connection nobody knows whether it has committed.
      const refusal = toAppError(error);
      if (refusal.code !== 'Unavailable') throw error;
      return drafts.map(() => refusal);
    }
  }

  /** Nothing is written for a request whose caller has left meanwhile. */
  private async insertAll(
    tx: Transaction,
    workspaceId: string,
    drafts: readonly Draft[],
  ): Promise<Outcome[]> {
    const awaited = drafts.filter((one) => leftOf(one) > 0);
    const keys = awaited.map(({ request, draft: { id } }) => ({ request, answer: id }));
    const areNew = await keepKeys(tx, workspaceId, keys);
    const added = awaited.filter((_draft, i) => areNew[i]);
    const outcomes = await this.insertNew(tx, added);
    const refused = added.filter((one) => outcomes.get(one) instanceof Error);
    const forgotten = refused.map(({ request }) => request);
    await forgetKeys(tx, workspaceId, forgotten);
    return drafts.map((one) => (awaited.includes(one) ? outcomes.get(one) : new AppError('UpstreamTimeout')));
  }

  private async insertNew(tx: Transaction, drafts: readonly Draft[]): Promise<Map<Draft, Outcome>> {
    const [first, ...others] = drafts;
    if (!first) return new Map();
    const generations = [first.draft, ...others.map(({ draft }) => draft)] as const;
    const { held, insertions } = await this.store.insertWithin(tx, first.most, generations);
    const outcomes = new Map(drafts.map((one, i) => [one, this.outcomeOf(one, insertions[i]!)]));
    const inserted = drafts.filter((one) => !(outcomes.get(one) instanceof Error));
    this.dispatchAll(tx, held, inserted);
    return outcomes;
  }

  private outcomeOf({ draft, most }: Draft, { inserted, ...why }: Insertion): InsertedRow | AppError {
    if (inserted) return inserted;
    if (why.isSpent) return budgetSpent(draft.budgetMicros ?? 0, new Date());
    if (why.isLate) return this.admission.backlogFull();
    return this.admission.noteFull({ ...draft, most }, why.isHolderFull);
  }

  /** Each in the context of its own request, which its worker goes on with. */
  private dispatchAll(tx: Transaction, held: readonly RunningInWorkspace[], drafts: readonly Draft[]): void {
    drafts.forEach(({ draft: { id, workspaceId, model, manual, lastJobId: jobId }, within }, i) => {
      const lane = manual ? 'manual' : 'automatic';
      const before = drafts.slice(0, i).filter((one) => one.draft.manual || !manual).length;
      const rank = rankOf(held, workspaceId, lane, before);
      within(() => this.dispatch.dispatch(tx, [{ id, jobId, model, workspaceId, lane, rank }]));
    });
  }
}
