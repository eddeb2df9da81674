// Answers the gateway's requests about what workspaces have spent.
import { Controller } from '@nestjs/common';
import { listSpending, type AnswerOf, type InputOf } from '#contracts';
import { OnRequest } from '#platform/messaging';
import { BudgetsService } from './budgets.service.ts';

@Controller()
export class SpendingRpcController {
  constructor(private readonly budgets: BudgetsService) {}

  @OnRequest(listSpending)
  async list({ workspaceIds }: InputOf<typeof listSpending>): Promise<AnswerOf<typeof listSpending>> {
    return { spentMicros: await this.budgets.spent(workspaceIds) };
  }
}
