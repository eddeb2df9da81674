// What travels with a piece of work through bus and queue: request id, actor, trace, deadline.
import { AsyncLocalStorage } from 'node:async_hooks';
import { v7 } from 'uuid';
import { AppError } from '#contracts';

/** The circumstances of the work in hand. */
export interface Context {
  /** Id of the request that caused it; the id of its errors, the key to its logs. */
  requestId: string;
  /** W3C trace context, when tracing is on. */
  traceparent?: string;
  /** Moment, by performance.now(), after which nobody waits for the answer. */
  deadline?: number;
  /** For the logs. */
  accountId?: string;
}

const storage = new AsyncLocalStorage<Context>();

/** A new id: a UUIDv7, so that ids sort by time. */
export function newId(): string {
  return v7();
}

/** The circumstances of the work in hand; undefined outside of any. */
export function currentContext(): Context | undefined {
  return storage.getStore();
}

/** Runs work in its circumstances. */
export function withContext<T>(context: Context, work: () => T): T {
  return storage.run(context, work);
}

/** Milliseconds left before nobody waits any more; Infinity without a deadline. */
export function remainingMs(): number {
  const deadline = storage.getStore()?.deadline;
  return deadline === undefined ? Infinity : deadline - performance.now();
}

/** Throws UpstreamTimeout once nobody waits any more; call it before a write. */
export function assertTimeLeft(): void {
  if (remainingMs() <= 0) throw new AppError('UpstreamTimeout');
}
