// Accepts imports and reads them.
import { Injectable } from '@nestjs/common';
import {
  AppError,
  isUuid,
  type Actor,
  type ImportRequest,
  type ImportResult,
  type ImportState,
} from '#contracts';
import { Database } from '#platform/database';
import { withIdempotencyKey } from '#platform/idempotency';
import { ImportIntakeService } from './import-intake.service.ts';
import { bucketsOf, importStateOf, statusLetters, withStatuses } from './imports.rules.ts';
import { ImportsStore } from './imports.store.ts';
import { WorkspacesClient } from './workspaces.client.ts';

@Injectable()
export class ImportsService {
  constructor(
    private readonly database: Database,
    private readonly imports: ImportsStore,
    private readonly intake: ImportIntakeService,
    private readonly workspaces: WorkspacesClient,
  ) {}

  /** Accepts an import. Errors: IdempotencyKeyReused, IdempotencyInProgress, Unavailable. */
  async create(
    actor: Actor,
    body: ImportRequest,
    key: string | undefined,
  ): Promise<{ import: ImportResult; replayed: boolean }> {
    const marketplace = body.marketplace ?? (await this.workspaces.marketplace(actor.workspaceId));
    const request = { workspaceId: actor.workspaceId, route: 'imports', key, body };
    const { answer, replayed } = await this.database.forWorkspace(actor.workspaceId, (tx) =>
      withIdempotencyKey(tx, request, () => this.intake.accept(tx, actor, marketplace, body), {
        // The import has its identifiers already, which may be 128 KB.
        store: ({ id, items }) => ({ id, statuses: statusLetters(items) }),
        restore: async ({ id, statuses }: { id: string; statuses: string }) => ({
          id,
          items: withStatuses(await this.imports.items(tx, actor.workspaceId, id), statuses),
        }),
      }),
    );
    return { import: bucketsOf(answer.id, answer.items), replayed };
  }

  /** The present state of an import. Errors: NotFound. */
  async get(workspaceId: string, id: string): Promise<ImportState> {
    if (!isUuid(id)) throw new AppError('NotFound', { target: 'id' });
    return this.database.forWorkspace(workspaceId, async (tx) => {
      const header = await this.imports.find(tx, workspaceId, id);
      if (!header) throw new AppError('NotFound', { target: 'id' });
      return importStateOf(header, await this.imports.items(tx, workspaceId, id));
    });
  }
}
