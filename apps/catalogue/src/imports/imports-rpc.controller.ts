// Requests about imports.
import { Controller } from '@nestjs/common';
import {
  cancelImport,
  createImport,
  getImport,
  listImportItems,
  listImports,
  listImportStatistics,
  retryImport,
  validateImport,
  type ImportPreview,
  type ImportResult,
  type ImportState,
  type AnswerOf,
  type InputOf,
} from '#contracts';
import { OnRequest } from '#platform/messaging';
import { ImportListsService } from './import-lists.service.ts';
import { ImportsService } from './imports.service.ts';

@Controller()
export class ImportsRpcController {
  constructor(
    private readonly imports: ImportsService,
    private readonly lists: ImportListsService,
  ) {}

  @OnRequest(createImport)
  create(input: InputOf<typeof createImport>): Promise<{ import: ImportResult; replayed: boolean }> {
    return this.imports.create(input.actor, input.body, input.idempotencyKey, input.onlyRepeat);
  }

  @OnRequest(validateImport)
  validate({ actor, body }: InputOf<typeof validateImport>): Promise<ImportPreview> {
    return this.imports.preview(actor.workspaceId, body);
  }

  @OnRequest(getImport)
  get({ actor, id }: InputOf<typeof getImport>): Promise<ImportState> {
    return this.imports.get(actor.workspaceId, id);
  }

  @OnRequest(listImports)
  list({ actor, ...query }: InputOf<typeof listImports>): Promise<string> {
    return this.lists.imports({ workspaceId: actor.workspaceId, ...query });
  }

  @OnRequest(listImportItems)
  listItems({ actor, id, ...query }: InputOf<typeof listImportItems>): Promise<string> {
    return this.lists.items({ workspaceId: actor.workspaceId, importId: id, ...query });
  }

  @OnRequest(listImportStatistics)
  async listStatistics(
    input: InputOf<typeof listImportStatistics>,
  ): Promise<AnswerOf<typeof listImportStatistics>> {
    return { points: await this.lists.statistics(input) };
  }

  @OnRequest(cancelImport)
  cancel({ actor, id }: InputOf<typeof cancelImport>): Promise<ImportState> {
    return this.imports.cancel(actor.workspaceId, id);
  }

  @OnRequest(retryImport)
  retry(input: InputOf<typeof retryImport>): Promise<{ import: ImportResult; replayed: boolean }> {
    return this.imports.retry(input.actor, input.id, input.idempotencyKey, input.onlyRepeat);
  }
}
