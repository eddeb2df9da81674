// Accepts imports of CSV files: stores their rows chunk by chunk, and makes the import when all are there.
import { Injectable } from '@nestjs/common';
import { AppError, type Actor, type AnswerOf, type createCsvImport } from '#contracts';
import { Database, purge, type Transaction } from '#platform/database';
import { withIdempotencyKey } from '#platform/idempotency';
import { Every } from '#platform/resilience';
import {
  type AcceptedImport,
  ImportCompletionService,
  importResultOf,
  statusLetters,
  withStatuses,
} from '../import-record/index.ts';
import { ProductQuotaService } from '../products/index.ts';
import { CsvImportsStore, type StagedChunk } from './csv-imports.store.ts';

/** A file whose chunks are stored. */
interface StagedFile {
  importId: string;
  chunks: number;
  fileHash: string;
}

@Injectable()
export class CsvImportsService {
  constructor(
    private readonly database: Database,
    private readonly store: CsvImportsStore,
    private readonly completion: ImportCompletionService,
    private readonly quota: ProductQuotaService,
  ) {}

  /** Stores a chunk; a repetition changes nothing. */
  stage(workspaceId: string, chunk: StagedChunk): Promise<void> {
    return this.database.forWorkspace(workspaceId, (tx) => this.store.stage(tx, workspaceId, chunk));
  }

  /**
   * Makes the import of a stored file, once for a key, and with `onlyRepeat` only one that was made before; the chunks of a
   * repetition are deleted. Errors: IdempotencyKeyReused, IdempotencyInProgress, Unavailable (a chunk is missing), QuotaExceeded.
   */
  async create(
    actor: Actor,
    { importId, chunks, fileHash }: StagedFile,
    key: string | undefined,
    onlyRepeat = false,
  ): Promise<AnswerOf<typeof createCsvImport>> {
    const { workspaceId } = actor;
    const request = { workspaceId, route: 'imports/csv', key, body: { fileHash } };
    const room = await this.quota.roomOf(actor, 'rows');
    const accept = async (tx: Transaction): Promise<AcceptedImport> => {
      if (onlyRepeat) throw new AppError('QuotaExceeded');
      const added = await this.store.countNewRows(tx, workspaceId, importId);
      const refusal = room(added);
      if (refusal) throw refusal;
      return this.accept(tx, actor, { id: importId, chunks, added });
    };
    const creation = this.database.forWorkspace(workspaceId, (tx) =>
      withIdempotencyKey(tx, request, () => accept(tx), {
        store: ({ id, items }) => ({ id, statuses: statusLetters(items) }),
        restore: async ({ id, statuses }: { id: string; statuses: string }) => {
          await this.store.removeChunks(tx, workspaceId, importId);
          const items = Array.from(statuses, (_, i) => ({ row: i + 1, status: 'importing' }) as const);
          return { id, items: withStatuses(items, statuses) };
        },
      }),
    );
    const { answer, replayed } = await creation.catch(async (error: unknown) => {
      if (isRefusal(error)) await this.discard(workspaceId, importId);
      throw error;
    });
    return { import: importResultOf(answer), replayed };
  }

  /** Deletes the chunks of a file that was refused, so that refused ones take no room. Those that it fails for go in an hour. */
  private async discard(workspaceId: string, importId: string): Promise<void> {
    await this.database
      .forWorkspace(workspaceId, (tx) => this.store.removeChunks(tx, workspaceId, importId))
      .catch(() => undefined);
  }

  /**
   * Deletes chunks of more than an hour ago that nobody will write: their gateway has stopped before it created the import,
   * or the import ended otherwise, such as by its deadline.
   */
  @Every('left chunks of CSV files', 60_000)
  removeLeft(): Promise<void> {
    return purge(
      this.database,
      'import_chunk',
      `staged_at < now() - interval '1 hour' AND NOT EXISTS (
        SELECT FROM import WHERE import.workspace_id = import_chunk.workspace_id AND import.id = import_id
          AND status = 'RUNNING')`,
    );
  }

  private async accept(
    tx: Transaction,
    actor: Actor,
    { id, chunks, added }: { id: string; chunks: number; added: number },
  ): Promise<AcceptedImport> {
    const stored = await this.store.countChunks(tx, actor.workspaceId, id);
    if (stored !== chunks) throw new AppError('Unavailable', { retryAfter: 1 });
    const items = await this.store.insertItems(tx, actor.workspaceId, id);
    await this.store.insertImport(tx, actor, { id, items, added });
    const invalid = items.filter(({ status }) => status === 'failure');
    this.completion.countResolved(
      tx,
      invalid.map(() => ({ marketplace: null, errorCode: 'InvalidRow' as const })),
    );
    return { id, items };
  }
}

/** True when the same file would be refused again; after any other failure its request may be repeated. */
const isRefusal = (error: unknown): boolean => error instanceof AppError && error.code !== 'Unavailable';
