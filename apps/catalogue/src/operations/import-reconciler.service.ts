// Recovers what a worker or the queue lost, ends imports past their deadline, and deletes what is out of use.
import { Injectable } from '@nestjs/common';
import { Database, type Transaction } from '#platform/database';
import { Every, runAll } from '#platform/resilience';
import { FetchBatchesService } from '../fetching/index.ts';

/** Most imports of one transaction. */
const LIMIT = 100;

/** Looks after imports and fetch batches; several instances share the work by locking rows. */
@Injectable()
export class ImportReconcilerService {
  constructor(
    private readonly database: Database,
    private readonly batches: FetchBatchesService,
  ) {}

  /** One round; public so that a test need not wait. */
  @Every('reconciler', 5000)
  async reconcile(): Promise<void> {
    const inTransaction = (step: (tx: Transaction) => Promise<void>) => () => this.database.asSystem(step);
    await runAll(
      inTransaction((tx) => this.batches.endExpiredImports(tx, LIMIT)),
      () => this.batches.recoverExpired(),
      inTransaction((tx) => this.batches.removeIdleShares(tx)),
    );
  }
}
