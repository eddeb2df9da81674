// Keeps batches within their limit of cost and within the budget of their workspace.
import { Injectable } from '@nestjs/common';
import { BudgetsService, monthTurns } from '../budget/index.ts';
import { BatchStopsService } from './batch-stops.service.ts';
import type { BatchInWork } from '../batch-record/index.ts';

@Injectable()
export class BatchMoneyService {
  constructor(
    private readonly budgets: BudgetsService,
    private readonly stops: BatchStopsService,
  ) {}

  /**
   * What is left for more generations of a batch, in millionths; Infinity where nothing limits their cost. A batch for which
   * nothing is left is stopped, unless a new month begins about now, with a new budget.
   */
  async left(batch: BatchInWork): Promise<number> {
    const { workspaceId, id, environment, maxCostMicros } = batch;
    if (!this.budgets.isPriced(environment.model)) return Infinity;
    const budget = await this.budgets.budgetOf(workspaceId, environment.model);
    if (!budget && maxCostMicros === null) return Infinity;
    const ofBatch = maxCostMicros === null ? Infinity : Number(maxCostMicros) - batch.spentMicros;
    const leftMicros = Math.min(ofBatch, budget?.leftMicros ?? Infinity);
    if (leftMicros > 0) return leftMicros;
    // It waits for the budget of the next month, because a batch that is stopped could not go on with it.
    if (ofBatch > 0 && budget && budget.limitMicros > 0 && monthTurns(new Date())) return 0;
    await this.stops.stopSpent(workspaceId, id, ofBatch <= 0 ? 'MaxCostReached' : 'BudgetExceeded');
    return 0;
  }
}
