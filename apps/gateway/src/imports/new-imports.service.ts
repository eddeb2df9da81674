// Creates imports within the quota of their workspace: of what a client submits, and of what failed in an earlier one.
import { Injectable } from '@nestjs/common';
import {
  AppError,
  checkFollowUp,
  createImport,
  getImport,
  RETRYABLE_IMPORT_ITEM_ERRORS,
  retryImport,
  validateImport,
  type Actor,
  type AnswerOf,
  type ImportFollowUp,
  type InputOf,
} from '#contracts';
import { Bus } from '#platform/messaging';
import { firstAnswerOr, ImportQuotaService } from '../import-quota/index.ts';

@Injectable()
export class NewImportsService {
  constructor(
    private readonly bus: Bus,
    private readonly quota: ImportQuotaService,
  ) {}

  /** Creates an import. Errors: QuotaExceeded, those of createImport and of checkFollowUp. */
  async create(input: InputOf<typeof createImport>): Promise<AnswerOf<typeof createImport>> {
    const { actor, body, idempotencyKey: key } = input;
    const ask = (onlyRepeat: boolean) => this.bus.request(createImport, { ...input, onlyRepeat });
    try {
      await this.check(actor, body.then);
    } catch (error) {
      return firstAnswerOr(error, { key, ask });
    }
    return this.quota.within(actor, { items: body.asins.length, target: 'asins', key, ask });
  }

  /** Tells what would become of the identifiers of an import. Errors: those of validateImport and of checkFollowUp. */
  async preview(input: InputOf<typeof validateImport>): Promise<AnswerOf<typeof validateImport>> {
    await this.check(input.actor, input.body.then);
    return this.bus.request(validateImport, input);
  }

  /** Checks what is to follow an import. Errors: those of checkFollowUp, with targets in the body of the import. */
  private async check(actor: Actor, followUp: ImportFollowUp | undefined): Promise<void> {
    if (!followUp) return;
    try {
      await this.bus.request(checkFollowUp, { actor, body: followUp });
    } catch (error) {
      throw error instanceof AppError ? within('then', error) : error;
    }
  }

  /** Creates an import of what failed in another one and may succeed now. Errors: QuotaExceeded, those of retryImport. */
  async retry(input: InputOf<typeof retryImport>): Promise<AnswerOf<typeof retryImport>> {
    const { actor, id, idempotencyKey: key } = input;
    const ask = (onlyRepeat: boolean) => this.bus.request(retryImport, { ...input, onlyRepeat });
    let failed: number;
    try {
      const { items } = await this.bus.request(getImport, { actor, id });
      failed = items.filter(
        ({ errorCode }) => errorCode && RETRYABLE_IMPORT_ITEM_ERRORS.has(errorCode),
      ).length;
    } catch (error) {
      return firstAnswerOr(error, { key, ask });
    }
    return this.quota.within(actor, { items: failed, key, ask });
  }
}

/** Turns an error about a part of the body into one about the whole body, with targets inside of it. */
function within(part: string, error: AppError): AppError {
  const { code, customMessage: message, details, target, retryAfter } = error;
  const inside = (path: string): string => `${part}.${path}`;
  return new AppError(code, {
    message,
    target: target === undefined ? undefined : inside(target),
    retryAfter,
    details: details.map((one) => (one.target === undefined ? one : { ...one, target: inside(one.target) })),
    cause: error,
  });
}
