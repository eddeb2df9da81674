// Accepts imports and previews them, reads them, cancels them and tries their failures again.
import { Injectable } from '@nestjs/common';
import {
  AppError,
  isUuid,
  type Actor,
  type ImportFollowUp,
  type ImportPreview,
  type ImportSubmission,
  type ImportResult,
  type ImportState,
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
    private readonly workspaces: DefaultMarketplaceClient,
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
      ? Promise.reject(new AppError('UnknownReference'))
      : this.withMarketplace(workspaceId, body);
    await looked.catch(() => undefined);
    return this.accept(actor, request, () => looked);
  }

  /** What would become of the identifiers of an import; nothing is kept. */
  async preview(workspaceId: string, body: ImportSubmission): Promise<ImportPreview> {
    const submission = await this.withMarketplace(workspaceId, body);
    return this.database.forWorkspace(workspaceId, (tx) => this.intake.preview(tx, workspaceId, submission));
  }

  /**
   * Accepts a new import of what failed in an import and may succeed now. It is fetched even where the catalogue has it, as
   * the first import may have asked for, and the same follows it. Errors: NotFound, InvalidState when there is nothing,
   * those of `create`.
   */
  retry(actor: Actor, id: string, key: string | undefined): Promise<Creation> {
    const { workspaceId } = actor;
    const request = { workspaceId, route: 'imports/retry', key, body: { id } };
    return this.accept(actor, request, async (tx) => {
      const { marketplace, id: retryOf, followUp } = await this.find(tx, workspaceId, id);
      if (!marketplace)
        throw new AppError('InvalidState', {
          message: 'The rows of a CSV file are not kept. Import it again.',
        });
      const asins = await this.imports.retryable(tx, workspaceId, id);
      if (asins.length === 0)
        throw new AppError('InvalidState', { message: 'No item of the import failed that may succeed now.' });
      const next = followUp === null ? {} : { then: JSON.parse(followUp) as ImportFollowUp };
      return { asins, marketplace, refresh: true, retryOf, ...next };
    });
  }

  /** The present state of an import. Errors: NotFound. */
  get(workspaceId: string, id: string): Promise<ImportState> {
    return this.database.forWorkspace(workspaceId, async (tx) =>
      importStateOf(await this.find(tx, workspaceId, id), await this.imports.items(tx, workspaceId, id)),
    );
  }

  /** Ends an import with what it has, unless it has ended, and returns its state. Errors: NotFound. */
  async cancel(workspaceId: string, id: string): Promise<ImportState> {
    const { status } = await this.database.forWorkspace(workspaceId, (tx) => this.find(tx, workspaceId, id));
    if (status === 'RUNNING')
      await this.database.asSystem((tx) => this.batches.endImports(tx, [{ workspaceId, id }], 'Cancelled'));
    return this.get(workspaceId, id);
  }

  private async withMarketplace(workspaceId: string, body: ImportSubmission): Promise<Submission> {
    const refusal = await this.intake.refusalOf(workspaceId, body.asins.length);
    const marketplace = body.marketplace ?? (await this.workspaces.marketplace(workspaceId));
    return { ...body, marketplace, refusal };
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
    if (!found) throw new AppError('NotFound', { target: 'id' });
    return found;
  }
}
