// Knows what workspaces may spend in a month and what they have spent in this one.
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '#platform/config';
import type { Config } from '../config.ts';
import { WorkspaceSettingsClient } from '../workspaces/index.ts';
import { effectiveBudget, isPriced } from './budget.rules.ts';
import { SpendingStore } from './spending.store.ts';

@Injectable()
export class BudgetsService {
  constructor(
    private readonly workspaces: WorkspaceSettingsClient,
    private readonly spending: SpendingStore,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * What the workspace may spend in a month if this model costs something, in millionths of the currency; null where no budget
   * stops it. Errors: Unavailable when auth has been away for too long to know its budget.
   */
  async limitOf(workspaceId: string, model: string): Promise<number | null> {
    if (!this.isPriced(model)) return null;
    const { BUDGET_DEFAULT_MICROS: byDefault, BUDGET_MAX_MICROS: most } = this.config;
    const own = await this.workspaces.monthlyMicros(workspaceId);
    const budget = effectiveBudget(own, { byDefault, most });
    return budget === undefined || budget === Infinity ? null : budget;
  }

  /** True for a model that costs something. */
  isPriced(model: string): boolean {
    return isPriced(model, this.config.MODEL_PRICES);
  }

  /** The budget of a workspace for this month, and what is left of it; undefined where no budget stops the model. */
  async budgetOf(
    workspaceId: string,
    model: string,
  ): Promise<{ limitMicros: number; leftMicros: number } | undefined> {
    const limitMicros = await this.limitOf(workspaceId, model);
    if (limitMicros === null) return undefined;
    const [spent = 0] = await this.spent([workspaceId]);
    return { limitMicros, leftMicros: limitMicros - spent };
  }

  /** What each workspace has spent in this month, in millionths of the currency, in the order of the ids. */
  async spent(workspaceIds: readonly string[]): Promise<number[]> {
    const spent = await this.spending.read(workspaceIds);
    return workspaceIds.map((id) => spent.get(id) ?? 0);
  }
}
