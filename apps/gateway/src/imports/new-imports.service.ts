// Creates imports within the quota of their workspace: of what a client submits, and of what failed in an earlier one.
import { Injectable } from '@nestjs/common';
import {
  createImport,
  getImport,
  RETRYABLE_IMPORT_ITEM_ERRORS,
  retryImport,
  type AnswerOf,
  type InputOf,
} from '#contracts';
import { Bus } from '#platform/messaging';
import { ImportQuotaService } from './import-quota.service.ts';

@Injectable()
export class NewImportsService {
  constructor(
    private readonly bus: Bus,
    private readonly quota: ImportQuotaService,
  ) {}

  /** Creates an import. Errors: QuotaExceeded, those of createImport. */
  create(input: InputOf<typeof createImport>): Promise<AnswerOf<typeof createImport>> {
    const { actor, body } = input;
    return this.quota.within(actor.workspaceId, body.asins.length, () =>
      this.bus.request(createImport, input),
    );
  }

  /** Creates an import of what failed in another one and may succeed now. Errors: QuotaExceeded, those of retryImport. */
  async retry(input: InputOf<typeof retryImport>): Promise<AnswerOf<typeof retryImport>> {
    const { actor, id } = input;
    const { items } = await this.bus.request(getImport, { actor, id });
    const failed = items.filter(({ errorCode }) => errorCode && RETRYABLE_IMPORT_ITEM_ERRORS.has(errorCode));
    return this.quota.within(actor.workspaceId, failed.length, () => this.bus.request(retryImport, input));
  }
}
