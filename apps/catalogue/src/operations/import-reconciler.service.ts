// Recovers what a worker or the queue lost, ends imports past their deadline, and deletes what is out of use.
import { Injectable } from '@nestjs/common';
import { REGIONS } from '#contracts';
import { Database, type Transaction } from '#platform/database';
import { purgeIdempotency } from '#platform/idempotency';
import { Every, runAll } from '#platform/resilience';
import { FetchBatchesService } from '../fetching/fetch-batches.service.ts';
import { FetchDispatchService } from '../fetching/fetch-dispatch.service.ts';
import { ImportCompletionService } from '../imports/import-completion.service.ts';

/** Most batches, and most imports, of one round. */
const LIMIT = 100;

/** Looks after imports and fetch batches; several copies share the work by locking rows. */
@Injectable()
export class ImportReconcilerService {
  constructor(
    private readonly database: Database,
    private readonly batches: FetchBatchesService,
    private readonly dispatch: FetchDispatchService,
    private readonly completion: ImportCompletionService,
  ) {}

  /** One round; public so that a test need not wait. */
  @Every('reconciler', 5000)
  async reconcile(): Promise<void> {
    const steps = [
      (tx: Transaction) => this.completion.endExpired(tx, LIMIT),
      (tx: Transaction) => this.batches.recoverExpired(tx, LIMIT),
      ...REGIONS.map((region) => (tx: Transaction) => this.dispatch.topUp(tx, region)),
      (tx: Transaction) => this.batches.removeIdleShares(tx),
      purgeIdempotency,
    ];
    await runAll(...steps.map((step) => () => this.database.asSystem(step)));
  }
}
