// Recovers what a worker or the queue lost, ends imports past their deadline, and deletes what is out of use.
import { Injectable } from '@nestjs/common';
import { REGIONS } from '#contracts';
import { Database, type Transaction } from '#platform/database';
import { Every, runAll } from '#platform/resilience';
import { FetchBatchesService } from '../fetching/fetch-batches.service.ts';
import { FetchDispatchService } from '../fetching/fetch-dispatch.service.ts';

/** Most batches, and most imports, of one round. */
const LIMIT = 100;

/** Looks after imports and fetch batches; several copies share the work by locking rows. */
@Injectable()
export class ImportReconcilerService {
  constructor(
    private readonly database: Database,
    private readonly batches: FetchBatchesService,
    private readonly dispatch: FetchDispatchService,
  ) {}

  /** One round; public so that a test need not wait. */
  @Every('reconciler', 5000)
  async reconcile(): Promise<void> {
    const inTransaction = (step: (tx: Transaction) => Promise<void>) => () => this.database.asSystem(step);
    await runAll(
      inTransaction((tx) => this.batches.endExpiredImports(tx, LIMIT)),
      () => this.batches.recoverExpired(LIMIT),
      ...REGIONS.map((region) => inTransaction((tx) => this.dispatch.topUp(tx, region))),
      inTransaction((tx) => this.batches.removeIdleShares(tx)),
    );
  }
}
