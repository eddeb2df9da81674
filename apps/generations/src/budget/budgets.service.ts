// Knows what workspaces may spend in a month and what they have spent in this one.
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '#platform/config';
import type { Config } from '../config.ts';
import { isPriced } from './budget.rules.ts';
import { BudgetsClient } from './budgets.client.ts';
import { SpendingStore } from './spending.store.ts';

@Injectable()
export class BudgetsService {
  constructor(
    private readonly budgets: BudgetsClient,
    private readonly spending: SpendingStore,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** What the workspace may spend in a month if this model costs something; null where no budget stops it. */
  async limitOf(workspaceId: string, model: string): Promise<number | null> {
    if (!isPriced(model, this.config.MODEL_PRICES)) return null;
    return (await this.budgets.monthlyMicros(workspaceId)) ?? null;
  }

  /** What each workspace has spent in this month, in micro-units, in the order of the ids. */
  async spent(workspaceIds: readonly string[]): Promise<number[]> {
    const spent = await this.spending.read(workspaceIds);
    return workspaceIds.map((id) => spent.get(id) ?? 0);
  }
}
