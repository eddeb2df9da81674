// Lets one creating request of a workspace at a time go to the database, within this process. The requests of one
// workspace wait for each other anyway, at the advisory lock of GenerationsStore.insertWithin. There each of them would
// hold a connection, and a workspace that floods would take the whole pool from the other workspaces.
import { AppError } from '#contracts';
import { KeyedMutex } from '#platform/resilience';

/** Requests of one workspace: as many as one gateway sends at once; they wait for half of its answer time. */
const LIMITS = { max: 200, waitMs: 1500 };

/** Runs the requests of each workspace one after the other. */
export class WorkspaceBulkhead {
  private readonly mutex = new KeyedMutex(LIMITS);
  /** Workspace → Idempotency-Key of the request that runs. Its key is not committed, so no query can find it. */
  private readonly runningKeys = new Map<string, string | undefined>();

  /**
   * Runs `work` after the earlier requests of the workspace. Errors: those of `work`. When the wait gets too long:
   * IdempotencyInProgress if the request that runs has the same key, otherwise Unavailable.
   */
  run<T>(workspaceId: string, key: string | undefined, work: () => Promise<T>): Promise<T> {
    const runWork = () => {
      this.runningKeys.set(workspaceId, key);
      return work().finally(() => this.runningKeys.delete(workspaceId));
    };
    const late = () => {
      const isRepeat = key !== undefined && this.runningKeys.get(workspaceId) === key;
      return new AppError(isRepeat ? 'IdempotencyInProgress' : 'Unavailable', { retryAfter: 1 });
    };
    return this.mutex.run(workspaceId, runWork, late);
  }
}
