// What other rooms use of budget.
export { THIS_MONTH, budgetSpent, turnsSoon } from './budget.rules.ts';
export { BudgetsService } from './budgets.service.ts';
