// Announces ended generations, by an event and by notifications to waiting clients, and fails those without a worker.
import { Inject, Injectable } from '@nestjs/common';
import {
  generationCancelled,
  generationEnded,
  generationFailed,
  generationSucceeded,
  liveGeneration,
  modelNames,
  type GenerationErrorCode,
} from '#contracts';
import { CONFIG } from '#platform/config';
import { withContext } from '#platform/context';
import { Database, type Transaction } from '#platform/database';
import { Bus } from '#platform/messaging';
import { Outbox } from '#platform/outbox';
import type { Config } from '../config.ts';
import { durations, generations, OTHER_MODEL } from '../metrics.ts';
import { LeasesStore, type EndedGeneration } from './leases.store.ts';

@Injectable()
export class GenerationCompletionService {
  constructor(
    private readonly database: Database,
    private readonly store: LeasesStore,
    private readonly outbox: Outbox,
    private readonly bus: Bus,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Ends those generations that are RUNNING as FAILED without an outcome of a worker, announces and returns them. */
  async fail(
    tx: Transaction,
    ids: readonly string[],
    errorCode: GenerationErrorCode,
  ): Promise<EndedGeneration[]> {
    const all = await this.store.fail(tx, ids, errorCode);
    for (const ended of all) await this.announce(tx, ended, errorCode);
    return all;
  }

  /** Cancels a generation if it is RUNNING, and tells the worker that may write it. */
  async cancel(tx: Transaction, id: string): Promise<EndedGeneration | undefined> {
    const [ended] = await this.fail(tx, [id], 'Cancelled');
    if (ended) this.database.afterCommit(tx, () => this.bus.notify(generationCancelled, id, { id }));
    return ended;
  }

  /** Announces an ended generation once the transaction is committed; without an error code it is a success. */
  async announce(tx: Transaction, ended: EndedGeneration, errorCode?: GenerationErrorCode): Promise<void> {
    const { id, workspaceId, requestId } = ended;
    const data = { workspaceId, generationId: id };
    // In the context of the accepting request, so that its id leads to the event.
    await withContext({ requestId }, () =>
      errorCode === undefined
        ? this.outbox.events(tx, generationSucceeded, [{ subject: id, data }])
        : this.outbox.events(tx, generationFailed, [{ subject: id, data: { ...data, errorCode } }]),
    );
    this.database.afterCommit(tx, () => {
      this.bus.notify(generationEnded, workspaceId, { id });
      this.bus.notify(liveGeneration, id, { ended: true });
      // Only enabled models get a label of their own, so that the number of labels stays small.
      const isEnabled = modelNames(this.config.MODEL_SERVERS).includes(ended.model);
      const model = isEnabled ? ended.model : OTHER_MODEL;
      const status = errorCode === undefined ? 'SUCCESS' : 'FAILED';
      generations.inc({ status, model, code: errorCode ?? '' });
      durations.observe({ model, status }, ended.seconds);
    });
  }
}
