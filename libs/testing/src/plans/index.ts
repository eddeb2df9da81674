// Tells what statements read, by the plans of Postgres.
export { blocksRead, plansOf, rowsRead, type Plan } from './plans.ts';
