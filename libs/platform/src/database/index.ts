// Postgres: connections per role, transactions bound to a workspace, and the names of columns.
export { arraysOf, columnNames, DERIVED, selectList, selectListWithout } from './columns.ts';
export { ComputedAnswers } from './computed-answers.ts';
export { DatabaseModule } from './database.module.ts';
export { Database, SYSTEM, type Transaction } from './database.ts';
export { HIGHEST_ID, LOWEST_ID } from './id-bounds.ts';
export { BY_INDEX_ORDER } from './index-order.ts';
export { KEEP_ALIVE } from './keep-alive.ts';
export { idRangeOf, leastIdAt, madeWithin, maintenanceOf, monthlyPartitions } from './monthly-partitions.ts';
export { purge, ROUND_MS } from './purge.ts';
export { erasedWorkspaces, isolatedView, isolateWorkspaces } from './row-level-security.ts';
