// Lets one writing request of a holder of workspaces, of one workspace, of one row of it, or one group of them, at a time go to
// the database, within this process. They wait for each other anyway, at a row or at an advisory lock such as that of
// GenerationsStore.insertWithin. There each of them would hold a connection, and who floods would take the whole pool from the
// others. Each lock has a bulkhead of its own, whose keys are what the lock is by.
import { AppError } from '#contracts';
import type { Database, Transaction } from '../database/database.ts';
import { KeyedMutex } from '../resilience/keyed-mutex.ts';
import type { IdempotentRequest } from './idempotency.ts';

/** Requests of one key: as many as one gateway sends at once; they wait for half of its answer time. */
const LIMITS = { max: 200, waitMs: 1500 };

/** A request for a workspace, with its Idempotency-Key if it has one. */
export type WorkspaceRequest = Pick<IdempotentRequest, 'workspaceId'> & { key?: string | undefined };

/** Runs the requests of each key one after the other. */
export class LockBulkhead {
  private readonly mutex = new KeyedMutex(LIMITS);
  /** Key → workspaces and Idempotency-Keys of the requests that run. Their keys are not committed, so no query can find them. */
  private readonly runningKeys = new Map<string, ReadonlySet<string>>();

  /**
   * Runs `work` for these requests after the earlier ones of the holder or workspace. Errors: those of `work`. When the wait gets
   * too long: IdempotencyInProgress if those that run have the same keys, otherwise Unavailable.
   */
  run<T>(
    lockedBy: string,
    requests: readonly Pick<IdempotentRequest, 'workspaceId' | 'key'>[],
    work: () => Promise<T>,
  ): Promise<T> {
    const places = requests.map(({ workspaceId, key }) => (key === undefined ? '' : `${workspaceId} ${key}`));
    const runWork = () => {
      this.runningKeys.set(lockedBy, new Set(places.filter((place) => place !== '')));
      return work().finally(() => this.runningKeys.delete(lockedBy));
    };
    const late = () => {
      const running = this.runningKeys.get(lockedBy);
      const areRepeats = places.every((place) => running?.has(place));
      return new AppError(areRepeats ? 'IdempotencyInProgress' : 'Unavailable', { retryAfter: 1 });
    };
    return this.mutex.run(lockedBy, runWork, late);
  }

  /** Runs a transaction for a request after the earlier ones of its workspace, where the lock is by the workspace. Errors as of `run`. */
  forWorkspace<T>(
    database: Database,
    { workspaceId, key }: WorkspaceRequest,
    work: (tx: Transaction) => Promise<T>,
  ): Promise<T> {
    return this.run(workspaceId, [{ workspaceId, key }], () => database.forWorkspace(workspaceId, work));
  }

  /** Runs a transaction after the earlier ones for a row of the workspace, which each locks. Errors as of `run`. */
  forRow<T>(
    database: Database,
    { workspaceId, id }: { workspaceId: string; id: string },
    work: (tx: Transaction) => Promise<T>,
  ): Promise<T> {
    const place = { workspaceId, key: undefined };
    // By the workspace too: whoever knows an id of others must not stand in their way.
    return this.run(`${workspaceId} ${id}`, [place], () => database.forWorkspace(workspaceId, work));
  }
}
