// Telling the world that generations have ended: in an event each, and in a hint to those who wait just now.
import { Inject, Injectable } from '@nestjs/common';
import {
  generationEnded,
  generationFailed,
  generationSucceeded,
  modelNames,
  type GenerationErrorCode,
  type GenerationStatus,
} from '#contracts';
import { Bus } from '#platform/messaging';
import { CONFIG } from '#platform/config';
import { withContext } from '#platform/context';
import { Database, type Transaction } from '#platform/database';
import { Outbox } from '#platform/outbox';
import { LeasesStore, type EndedGeneration } from '../leases/leases.store.ts';
import type { Config } from '../config.ts';
import { durations, generations, OTHER_MODEL } from '../metrics.ts';

/** Tells of ends, and ends what nobody works on. */
@Injectable()
export class GenerationCompletionService {
  private readonly models: readonly string[];

  constructor(
    private readonly database: Database,
    private readonly store: LeasesStore,
    private readonly outbox: Outbox,
    private readonly bus: Bus,
    @Inject(CONFIG) config: Config,
  ) {
    this.models = modelNames(config.MODEL_SERVERS);
  }

  /** Ends generations FAILED without a worker's word. */
  async fail(tx: Transaction, ids: readonly string[], errorCode: GenerationErrorCode): Promise<void> {
    for (const ended of await this.store.fail(tx, ids, errorCode)) await this.tell(tx, ended, errorCode);
  }

  /** Tells of an end; without an error code it was a success. */
  async tell(tx: Transaction, ended: EndedGeneration, errorCode?: GenerationErrorCode): Promise<void> {
    const { id, workspaceId, requestId } = ended;
    const data = { workspaceId, generationId: id };
    // In the circumstances of the request that asked for it, so that its events can be found by its id.
    await withContext({ requestId }, () =>
      errorCode === undefined
        ? this.outbox.events(tx, generationSucceeded, [{ subject: id, data }])
        : this.outbox.events(tx, generationFailed, [{ subject: id, data: { ...data, errorCode } }]),
    );
    this.database.afterCommit(tx, () => {
      this.bus.notify(generationEnded, workspaceId, { id });
      this.count(ended, errorCode === undefined ? 'SUCCESS' : 'FAILED');
    });
  }

  /** Under the models that are enabled, so that the labels stay few. */
  private count({ model: named, seconds }: EndedGeneration, status: GenerationStatus): void {
    const model = this.models.includes(named) ? named : OTHER_MODEL;
    generations.inc({ status, model });
    durations.observe({ model }, seconds);
  }
}
