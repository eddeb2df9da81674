// What other rooms use of budget.
export { THIS_MONTH, budgetSpent, monthOf, monthTurns } from './budget.rules.ts';
export { BudgetsService } from './budgets.service.ts';
