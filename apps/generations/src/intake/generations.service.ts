// Accepts generations (validates, resolves references, then has them inserted) and reads them.
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
import { storedAnswer, type IdempotentRequest } from '#platform/idempotency';
import { GenerationAdmissionService } from '../queue/index.ts';
import { GenerationRequestsService } from './generation-requests.service.ts';
import { toAcceptedGeneration, toGeneration } from './generations.rules.ts';
import { GenerationsStore, type InsertedRow } from './generations.store.ts';
import { InsertionsService } from './insertions.service.ts';

/** How often a request is tried: the one that has its key may be refused after all. */
const TRIES = 3;

/** A generation as it was accepted; `replayed` when an earlier request with the same Idempotency-Key created it. */
type AcceptedGeneration = AnswerOf<typeof createGeneration>;

@Injectable()
export class GenerationsService {
  constructor(
    private readonly database: Database,
    private readonly store: GenerationsStore,
    private readonly requests: GenerationRequestsService,
    private readonly insertions: InsertionsService,
    private readonly admission: GenerationAdmissionService,
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

  /**
   * Reads several generations of the workspace as a transaction sees them, and returns what gives those that it has, in any order,
   * once the transaction is committed.
   */
  async readAll(tx: Transaction, workspaceId: string, ids: readonly string[]): Promise<() => Generation[]> {
    const rows = await this.store.readAll(tx, workspaceId, ids);
    return () => rows.map(toGeneration);
  }

  /** The answer to an earlier request with the key, whatever has become of what it names; else that of `accept`. */
  private async once(
    request: IdempotentRequest,
    accept: () => Promise<InsertedRow | undefined>,
  ): Promise<AcceptedGeneration> {
    for (let tries = 0; tries < TRIES; tries += 1) {
      const stored = await storedAnswer<string>(this.database, request);
      const row = stored ? await this.store.read(request.workspaceId, stored.answer) : await accept();
      if (row) return { generation: toAcceptedGeneration(row), replayed: stored !== undefined };
      if (stored) throw new AppError('NotFound');
    }
    throw new AppError('IdempotencyInProgress', { retryAfter: 1 });
  }

  private async acceptAgain(
    actor: Actor,
    request: IdempotentRequest,
    id: string,
    body: RetryRequest,
  ): Promise<InsertedRow | undefined> {
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
   * Accepts what `body` asks for; undefined where an earlier request has the key of this one. `retryOf` is the generation that it
   * repeats, and `version` that of its application, by default the latest.
   */
  private async accept(
    actor: Actor,
    request: IdempotentRequest,
    body: GenerationRequest,
    { retryOf = null, version }: { retryOf?: string | null; version?: number | undefined } = {},
  ): Promise<InsertedRow | undefined> {
    const { workspaceId } = request;
    const custom = await this.requests.custom(workspaceId, body.applicationId, version);
    const valid = this.requests.validate(body, custom);
    const holderId = holderOf(actor);
    const most = this.admission.mostRunning(actor);
    const refusal = this.admission.admit({ workspaceId, holderId, most });
    if (refusal) throw refusal;
    // Before the transaction, because it asks the catalogue: no transaction waits for another service.
    const draft = await this.requests.resolve(actor, valid, retryOf);
    return this.insertions.insert({ request, draft, most });
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
