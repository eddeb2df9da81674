// Requests about imports.
import { Controller } from '@nestjs/common';
import { createImport, getImport, type ImportResult, type ImportState, type InputOf } from '#contracts';
import { OnRequest } from '#platform/messaging';
import { ImportsService } from './imports.service.ts';

@Controller()
export class ImportsRpcController {
  constructor(private readonly imports: ImportsService) {}

  @OnRequest(createImport)
  create(input: InputOf<typeof createImport>): Promise<{ import: ImportResult; replayed: boolean }> {
    return this.imports.create(input.actor, input.body, input.idempotencyKey);
  }

  @OnRequest(getImport)
  get({ actor, id }: InputOf<typeof getImport>): Promise<ImportState> {
    return this.imports.get(actor.workspaceId, id);
  }
}
