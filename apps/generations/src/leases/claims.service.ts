// Gives generations to workers: at most one worker holds a generation at a time.
import { Inject, Injectable } from '@nestjs/common';
import type { AnswerOf, claimGeneration, InputOf } from '#contracts';
import { CONFIG } from '#platform/config';
import { newId } from '#platform/context';
import { Database } from '#platform/database';
import type { Config } from '../config.ts';
import { EndingsService } from '../endings/index.ts';
import { decideRefusal, LEASE_MS } from '../generation-record/index.ts';
import { GenerationAdmissionService, heldBackMs, isContended } from '../queue/index.ts';
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

  /** Gives a worker a generation under a lease. The same worker may ask again. */
  async claim({ generationId: id, worker, process }: InputOf<typeof claimGeneration>): Promise<ClaimAnswer> {
    const { load } = this.admission;
    if (process) load.noteProcess(process.id, process.places);
    // While several holders have work, a member's place is counted before its claim: when calls of the same length end, many
    // members are claimed at the same moment, and each must see the others.
    const holderId = isContended(load.ofHolders, load.active)
      ? await this.store.holderOfWaitingMember(id)
      : undefined;
    if (holderId !== undefined) {
      const retryAfterMs = heldBackMs(load.ofHolders.get(holderId), load.places);
      if (retryAfterMs > 0) return { state: 'busy', retryAfterMs };
      load.noteMemberBegun(holderId);
    }
    const deadlineSeconds = this.config.GENERATION_DEADLINE_S;
    const claimed = await this.store.claim({ id, worker, invocationId: newId(), deadlineSeconds });
    if (!claimed) {
      if (holderId !== undefined) load.noteMemberEnd(holderId);
      return this.refuse(id);
    }
    if (!claimed.isMember) load.noteSingleBegun(claimed.holderId);
    else if (holderId === undefined) load.noteMemberBegun(claimed.holderId);
    return { state: 'claimed', leaseMs: LEASE_MS, ...claimed.answer };
  }

  /** Answers a claim that was not granted. */
  private refuse(generationId: string): Promise<ClaimAnswer> {
    return this.database.asSystem(async (tx): Promise<ClaimAnswer> => {
      const state = await this.store.lock(tx, generationId);
      const refusal = state ? decideRefusal(state) : { act: 'nothing' as const };
      if (refusal.act === 'wait') return { state: 'busy', retryAfterMs: refusal.retryAfterMs };
      if (refusal.act === 'end') await this.endings.fail(tx, [generationId], refusal.errorCode);
      return { state: 'nothing' };
    });
  }
}
