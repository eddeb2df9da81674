// Idempotency keys, kept in the transaction that accepts the request.
export { IdempotencyEntity, idempotencyTable } from './idempotency.entity.ts';
export {
  forgetAnswer,
  forgetKeys,
  keepKeys,
  storedAnswer,
  withIdempotencyKey,
  type IdempotentRequest,
} from './idempotency.ts';
