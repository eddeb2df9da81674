// Deletes ended generations.
import { Injectable } from '@nestjs/common';
import { AppError, isUuid } from '#contracts';
import { Database } from '#platform/database';
import { GenerationsService } from '../intake/index.ts';
import { ProductTextsService } from '../texts/index.ts';
import { GenerationRecordsStore } from './generation-records.store.ts';

@Injectable()
export class GenerationDeletionsService {
  constructor(
    private readonly database: Database,
    private readonly store: GenerationRecordsStore,
    private readonly generations: GenerationsService,
    private readonly texts: ProductTextsService,
  ) {}

  /** Deletes an ended generation; its rows of the ledger stay. Errors: NotFound, InvalidState while it is RUNNING. */
  async delete(workspaceId: string, id: string): Promise<void> {
    if (isUuid(id) && (await this.deleteEnded(workspaceId, id))) return;
    await this.generations.get(workspaceId, id);
    throw new AppError('InvalidState', { message: 'The generation is RUNNING. Cancel it first.' });
  }

  private deleteEnded(workspaceId: string, id: string): Promise<boolean> {
    return this.database.forWorkspace(workspaceId, async (tx) => {
      const deleted = await this.store.delete(tx, workspaceId, id);
      if (deleted) await this.texts.update(tx, [deleted], [id]);
      return deleted !== undefined;
    });
  }
}
