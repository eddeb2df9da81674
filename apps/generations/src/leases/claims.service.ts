// Gives generations to workers: at most one worker holds a generation at a time.
import { Inject, Injectable } from '@nestjs/common';
import type { AnswerOf, claimGeneration, InputOf } from '#contracts';
import { CONFIG } from '#platform/config';
import { newId } from '#platform/context';
import { Database } from '#platform/database';
import type { Config } from '../config.ts';
import { EndingsService } from '../endings/index.ts';
import { decideRefusal, LEASE_MS } from '../generation-record/index.ts';
import { GenerationAdmissionService, heldBack } from '../queue/index.ts';
import { LeasesStore } from './leases.store.ts';

/** The answer to a worker's claim. */
export type ClaimAnswer = AnswerOf<typeof claimGeneration>;

@Injectable()
export class ClaimsService {
  constructor(
    private readonly database: Database,
    private readonly store: LeasesStore,
    private readonly endings: EndingsService,
    private readonly admission: GenerationAdmissionService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Gives a worker a generation under a lease. The same worker may ask again. Members of batches of a holder who has half of
   * the places wait while others have work.
   */
  async claim({ generationId: id, worker, process }: InputOf<typeof claimGeneration>): Promise<ClaimAnswer> {
    const { load } = this.admission;
    if (process) load.noteProcess(process.id, process.places);
    const rules = {
      deadlineSeconds: this.config.GENERATION_DEADLINE_S,
      heldBack: heldBack(load.ofHolders, load.places),
    };
    const claimed = await this.store.claim({ id, worker, invocationId: newId() }, rules);
    if (!claimed) return this.refuse(id, rules.heldBack);
    if (claimed.holderOfMember !== undefined) load.noteWritten(claimed.holderOfMember);
    return { state: 'claimed', leaseMs: LEASE_MS, ...claimed.answer };
  }

  /** Answers a claim that was not granted. */
  private refuse(generationId: string, heldBackHolders: readonly string[]): Promise<ClaimAnswer> {
    return this.database.asSystem(async (tx): Promise<ClaimAnswer> => {
      const state = await this.store.lock(tx, generationId);
      const refusal = state ? decideRefusal(state, heldBackHolders) : { act: 'nothing' as const };
      if (refusal.act === 'wait') return { state: 'busy', retryAfterMs: refusal.retryAfterMs };
      if (refusal.act === 'end') await this.endings.fail(tx, [generationId], refusal.errorCode);
      return { state: 'nothing' };
    });
  }
}
