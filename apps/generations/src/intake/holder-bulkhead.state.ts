// Lets one creating request of a holder of workspaces, or one group of them, at a time go to the database, within this process. They
// wait for each other anyway, at an advisory lock such as that of GenerationsStore.insertWithin. There each of them would hold a
// connection, and a holder who floods would take the whole pool from the others. Each lock has a bulkhead of its own.
import { AppError } from '#contracts';
import type { IdempotentRequest } from '#platform/idempotency';
import { KeyedMutex } from '#platform/resilience';

/** Requests of one holder: as many as one gateway sends at once; they wait for half of its answer time. */
const LIMITS = { max: 200, waitMs: 1500 };

/** Runs the requests of each holder one after the other. */
export class HolderBulkhead {
  private readonly mutex = new KeyedMutex(LIMITS);
  /** Holder → workspaces and Idempotency-Keys of the requests that run. Their keys are not committed, so no query can find them. */
  private readonly runningKeys = new Map<string, ReadonlySet<string>>();

  /**
   * Runs `work` for these requests after the earlier ones of the holder. Errors: those of `work`. When the wait gets too long:
   * IdempotencyInProgress if those that run have the same keys, otherwise Unavailable.
   */
  run<T>(
    holderId: string,
    requests: readonly Pick<IdempotentRequest, 'workspaceId' | 'key'>[],
    work: () => Promise<T>,
  ): Promise<T> {
    const places = requests.map(({ workspaceId, key }) => (key === undefined ? '' : `${workspaceId} ${key}`));
    const runWork = () => {
      this.runningKeys.set(holderId, new Set(places.filter((place) => place !== '')));
      return work().finally(() => this.runningKeys.delete(holderId));
    };
    const late = () => {
      const running = this.runningKeys.get(holderId);
      const areRepeats = places.every((place) => running?.has(place));
      return new AppError(areRepeats ? 'IdempotencyInProgress' : 'Unavailable', { retryAfter: 1 });
    };
    return this.mutex.run(holderId, runWork, late);
  }
}
