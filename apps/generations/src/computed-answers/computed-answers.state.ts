// Bounds the answers that cost computing and keep nothing: a reader may ask for them as often as for a record.
import { AppError } from '#contracts';
import { SharedPlaces } from '#platform/resilience';

/** Computed answers of one holder that this process makes at once. */
const AT_ONCE = 2;
/** `Retry-After` of a refusal, in seconds. */
const RETRY_S = 1;

/** Estimates of batches, previews of prompts, and checks of texts. */
export class ComputingPlaces {
  private readonly places = new SharedPlaces(Infinity, AT_ONCE);

  /** Runs what computes an answer for a holder. Errors: those of `work`; TooManyRequests while as many run as may. */
  async run<T>(holderId: string, work: () => Promise<T>): Promise<T> {
    if (!this.places.enter(holderId))
      throw new AppError('TooManyRequests', {
        message: `At most ${AT_ONCE} previews, checks and estimates run at once. Wait for one to end.`,
        retryAfter: RETRY_S,
      });
    try {
      return await work();
    } finally {
      this.places.leave(holderId);
    }
  }
}
