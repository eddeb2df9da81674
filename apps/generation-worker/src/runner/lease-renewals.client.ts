// Renews the leases of this process at their owner; all leases that are due go into one request.
import { Inject, Injectable } from '@nestjs/common';
import DataLoader from 'dataloader';
import { MAX_RENEWALS, renewGenerations, type GenerationLease } from '#contracts';
import { CONFIG } from '#platform/config';
import { newId } from '#platform/context';
import { Bus } from '#platform/messaging';
import type { Config } from '../config.ts';

/** Time in which due renewals are collected, in milliseconds. */
const BATCH_MS = 50;

/** `load` renews a lease; false when it is lost. Errors: those of `Bus.request`. */
@Injectable()
export class LeaseRenewalsClient extends DataLoader<GenerationLease, boolean> {
  /** Names this process and its places to the owner, which counts the places of all workers. */
  readonly process: { id: string; places: number };

  constructor(bus: Bus, @Inject(CONFIG) { GENERATION_CONCURRENCY: places }: Config) {
    super(async (leases) => (await bus.request(renewGenerations, { leases: [...leases] })).held, {
      cache: false,
      maxBatchSize: MAX_RENEWALS,
      batchScheduleFn: (send) => setTimeout(send, BATCH_MS),
    });
    this.process = { id: newId(), places };
  }
}
