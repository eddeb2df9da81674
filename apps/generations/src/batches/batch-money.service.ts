// Keeps batches within their limit of cost and within the budget of their workspace.
import { Injectable } from '@nestjs/common';
import { BudgetsService, turnsSoon } from '../budget/index.ts';
import { BatchStopsService } from './batch-stops.service.ts';
import { affordable, type BatchInWork } from '../batch-record/index.ts';

@Injectable()
export class BatchMoneyService {
  constructor(
    private readonly budgets: BudgetsService,
    private readonly stops: BatchStopsService,
  ) {}

  /**
   * How many more generations of a batch may begin: so many that they will probably not cost more than is left. A batch for
   * which nothing is left is stopped, unless the next month brings money in some minutes.
   */
  async room(batch: BatchInWork): Promise<number> {
    const { workspaceId, id, environment, maxCostMicros } = batch;
    if (!this.budgets.isPriced(environment.model)) return Infinity;
    const budget = await this.budgets.budgetOf(workspaceId, environment.model);
    if (!budget && maxCostMicros === null) return Infinity;
    const costMicros = Number(batch.costMicros ?? 0);
    const ofBatch = maxCostMicros === null ? Infinity : Number(maxCostMicros) - costMicros;
    const leftMicros = Math.min(ofBatch, budget?.leftMicros ?? Infinity);
    if (leftMicros > 0) return affordable({ ...batch, leftMicros, costMicros });
    // A batch that is stopped stays stopped, and in some minutes it will have the money of the next month.
    if (ofBatch > 0 && budget && budget.limitMicros > 0 && turnsSoon(new Date())) return 0;
    await this.stops.stopSpent(workspaceId, id, ofBatch <= 0 ? 'MaxCostReached' : 'BudgetExceeded');
    return 0;
  }
}
