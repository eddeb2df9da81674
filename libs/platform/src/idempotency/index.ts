// Idempotency keys, kept in the transaction that accepts the request, and the order of requests before it.
export { IdempotencyEntity, idempotencyTable } from './idempotency.entity.ts';
export {
  forgetAnswer,
  forgetKeys,
  keepKeys,
  storedAnswer,
  withIdempotencyKey,
  type IdempotentRequest,
} from './idempotency.ts';
export { LockBulkhead, type WorkspaceRequest } from './lock-bulkhead.ts';
