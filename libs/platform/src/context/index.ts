// What travels with a request or job: request id, account, trace, deadline.
export { currentContext, remainingMs, withContext, type Context } from './context.ts';
export { newId } from '../fast/new-id.ts';
