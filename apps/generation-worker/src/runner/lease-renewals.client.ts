// Renews the leases of this process at their owner; all leases that are due go into one request.
import { Injectable } from '@nestjs/common';
import DataLoader from 'dataloader';
import { MAX_RENEWALS, renewGenerations, type GenerationLease } from '#contracts';
import { Bus } from '#platform/messaging';

/** Time in which due renewals are collected, in milliseconds. */
const BATCH_MS = 50;

/** `load` renews a lease; false when it is lost. Errors: those of `Bus.request`. */
@Injectable()
export class LeaseRenewalsClient extends DataLoader<GenerationLease, boolean> {
  constructor(bus: Bus) {
    super(async (leases) => (await bus.request(renewGenerations, { leases: [...leases] })).held, {
      cache: false,
      maxBatchSize: MAX_RENEWALS,
      batchScheduleFn: (send) => setTimeout(send, BATCH_MS),
    });
  }
}
