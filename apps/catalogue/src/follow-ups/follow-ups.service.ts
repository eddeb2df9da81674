// Has the batches begun that follow imports, once these have ended.
import { Injectable } from '@nestjs/common';
import { AppError, ERRORS } from '#contracts';
import { withContext } from '#platform/context';
import { logger } from '#platform/observability';
import { Every, runAll } from '#platform/resilience';
import { BatchesClient } from './batches.client.ts';
import { FollowUpsStore, type DueFollowUp } from './follow-ups.store.ts';

const log = logger('follow-ups');

/** Most imports of one round. */
const ROUND = 100;

/** Runs in every instance. A batch may be asked for twice, by two instances or after a crash, but it begins once. */
@Injectable()
export class FollowUpsService {
  constructor(
    private readonly store: FollowUpsStore,
    private readonly batches: BatchesClient,
  ) {}

  /** Begins what is due now; public so that a test need not wait. */
  @Every('batches after imports', 500)
  async beginDue(): Promise<void> {
    const due = await this.store.findDue(ROUND);
    await runAll(...due.map((one) => () => withContext({ requestId: one.requestId }, () => this.begin(one))));
  }

  private async begin(due: DueFollowUp): Promise<void> {
    const { workspaceId, accountId, requestId, batchId, body } = due;
    const productIds = await this.store.productIds(due);
    if (productIds.length === 0) return this.store.finish(due, null);
    try {
      await this.batches.begin({ workspaceId, accountId, requestId, batchId, body, productIds });
    } catch (error) {
      if (!(error instanceof AppError) || ERRORS[error.code].status >= 500 || ERRORS[error.code].retryable)
        throw error;
      // What was asked for was valid when the import was accepted; now a model may be gone, for example.
      log.warn({ importId: due.importId, err: error }, 'No batch follows an import');
      return this.store.finish(due, null);
    }
    await this.store.finish(due, batchId);
  }
}
