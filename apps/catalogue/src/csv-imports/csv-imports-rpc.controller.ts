// Requests about imports of CSV files.
import { Controller } from '@nestjs/common';
import { createCsvImport, stageCsvChunk, type AnswerOf, type InputOf } from '#contracts';
import { OnRequest } from '#platform/messaging';
import { CsvImportsService } from './csv-imports.service.ts';

@Controller()
export class CsvImportsRpcController {
  constructor(private readonly imports: CsvImportsService) {}

  @OnRequest(stageCsvChunk)
  async stage({ actor, ...chunk }: InputOf<typeof stageCsvChunk>): Promise<AnswerOf<typeof stageCsvChunk>> {
    await this.imports.stage(actor.workspaceId, chunk);
    return {};
  }

  @OnRequest(createCsvImport)
  create({
    actor,
    idempotencyKey,
    onlyRepeat,
    ...file
  }: InputOf<typeof createCsvImport>): Promise<AnswerOf<typeof createCsvImport>> {
    return this.imports.create(actor, file, idempotencyKey, onlyRepeat);
  }
}
