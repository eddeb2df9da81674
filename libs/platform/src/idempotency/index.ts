// Idempotency keys, kept in the transaction that accepts the request.
export { idempotencyTable, isReplay, withIdempotencyKey, purgeIdempotency } from './idempotency.ts';
