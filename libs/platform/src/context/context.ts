// Carries the context of a request or job through asynchronous calls: request id, account, trace, deadline.
import { AsyncLocalStorage } from 'node:async_hooks';
import { v7 } from 'uuid';
import { AppError } from '#contracts';

/** A new id: a UUIDv7, so that ids sort by time, to the millisecond. */
export function newId(): string {
  return v7();
}

/** Random bytes for the ids of requests: taken for each alone, they cost eight times as much as the rest of it. */
const RANDOM = new Uint8Array(4096);
/** Bytes of one id. */
const ID_BYTES = 16;
let used = RANDOM.length;

/** A new id of a request: a UUIDv7, too, but of those of one millisecond none is told to be the later. */
export function newRequestId(): string {
  if (used === RANDOM.length) {
    crypto.getRandomValues(RANDOM);
    used = 0;
  }
  used += ID_BYTES;
  return v7({ random: RANDOM.subarray(used - ID_BYTES, used) });
}

/** The context of the current request or job. */
export interface Context {
  /** Id of the request that caused the work: the id of its errors and of its log lines. */
  requestId: string;
  /** W3C trace context, when tracing is on. */
  traceparent?: string;
  /** When the caller stops waiting, by performance.now(). */
  deadline?: number;
  /** Shown in log lines. */
  accountId?: string;
}

const storage = new AsyncLocalStorage<Context>();

/** The current context; undefined outside of a request or job. */
export function currentContext(): Context | undefined {
  return storage.getStore();
}

/** Runs work in a context. */
export function withContext<T>(context: Context, work: () => T): T {
  return storage.run(context, work);
}

/** Runs work in the context of now with a time of its own, in milliseconds: it outlives its request, or others wait for it too. */
export function withOwnTime<T>(ms: number, work: () => T): T {
  return withContext(
    { requestId: newRequestId(), ...currentContext(), deadline: performance.now() + ms },
    work,
  );
}

/** Runs work later in the context of now, such as that of one request among several that go together. */
export function inThisContext(): <T>(work: () => T) => T {
  return AsyncLocalStorage.snapshot();
}

/** Milliseconds until the caller stops waiting; Infinity without a deadline. */
export function remainingMs(): number {
  const deadline = storage.getStore()?.deadline;
  return deadline === undefined ? Infinity : deadline - performance.now();
}

/** Throws UpstreamTimeout once the caller has stopped waiting; call it before a write. */
export function assertTimeLeft(): void {
  if (remainingMs() <= 0) throw new AppError('UpstreamTimeout');
}
