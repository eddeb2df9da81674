// Ends attempts and generations as their workers report it: only the latest claim of a generation can end it.
import { Injectable } from '@nestjs/common';
import type { GenerationLease, GenerationOutcome, InputOf, releaseGeneration } from '#contracts';
import { Database } from '#platform/database';
import { logger } from '#platform/observability';
import { fenced } from '../metrics.ts';
import { GenerationOutcomesService } from './generation-outcomes.service.ts';
import { InvocationsService } from './invocations.service.ts';
import { LeasesStore } from './leases.store.ts';

const log = logger('leases');

@Injectable()
export class LeasesService {
  constructor(
    private readonly database: Database,
    private readonly store: LeasesStore,
    private readonly invocations: InvocationsService,
    private readonly outcomes: GenerationOutcomesService,
  ) {}

  /** Extends leases; false for each lease that is lost. */
  renew(leases: readonly GenerationLease[]): Promise<boolean[]> {
    return this.store.renew(leases);
  }

  /** Ends an attempt without an outcome, and counts its usage; false when its lease was lost. May be repeated. */
  release({ usage, errorCode, ...lease }: InputOf<typeof releaseGeneration>): Promise<boolean> {
    return this.database.asSystem(async (tx) => {
      const [held] = await Promise.all([
        this.store.release(tx, lease),
        this.invocations.end(tx, lease, { usage, errorCode }),
      ]);
      return held;
    });
  }

  /**
   * Ends a generation; false when its claim is not the latest and the outcome is discarded. The usage counts in any case.
   * May be repeated.
   */
  async finish(lease: GenerationLease, outcome: GenerationOutcome): Promise<boolean> {
    const errorCode = outcome.status === 'FAILED' ? outcome.errorCode : undefined;
    const attempt = { usage: outcome.usage, errorCode };
    const accepted = await this.database.asSystem(async (tx) => {
      const ended = await this.store.finish(tx, lease, outcome);
      if (!ended) {
        await this.invocations.end(tx, lease, attempt);
        return this.store.hasEnded(tx, lease, outcome.status);
      }
      await this.outcomes.record(tx, lease, ended, attempt);
      return true;
    });
    if (accepted) return true;
    fenced.inc();
    log.warn({ ...lease, status: outcome.status }, 'Discarded an outcome of a claim that is not the latest');
    return false;
  }
}
