// What travels with a request or job: request id, account, trace, deadline.
export { type Context, currentContext, newId, remainingMs, withContext } from './context.ts';
