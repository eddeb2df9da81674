// Removes what an owner need not keep any longer: expired idempotency keys, deleted rows, months of old rows,
// erased workspaces.
export { eraseRows } from './erasure.ts';
export { RetentionModule } from './retention.module.ts';
