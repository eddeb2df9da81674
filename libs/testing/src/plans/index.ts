// Tells what statements read, by the plans of Postgres.
export { keyPlanFaults } from './key-plans.ts';
export { blocksRead, plansOf, rowsRead, type Plan } from './plans.ts';
