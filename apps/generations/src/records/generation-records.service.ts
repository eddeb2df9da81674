// Lists the generations of a workspace and cancels running ones.
import { Injectable } from '@nestjs/common';
import type { Generation } from '#contracts';
import { Database } from '#platform/database';
import { GenerationsService } from '../intake/index.ts';
import { EndingsService } from '../endings/index.ts';
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
    private readonly endings: EndingsService,
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
    // First, because the role that ends generations sees those of all workspaces.
    const found = await this.generations.get(workspaceId, id);
    if (found.status !== 'RUNNING') return found;
    await this.database.asSystem((tx) => this.endings.fail(tx, [found.id], 'Cancelled'));
    return this.generations.get(workspaceId, id);
  }
}
