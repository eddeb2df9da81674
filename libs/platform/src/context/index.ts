// What travels with a request or job: request id, account, trace, deadline.
export {
  currentContext,
  inThisContext,
  newId,
  newRequestId,
  remainingMs,
  withContext,
  withOwnTime,
  type Context,
} from './context.ts';
