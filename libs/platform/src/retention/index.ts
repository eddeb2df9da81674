// Removes what an owner need not keep any longer: expired idempotency keys, deleted rows, months of old rows.
export { RetentionModule } from './retention.module.ts';
