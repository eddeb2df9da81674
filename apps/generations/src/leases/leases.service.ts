// Handing generations to workers: one at a time holds each, and only the latest claim can end it.
import { Injectable } from '@nestjs/common';
import type { z } from 'zod';
import type { claimGeneration, GenerationOutcome } from '#contracts';
import { newId } from '#platform/context';
import { Database } from '#platform/database';
import { logger } from '#platform/observability';
import { decideRefusal, LEASE_MS } from './leases.rules.ts';
import { LeasesStore, type GenerationLease } from './leases.store.ts';
import { GenerationCompletionService } from '../operations/generation-completion.service.ts';
import { fenced } from '../metrics.ts';
import { QuotaService } from '../queue/quota.service.ts';

/** A worker's answer to a claim. */
export type Claim = z.input<typeof claimGeneration.output>;

const log = logger('claims');

/** Hands generations to workers. */
@Injectable()
export class LeasesService {
  constructor(
    private readonly database: Database,
    private readonly store: LeasesStore,
    private readonly endings: GenerationCompletionService,
    private readonly quota: QuotaService,
  ) {}

  /** Gives a worker a generation under a lease. The same worker may ask again. */
  async claim(generationId: string, worker: string): Promise<Claim> {
    const taken = await this.store.take(generationId, worker, newId());
    return taken ? { state: 'claimed', leaseMs: LEASE_MS, ...taken } : this.refuse(generationId);
  }

  /** Keeps claims alive; false for each that is lost. */
  renew(claims: readonly GenerationLease[]): Promise<boolean[]> {
    return this.store.renew(claims);
  }

  /** Gives a claim back without an end; false when it was lost. */
  release(held: GenerationLease): Promise<boolean> {
    return this.store.release(held);
  }

  /** Ends a generation; false when the claim was lost and the outcome is discarded. May be repeated. */
  async finish(held: GenerationLease, outcome: GenerationOutcome): Promise<boolean> {
    const accepted = await this.database.asSystem(async (tx) => {
      const ended = await this.store.finish(tx, held, outcome);
      if (!ended) return this.store.hasEnded(tx, held, outcome.status);
      await Promise.all([
        outcome.status === 'SUCCESS' && this.store.enterUsage(tx, ended, outcome.usage),
        this.endings.tell(tx, ended, outcome.status === 'FAILED' ? outcome.errorCode : undefined),
      ]);
      this.database.afterCommit(tx, () => this.quota.ended(ended.workspaceId));
      return true;
    });
    if (accepted) return true;
    fenced.inc();
    log.warn({ ...held, status: outcome.status }, 'A late outcome is discarded');
    return false;
  }

  /** What a claim is told that was not granted. */
  private refuse(generationId: string): Promise<Claim> {
    return this.database.asSystem(async (tx): Promise<Claim> => {
      const standing = await this.store.lock(tx, generationId);
      const refusal = standing ? decideRefusal(standing) : { act: 'nothing' as const };
      if (refusal.act === 'wait') return { state: 'busy', retryAfterMs: refusal.retryAfterMs };
      if (refusal.act === 'end') await this.endings.fail(tx, [generationId], refusal.errorCode);
      return { state: 'nothing' };
    });
  }
}
