// Compares what a workspace spends on models with its monthly budget.
import { Module } from '@nestjs/common';
import { WorkspacesModule } from '../workspaces/workspaces.module.ts';
import { BudgetsService } from './budgets.service.ts';
import { SpendingRpcController } from './spending-rpc.controller.ts';
import { SpendingStore } from './spending.store.ts';

@Module({
  imports: [WorkspacesModule],
  controllers: [SpendingRpcController],
  providers: [BudgetsService, SpendingStore],
  exports: [BudgetsService],
})
export class BudgetModule {}
