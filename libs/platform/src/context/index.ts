// What travels with a request or job: request id, account, trace, deadline.
export { currentContext, newId, remainingMs, withContext, type Context } from './context.ts';
