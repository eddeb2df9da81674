// Telling the world that generations have ended: in an event each, and in a hint to those who wait just now.
import { Injectable } from '@nestjs/common';
import { generationEnded, generationFailed, generationSucceeded, type GenerationErrorCode } from '#contracts';
import { Bus } from '#platform/bus';
import { withContext } from '#platform/context';
import { Database, type Transaction } from '#platform/database';
import { Outbox } from '#platform/outbox';
import { ClaimsStore, type Ended } from './claims.store.ts';

/** Tells of ends, and ends what nobody works on. */
@Injectable()
export class EndingsService {
  constructor(
    private readonly database: Database,
    private readonly store: ClaimsStore,
    private readonly outbox: Outbox,
    private readonly bus: Bus,
  ) {}

  /** Ends generations FAILED without a worker's word. */
  async fail(tx: Transaction, ids: readonly string[], errorCode: GenerationErrorCode): Promise<void> {
    for (const ended of await this.store.fail(tx, ids, errorCode)) await this.tell(tx, ended, errorCode);
  }

  /** Tells of an end; without an error code it was a success. */
  async tell(tx: Transaction, ended: Ended, errorCode?: GenerationErrorCode): Promise<void> {
    const { id, workspaceId, requestId } = ended;
    const data = { workspaceId, generationId: id };
    // In the circumstances of the request that asked for it, so that its events can be found by its id.
    await withContext({ requestId }, () =>
      errorCode === undefined
        ? this.outbox.events(tx, generationSucceeded, [{ subject: id, data }])
        : this.outbox.events(tx, generationFailed, [{ subject: id, data: { ...data, errorCode } }]),
    );
    this.database.afterCommit(tx, () => this.bus.signal(generationEnded, workspaceId, { id }));
  }
}
