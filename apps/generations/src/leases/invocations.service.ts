// Keeps the ledger: what each attempt used, and what that cost by the prices of the configuration.
import { Inject, Injectable } from '@nestjs/common';
import type { AttemptUsage, GenerationErrorCode, GenerationLease } from '#contracts';
import { CONFIG } from '#platform/config';
import type { Transaction } from '#platform/database';
import type { Config } from '../config.ts';
import { InvocationsStore } from './invocations.store.ts';
import { costOf } from '../usage/index.ts';

@Injectable()
export class InvocationsService {
  constructor(
    private readonly store: InvocationsStore,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Notes what an attempt used. Only the first note counts, because reports are repeated; without a usage, the row stays
   * as the claim made it. `model` is looked up where the caller does not know it.
   */
  async end(
    tx: Transaction,
    lease: GenerationLease,
    { usage, errorCode }: { usage?: AttemptUsage | undefined; errorCode?: GenerationErrorCode | undefined },
    model?: string,
  ): Promise<void> {
    const known = usage && (model ?? (await this.store.modelOf(tx, lease)));
    if (known === undefined || usage === undefined) return;
    const cost = costOf(known, usage, this.config.MODEL_PRICES);
    await this.store.end(tx, lease, { ...usage, ...cost, errorCode: errorCode ?? null });
  }
}
