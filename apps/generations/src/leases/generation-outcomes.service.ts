// Does what follows the outcome of a worker in its transaction: the ledger, the event, the text of the product.
import { Injectable } from '@nestjs/common';
import type { AttemptUsage, GenerationErrorCode, GenerationLease } from '#contracts';
import { Database, type Transaction } from '#platform/database';
import { GenerationAdmissionService } from '../queue/index.ts';
import { ProductTextsService } from '../texts/index.ts';
import { GenerationCompletionService } from './generation-completion.service.ts';
import { InvocationsService } from './invocations.service.ts';
import type { EndedGeneration } from './leases.store.ts';

@Injectable()
export class GenerationOutcomesService {
  constructor(
    private readonly database: Database,
    private readonly invocations: InvocationsService,
    private readonly completion: GenerationCompletionService,
    private readonly admission: GenerationAdmissionService,
    private readonly texts: ProductTextsService,
  ) {}

  /** Records how the claim of a lease has just ended its generation; without an error code it is a success. */
  async record(
    tx: Transaction,
    lease: GenerationLease,
    ended: EndedGeneration,
    attempt: { usage?: AttemptUsage | undefined; errorCode?: GenerationErrorCode | undefined },
  ): Promise<void> {
    await Promise.all([
      this.invocations.end(tx, lease, attempt, ended.model),
      this.completion.announce(tx, ended, attempt.errorCode),
    ]);
    if (attempt.errorCode === undefined) await this.texts.update(tx, [ended]);
    this.database.afterCommit(tx, () => {
      this.admission.noteEnd(ended);
      if (ended.batchId !== null) this.admission.load.noteMemberEnd(ended.holderId);
    });
  }
}
