// The leases of this process, as their owner renews them: all that are due with one request.
import { Injectable } from '@nestjs/common';
import DataLoader from 'dataloader';
import { MAX_RENEWALS, renewGenerations } from '#contracts';
import { Bus } from '#platform/messaging';

/** Leases are renewed at the same moments, give or take this much, in milliseconds. */
const GATHER_MS = 50;

/** A claim of a generation. */
export interface Held {
  generationId: string;
  epoch: number;
}

/** Renews leases. */
@Injectable()
export class LeaseRenewalsClient {
  private readonly renewals: DataLoader<Held, boolean>;

  constructor(bus: Bus) {
    const renew = async (leases: readonly Held[]): Promise<boolean[]> =>
      (await bus.request(renewGenerations, { leases: [...leases] })).held;
    this.renewals = new DataLoader(renew, {
      cache: false,
      maxBatchSize: MAX_RENEWALS,
      batchScheduleFn: (send) => setTimeout(send, GATHER_MS),
    });
  }

  /** Renews a lease, with all others that are due; false when it is lost. Errors: those of `Bus.ask`. */
  renew(held: Held): Promise<boolean> {
    return this.renewals.load(held);
  }
}
