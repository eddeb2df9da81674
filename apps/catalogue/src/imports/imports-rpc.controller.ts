// Requests about imports.
import { Controller } from '@nestjs/common';
import type { z } from 'zod';
import { createImport, getImport, type ImportResult, type ImportState } from '#contracts';
import { OnRequest } from '#platform/messaging';
import { ImportsService } from './imports.service.ts';

@Controller()
export class ImportsRpcController {
  constructor(private readonly imports: ImportsService) {}

  @OnRequest(createImport)
  create(input: z.output<typeof createImport.input>): Promise<{ import: ImportResult; replayed: boolean }> {
    return this.imports.create(input.actor, input.body, input.idempotencyKey);
  }

  @OnRequest(getImport)
  get({ actor, id }: z.output<typeof getImport.input>): Promise<ImportState> {
    return this.imports.get(actor.workspaceId, id);
  }
}
