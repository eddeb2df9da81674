// Generations: accepted in one transaction, read as they stand.
import { Injectable } from '@nestjs/common';
import { AppError, type Actor, type Generation, type GenerationRequest } from '#contracts';
import { Database } from '#platform/database';
import { isReplay, withIdempotencyKey } from '#platform/idempotency';
import { KeyedMutex } from '#platform/resilience';
import { GenerationIntakeService } from './generation-intake.service.ts';
import { RequestResolverService } from './request-resolver.service.ts';
import { asAccepted, toGeneration, type GenerationRow } from './generations.rules.ts';
import { GenerationsStore } from './generations.store.ts';
import { QuotaService } from '../queue/quota.service.ts';

/** Requests of one workspace at once: as many as one gateway has in work, half of its time for an answer. */
const LINE = { max: 200, waitMs: 1500 };

/** Accepts and shows generations. */
@Injectable()
export class GenerationRequestsService {
  /** A workspace counts its generations one request at a time; those who wait hold no connection meanwhile. */
  private readonly turns = new KeyedMutex(LINE);
  /** Workspace → Idempotency-Key of the request whose turn it is. */
  private readonly inWork = new Map<string, string | undefined>();

  constructor(
    private readonly database: Database,
    private readonly store: GenerationsStore,
    private readonly drafts: RequestResolverService,
    private readonly acceptance: GenerationIntakeService,
    private readonly quota: QuotaService,
  ) {}

  /** Accepts a generation. Errors: InvalidArgument, UnknownReference, QuotaExceeded, Unavailable, Idempotency*. */
  async create(
    actor: Actor,
    body: GenerationRequest,
    key: string | undefined,
  ): Promise<{ generation: Generation; replayed: boolean }> {
    const { workspaceId } = actor;
    const request = { workspaceId, route: 'generations.create', key, body };
    if (!this.quota.admit(workspaceId) && !(await isReplay(this.database, request)))
      throw this.quota.refusal();
    // It asks the catalogue, so it comes before the transaction: none waits for another service.
    const draft = await this.drafts.make(actor, body);
    const accept = () =>
      this.database.forWorkspace(workspaceId, async (tx) => {
        let added: GenerationRow | undefined;
        const { answer: id, replayed } = await withIdempotencyKey(tx, request, async () => {
          added = await this.acceptance.accept(tx, draft);
          return added.id;
        });
        const kept = added ?? found(await this.store.find(tx, workspaceId, id));
        return { generation: asAccepted(kept), replayed };
      });
    return this.inTurn(workspaceId, key, accept);
  }

  /** A generation of the workspace as it stands. Errors: NotFound. */
  async get(workspaceId: string, id: string): Promise<Generation> {
    return toGeneration(found(await this.store.read(workspaceId, id)));
  }

  /** One whose turn does not come waits for others, or for itself: the request with its key that came before. */
  private inTurn<T>(workspaceId: string, key: string | undefined, accept: () => Promise<T>): Promise<T> {
    const work = () => {
      this.inWork.set(workspaceId, key);
      return accept().finally(() => this.inWork.delete(workspaceId));
    };
    const late = () => {
      const itself = key !== undefined && this.inWork.get(workspaceId) === key;
      return new AppError(itself ? 'IdempotencyInProgress' : 'Unavailable', { retryAfter: 1 });
    };
    return this.turns.run(workspaceId, work, late);
  }
}

function found<T>(kept: T | undefined): T {
  if (kept === undefined) throw new AppError('NotFound');
  return kept;
}
