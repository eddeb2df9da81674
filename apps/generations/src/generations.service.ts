// Generations: accepted in one transaction, read as they stand.
import { Inject, Injectable } from '@nestjs/common';
import { AppError, type Actor, type Generation, type GenerationRequest } from '#contracts';
import { CONFIG } from '#platform/config';
import { Database, type Transaction } from '#platform/database';
import { once } from '#platform/idempotency';
import { Turns } from '#platform/turns';
import type { Config } from './config.ts';
import { DispatchService } from './dispatch.service.ts';
import { DraftsService } from './drafts.service.ts';
import { asAccepted, toGeneration } from './generations.rules.ts';
import { GenerationsStore, type NewGeneration } from './generations.store.ts';

/** Seconds after which a workspace at its quota may try again. */
const QUOTA_RETRY_SECONDS = 5;
/** Requests of one workspace at once: as many as one gateway has in work, half of its time for an answer. */
const LINE = { most: 200, waitMs: 1500 };

/** Accepts and shows generations. */
@Injectable()
export class GenerationsService {
  /** A workspace counts its generations one request at a time; those who wait hold no connection meanwhile. */
  private readonly turns = new Turns(LINE);

  constructor(
    private readonly database: Database,
    private readonly store: GenerationsStore,
    private readonly drafts: DraftsService,
    private readonly dispatch: DispatchService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Accepts a generation. Errors: InvalidArgument, UnknownReference, QuotaExceeded, Idempotency*. */
  async create(
    actor: Actor,
    body: GenerationRequest,
    key: string | undefined,
  ): Promise<{ generation: Generation; replayed: boolean }> {
    const { workspaceId } = actor;
    // It asks the catalogue, so it comes before the transaction: none waits for another service.
    const draft = await this.drafts.make(actor, body);
    const accept = () =>
      this.database.forWorkspace(workspaceId, async (tx) => {
        const request = { workspaceId, route: 'generations.create', key, body };
        const { answer: id, replayed } = await once(tx, request, () => this.accept(tx, draft));
        return { generation: asAccepted(found(await this.store.find(tx, workspaceId, id))), replayed };
      });
    return this.turns.take(workspaceId, accept);
  }

  /** A generation of the workspace as it stands. Errors: NotFound. */
  async get(workspaceId: string, id: string): Promise<Generation> {
    return toGeneration(found(await this.store.read(workspaceId, id)));
  }

  private async accept(tx: Transaction, draft: NewGeneration): Promise<string> {
    const most = this.config.MAX_RUNNING_GENERATIONS;
    const behind = await this.store.insertWithin(tx, most, draft);
    if (behind === undefined) {
      throw new AppError('QuotaExceeded', {
        message: `At most ${most} generations of a workspace run at once. Wait for one to end.`,
        retryAfter: QUOTA_RETRY_SECONDS,
      });
    }
    await this.dispatch.dispatch(tx, draft, behind);
    return draft.id;
  }
}

function found<T>(kept: T | undefined): T {
  if (kept === undefined) throw new AppError('NotFound');
  return kept;
}
