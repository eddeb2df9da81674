// Bounds what computed answers cost, such as searches, sums, previews and checks: for a tenant, and for one request.
import { Injectable } from '@nestjs/common';
import { AppError } from '#contracts';
import { currentContext, newRequestId, withContext } from '../context/context.ts';
import { Bulkhead } from '../resilience/bulkhead.ts';

/** Answers that are computed at once for one holder of workspaces, and that wait beside them for a moment. */
const LIMITS = { atOnce: 2, waiting: 8, waitMs: 1000 };
/** Time that all statements of one answer have together, in milliseconds: a person waits for it. */
const BUDGET_MS = 2500;

@Injectable()
export class ComputedAnswers {
  private readonly places = new Bulkhead(LIMITS);

  /**
   * Computes an answer for whoever holds the workspace; its statements are those of Database.readAlone. Errors: those of the
   * work, which ends with UpstreamTimeout or Unavailable when its time is over; TooManyRequests.
   */
  within<T>(holderId: string, work: () => Promise<T>, budgetMs = BUDGET_MS): Promise<T> {
    const compute = (): Promise<T> => {
      const { deadline = Infinity, ...context } = currentContext() ?? { requestId: newRequestId() };
      return withContext({ ...context, deadline: Math.min(deadline, performance.now() + budgetMs) }, work);
    };
    return this.places.run(holderId, compute, tooMany);
  }
}

function tooMany(): AppError {
  return new AppError('TooManyRequests', {
    message: `At most ${LIMITS.atOnce} searches, sums, previews and checks, also of what is accepted, run at once for the holder of a workspace. Wait for one to end.`,
    retryAfter: 1,
  });
}
