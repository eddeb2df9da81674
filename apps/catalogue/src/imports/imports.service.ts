// Accepts imports and previews them, reads them, cancels them and tries their failures again.
import { Injectable } from '@nestjs/common';
import {
  AppError,
  isUuid,
  type Actor,
  type ImportFollowUp,
  type ImportPreview,
  type ImportResult,
  type ImportState,
  type ImportSubmission,
  type LimitedWorkspace,
  type Marketplace,
} from '#contracts';
import { Database, type Transaction } from '#platform/database';
import { withIdempotencyKey, type IdempotentRequest } from '#platform/idempotency';
import { FetchBatchesService } from '../fetching/index.ts';
import { ImportIntakeService, type Submission } from './import-intake.service.ts';
import {
  type ImportEntity,
  importResultOf,
  ImportsStore,
  importStateOf,
  statusLetters,
  withStatuses,
} from '../import-record/index.ts';
import { DefaultMarketplaceClient } from './default-marketplace.client.ts';

/** An import that was accepted, now or by an earlier request with the same Idempotency-Key. */
interface Creation {
  import: ImportResult;
  replayed: boolean;
}

@Injectable()
export class ImportsService {
  constructor(
    private readonly database: Database,
    private readonly imports: ImportsStore,
    private readonly intake: ImportIntakeService,
    private readonly batches: FetchBatchesService,
    private readonly defaults: DefaultMarketplaceClient,
  ) {}

  /**
   * Accepts an import, and with `onlyRepeat` only one that was accepted before. What the body refers to is looked up before
   * the transaction, because that asks auth, and matters only if the key has no answer yet. Errors: IdempotencyKeyReused,
   * IdempotencyInProgress, Unavailable, QuotaExceeded, UnknownReference.
   */
  async create(
    actor: Actor,
    body: ImportSubmission,
    key: string | undefined,
    onlyRepeat = false,
  ): Promise<Creation> {
    const { workspaceId } = actor;
    const request = { workspaceId, route: 'imports', key, body };
    const looked = onlyRepeat
      ? Promise.reject(new AppError('QuotaExceeded'))
      : this.submissionOf(actor, body);
    await looked.catch(() => undefined);
    return this.accept(actor, request, () => looked);
  }

  /** What would become of the identifiers of an import; nothing is kept. */
  async preview(workspaceId: string, body: ImportSubmission): Promise<ImportPreview> {
    const marketplace = await this.marketplaceOf(workspaceId, body);
    const submission = { ...body, marketplace };
    return this.database.forWorkspace(workspaceId, (tx) => this.intake.preview(tx, workspaceId, submission));
  }

  /**
   * Accepts a new import of what failed in an import and may succeed now, and with `onlyRepeat` only one that was accepted
   * before. Its products are fetched even where the catalogue has fresh ones, because the first import may have asked for that,
   * and the same batch follows it. Errors: NotFound, InvalidState when there is nothing to try again, those of `create`.
   */
  async retry(actor: Actor, id: string, key: string | undefined, onlyRepeat = false): Promise<Creation> {
    const { workspaceId } = actor;
    const request = { workspaceId, route: 'imports/retry', key, body: { id } };
    const room = await this.intake.roomOf(actor);
    return this.accept(actor, request, async (tx) => {
      if (onlyRepeat) throw new AppError('QuotaExceeded');
      const { marketplace, id: retryOf, followUp } = await this.find(tx, workspaceId, id);
      if (!marketplace)
        throw new AppError('InvalidState', {
          message: 'The rows of a CSV file are not kept. Import the file again.',
        });
      const asins = await this.imports.retryable(tx, workspaceId, id);
      if (asins.length === 0)
        throw new AppError('InvalidState', {
          message: 'No item of the import failed for a reason that may have passed.',
        });
      const next = followUp === null ? {} : { then: JSON.parse(followUp) as ImportFollowUp };
      return { asins, marketplace, refresh: true, retryOf, room, ...next };
    });
  }

  /** The present state of an import. Errors: NotFound. */
  async get(workspaceId: string, id: string): Promise<ImportState> {
    if (!isUuid(id)) throw notFound();
    const found = await this.database.forWorkspace(workspaceId, (tx) =>
      this.imports.state(tx, workspaceId, id),
    );
    if (!found) throw notFound();
    return importStateOf(found);
  }

  /** Ends an import with what it has, unless it has ended, and returns its state. Errors: NotFound. */
  async cancel(workspaceId: string, id: string): Promise<ImportState> {
    const { status } = await this.database.forWorkspace(workspaceId, (tx) => this.find(tx, workspaceId, id));
    if (status === 'RUNNING')
      await this.database.asSystem((tx) => this.batches.endImports(tx, [{ workspaceId, id }], 'Cancelled'));
    return this.get(workspaceId, id);
  }

  private async submissionOf(limited: LimitedWorkspace, body: ImportSubmission): Promise<Submission> {
    const room = await this.intake.roomOf(limited, 'asins');
    return { ...body, marketplace: await this.marketplaceOf(limited.workspaceId, body), room };
  }

  private async marketplaceOf(workspaceId: string, { marketplace }: ImportSubmission): Promise<Marketplace> {
    return marketplace ?? this.defaults.marketplace(workspaceId);
  }

  private async accept(
    actor: Actor,
    request: IdempotentRequest,
    submission: (tx: Transaction) => Promise<Submission>,
  ): Promise<Creation> {
    const { workspaceId } = actor;
    const { answer, replayed } = await this.database.forWorkspace(workspaceId, (tx) =>
      withIdempotencyKey(tx, request, async () => this.intake.accept(tx, actor, await submission(tx)), {
        // The import has its identifiers already, which may be 128 KB.
        store: ({ items, ...accepted }) => ({ ...accepted, statuses: statusLetters(items) }),
        restore: async ({ statuses, ...accepted }: { id: string; retryOf?: string; statuses: string }) => ({
          ...accepted,
          items: withStatuses(await this.imports.items(tx, workspaceId, accepted.id), statuses),
        }),
      }),
    );
    return { import: importResultOf(answer), replayed };
  }

  private async find(tx: Transaction, workspaceId: string, id: string): Promise<ImportEntity> {
    const found = isUuid(id) ? await this.imports.find(tx, workspaceId, id) : null;
    if (!found) throw notFound();
    return found;
  }
}

const notFound = (): AppError => new AppError('NotFound', { target: 'id' });
