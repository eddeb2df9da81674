// Promises that a scenario awaits after other work.

/**
 * The same promise, which may reject before somebody awaits it: without this, an abort or a regression would end the
 * whole process instead of failing one scenario.
 */
export function thrownLater<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined);
  return promise;
}
