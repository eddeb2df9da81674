// Compares what a workspace spends on models with its monthly budget.
import { Module } from '@nestjs/common';
import { BudgetsClient } from './budgets.client.ts';
import { BudgetsService } from './budgets.service.ts';
import { SpendingRpcController } from './spending-rpc.controller.ts';
import { SpendingStore } from './spending.store.ts';

@Module({
  controllers: [SpendingRpcController],
  providers: [BudgetsClient, BudgetsService, SpendingStore],
  exports: [BudgetsService],
})
export class BudgetModule {}
