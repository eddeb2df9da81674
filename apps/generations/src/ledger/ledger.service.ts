// Keeps the ledger: what each attempt used, and what that cost by the prices of the configuration.
import { Inject, Injectable } from '@nestjs/common';
import type { AttemptUsage, GenerationErrorCode, GenerationLease } from '#contracts';
import { CONFIG } from '#platform/config';
import type { Transaction } from '#platform/database';
import type { Config } from '../config.ts';
import { costOf } from '../usage/index.ts';
import { LedgerStore, type AttemptEnd } from './ledger.store.ts';

@Injectable()
export class LedgerService {
  constructor(
    private readonly store: LedgerStore,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Notes what a worker reports of an attempt. Only the first report counts, because reports are repeated; without a usage, the
   * row stays as the claim made it. `model` is looked up where the caller does not know it.
   */
  async tell(
    tx: Transaction,
    lease: GenerationLease,
    { usage, errorCode }: { usage?: AttemptUsage | undefined; errorCode?: GenerationErrorCode | undefined },
    model?: string,
  ): Promise<void> {
    const known = usage && (model ?? (await this.store.modelOf(tx, lease)));
    if (known === undefined || usage === undefined) return;
    const end = this.endOf(lease, usage, known, errorCode ?? null);
    await this.store.end(tx, [end], { isTold: true, areMembers: true });
  }

  /** The same for attempts that have succeeded. */
  async tellSuccesses(
    tx: Transaction,
    attempts: readonly {
      lease: GenerationLease;
      usage: AttemptUsage;
      model: string;
      batchId: string | null;
    }[],
  ): Promise<void> {
    const ends = attempts.map(({ lease, usage, model }) => this.endOf(lease, usage, model, null));
    const areMembers = attempts.some(({ batchId }) => batchId !== null);
    await this.store.end(tx, ends, { isTold: true, areMembers });
  }

  /** Before several attempts of a generation are charged one after the other. */
  lock(tx: Transaction, generationId: string): Promise<void> {
    return this.store.lock(tx, generationId);
  }

  /**
   * Charges those attempts of ended generations of which no worker has reported what they used, such as cancelled ones and
   * those of killed workers: the estimate of their claim, until a report comes after all.
   */
  async chargeUntold(
    tx: Transaction,
    generationIds: readonly string[],
    errorCode: GenerationErrorCode,
  ): Promise<void> {
    const open = await this.store.findOpen(tx, generationIds);
    if (open.length === 0) return;
    const ends = open.map(({ generationId, epoch, model, calls, ...tokens }) => {
      const usage = {
        calls,
        inputTokens: known(tokens.inputTokens),
        outputTokens: known(tokens.outputTokens),
      };
      return this.endOf({ generationId, epoch }, { ...usage, partial: true }, model, errorCode);
    });
    await this.store.end(tx, ends, { isTold: false, areMembers: true });
  }

  private endOf(
    { generationId, epoch }: GenerationLease,
    usage: AttemptUsage,
    model: string,
    errorCode: GenerationErrorCode | null,
  ): AttemptEnd {
    return { generationId, epoch, ...usage, ...costOf(model, usage, this.config.MODEL_PRICES), errorCode };
  }
}

function known(bigint: string | null): number | null {
  return bigint === null ? null : Number(bigint);
}
