// Recovers what a worker or the queue lost, ends imports past their deadline, and deletes what is out of use.
import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { REGIONS } from '#contracts';
import { Database } from '#platform/database';
import { purgeIdempotency } from '#platform/idempotency';
import { IntervalTask, runAll } from '#platform/resilience';
import { FetchBatchesService } from '../fetching/fetch-batches.service.ts';
import { FetchDispatchService } from '../fetching/fetch-dispatch.service.ts';
import { ImportCompletionService } from '../imports/import-completion.service.ts';

const EVERY_MS = 5000;
/** Most batches, and most imports, of one round. */
const LIMIT = 100;

/** Looks after imports and fetch batches; several copies share the work by locking rows. */
@Injectable()
export class ImportReconcilerService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly task = new IntervalTask('reconciler', EVERY_MS, () => this.reconcile());

  constructor(
    private readonly database: Database,
    private readonly batches: FetchBatchesService,
    private readonly dispatch: FetchDispatchService,
    private readonly completion: ImportCompletionService,
  ) {}

  onApplicationBootstrap(): void {
    this.task.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.task.stop();
  }

  /** One round; public so that a test need not wait. */
  async reconcile(): Promise<void> {
    await runAll(
      () => this.database.asSystem((tx) => this.completion.endExpired(tx, LIMIT)),
      () => this.database.asSystem((tx) => this.batches.recoverExpired(tx, LIMIT)),
      ...REGIONS.map((region) => () => this.database.asSystem((tx) => this.dispatch.topUp(tx, region))),
      () =>
        this.database.asSystem(async (tx) => {
          await this.batches.removeIdleShares(tx);
          await purgeIdempotency(tx);
        }),
    );
  }
}
