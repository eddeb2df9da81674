// Begins the batches that follow imports, once the imports have ended.
import { Injectable } from '@nestjs/common';
import { AppError, ERRORS } from '#contracts';
import { currentContext, withContext } from '#platform/context';
import { toAppError } from '#platform/errors';
import { logger } from '#platform/observability';
import { Every, WorkLoop } from '#platform/resilience';
import { BatchesClient } from './batches.client.ts';
import { FollowUpsStore, type DueFollowUp } from './follow-ups.store.ts';

const log = logger('follow-ups');

/** Most workspaces of one round. */
const ROUND = 100;

/** Runs in every instance. A batch may be asked for twice, by two instances or after a crash, but it begins once. */
@Injectable()
export class FollowUpsService {
  private readonly loop = new WorkLoop<DueFollowUp>({
    find: () => this.store.findDue(ROUND),
    work: (due) => withContext({ ...currentContext(), requestId: due.requestId }, () => this.beginOne(due)),
  });

  constructor(
    private readonly store: FollowUpsStore,
    private readonly batches: BatchesClient,
  ) {}

  /** Begins what is due now; public so that a test need not wait. */
  @Every('batches after imports', 500)
  beginDue(): Promise<void> {
    return this.loop.run();
  }

  /** Begins a batch, or gives it up; false when it waits for a later try. Errors: those of a service that is away or at fault. */
  private async beginOne(due: DueFollowUp): Promise<boolean> {
    const { workspaceId, accountId, holderId, requestId, batchId, body } = due;
    const limits = due.limits ?? undefined;
    try {
      const productIds = await this.store.productIds(due);
      await this.batches.begin({
        workspaceId,
        accountId,
        holderId,
        limits,
        requestId,
        batchId,
        body,
        productIds,
      });
    } catch (error) {
      return this.refuse(due, toAppError(error));
    }
    await this.store.finish(due);
    return true;
  }

  private async refuse(due: DueFollowUp, error: AppError): Promise<boolean> {
    const { status, retryable } = ERRORS[error.code];
    // What was asked for was valid when the import was accepted; now a model may be gone, for example. After a fault the
    // batch may have begun, and the import must not say that none follows: asking again tells.
    if (due.isOver || (status < 500 && (due.isLast || !retryable))) {
      log.warn(
        { importId: due.importId, err: error },
        'The batch after an import is given up; the import shows the reason',
      );
      await this.store.fail(due, error);
      return true;
    }
    await this.store.postpone(due, error.code === 'QuotaExceeded' ? 'workspace' : 'import');
    if (status >= 500) throw error;
    return false;
  }
}
