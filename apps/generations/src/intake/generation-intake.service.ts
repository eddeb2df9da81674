// What happens in the one transaction that accepts a generation.
import { Injectable } from '@nestjs/common';
import type { Transaction } from '#platform/database';
import { GenerationAdmissionService, tooMuchWaits } from '../queue/generation-admission.service.ts';
import { DispatchService } from '../queue/dispatch.service.ts';
import type { GenerationRow } from './generations.rules.ts';
import { GenerationsStore, type NewGeneration } from './generations.store.ts';
import { QuotaService } from '../queue/quota.service.ts';

/** Accepts generations. */
@Injectable()
export class GenerationIntakeService {
  constructor(
    private readonly store: GenerationsStore,
    private readonly backlog: GenerationAdmissionService,
    private readonly dispatch: DispatchService,
    private readonly quota: QuotaService,
  ) {}

  /** Keeps a generation and queues it. Errors: QuotaExceeded, Unavailable. */
  async accept(tx: Transaction, draft: NewGeneration): Promise<GenerationRow> {
    this.backlog.assertRoom();
    const { added, running, awaited, isLate } = await this.store.insertWithin(tx, this.quota.most, draft);
    // Only its own: however long one workspace lets its work pile up, the others are served.
    if (isLate) throw tooMuchWaits();
    if (!added) {
      this.quota.sawFull(draft.workspaceId);
      throw this.quota.refusal();
    }
    await this.dispatch.dispatch(tx, { ...draft, own: draft.manual ? awaited : running });
    return added;
  }
}
