// What travels with a request or job: request id, account, trace, deadline.
export { currentContext, inThisContext, newId, remainingMs, withContext, type Context } from './context.ts';
