// Lists the generations of a workspace and cancels running ones.
import { Injectable } from '@nestjs/common';
import { isUuid, type Generation } from '#contracts';
import { Database } from '#platform/database';
import { GenerationsService } from '../intake/index.ts';
import { GenerationCompletionService } from '../leases/index.ts';
import { GenerationAdmissionService } from '../queue/index.ts';
import {
  GenerationRecordsStore,
  type GenerationFilters,
  type GenerationPageQuery,
} from './generation-records.store.ts';

@Injectable()
export class GenerationRecordsService {
  constructor(
    private readonly database: Database,
    private readonly store: GenerationRecordsStore,
    private readonly generations: GenerationsService,
    private readonly completion: GenerationCompletionService,
    private readonly admission: GenerationAdmissionService,
  ) {}

  /** One page, newest first, as the JSON of a GenerationList. Errors: InvalidNextToken, TooManyRequests. */
  list(query: GenerationPageQuery, filters: GenerationFilters): Promise<string> {
    return this.store.page(query, filters);
  }

  /**
   * Ends a generation as FAILED with Cancelled, unless it has ended, and returns it. A worker that writes it is told and
   * stops; a job that waits for it ends empty. Errors: NotFound.
   */
  async cancel(workspaceId: string, id: string): Promise<Generation> {
    if (isUuid(id))
      await this.database.forWorkspace(workspaceId, async (tx) => {
        const [ended] = await this.completion.cancel(tx, [id]);
        if (ended) this.database.afterCommit(tx, () => this.admission.noteEnd(ended));
      });
    return this.generations.get(workspaceId, id);
  }
}
