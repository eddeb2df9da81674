// Renews the leases of this process at their owner; all leases that are due go into one request.
import { Injectable } from '@nestjs/common';
import DataLoader from 'dataloader';
import { MAX_RENEWALS, renewGenerations, type GenerationLease } from '#contracts';
import { Bus } from '#platform/messaging';

/** Time in which due renewals are collected, in milliseconds. */
const BATCH_MS = 50;

/** Renews leases. */
@Injectable()
export class LeaseRenewalsClient {
  private readonly renewals: DataLoader<GenerationLease, boolean>;

  constructor(bus: Bus) {
    const renew = async (leases: readonly GenerationLease[]): Promise<boolean[]> =>
      (await bus.request(renewGenerations, { leases: [...leases] })).held;
    this.renewals = new DataLoader(renew, {
      cache: false,
      maxBatchSize: MAX_RENEWALS,
      batchScheduleFn: (send) => setTimeout(send, BATCH_MS),
    });
  }

  /** Renews a lease; false when it is lost. Errors: those of `Bus.request`. */
  renew(lease: GenerationLease): Promise<boolean> {
    return this.renewals.load(lease);
  }
}
