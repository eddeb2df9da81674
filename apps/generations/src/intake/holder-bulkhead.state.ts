// Lets one creating request of a holder of workspaces at a time go to the database, within this process. The requests of one
// holder wait for each other anyway, at an advisory lock such as that of GenerationsStore.insertWithin. There each of them would
// hold a connection, and a holder who floods would take the whole pool from the others. Each lock has a bulkhead of its own.
import { AppError } from '#contracts';
import type { IdempotentRequest } from '#platform/idempotency';
import { KeyedMutex } from '#platform/resilience';

/** Requests of one holder: as many as one gateway sends at once; they wait for half of its answer time. */
const LIMITS = { max: 200, waitMs: 1500 };

/** Runs the requests of each holder one after the other. */
export class HolderBulkhead {
  private readonly mutex = new KeyedMutex(LIMITS);
  /** Holder → workspace and Idempotency-Key of the request that runs. Its key is not committed, so no query can find it. */
  private readonly runningKeys = new Map<string, string | undefined>();

  /**
   * Runs `work` after the earlier requests of the holder. Errors: those of `work`. When the wait gets too long:
   * IdempotencyInProgress if the request that runs has the same key, otherwise Unavailable.
   */
  run<T>(
    holderId: string,
    { workspaceId, key }: Pick<IdempotentRequest, 'workspaceId' | 'key'>,
    work: () => Promise<T>,
  ): Promise<T> {
    const place = key === undefined ? undefined : `${workspaceId} ${key}`;
    const runWork = () => {
      this.runningKeys.set(holderId, place);
      return work().finally(() => this.runningKeys.delete(holderId));
    };
    const late = () => {
      const isRepeat = place !== undefined && this.runningKeys.get(holderId) === place;
      return new AppError(isRepeat ? 'IdempotencyInProgress' : 'Unavailable', { retryAfter: 1 });
    };
    return this.mutex.run(holderId, runWork, late);
  }
}
