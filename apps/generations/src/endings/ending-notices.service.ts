// Notifies workers, readers and waiting clients of ended generations.
import { Injectable } from '@nestjs/common';
import {
  generationCancelled,
  generationEnded,
  liveGeneration,
  type Generation,
  type GenerationErrorCode,
} from '#contracts';
import { Bus } from '#platform/messaging';
import { logger } from '#platform/observability';
import { GenerationsService } from '../intake/index.ts';
import type { EndedGeneration } from './endings.store.ts';

const log = logger('endings');

@Injectable()
export class EndingNoticesService {
  constructor(
    private readonly bus: Bus,
    private readonly generations: GenerationsService,
  ) {}

  /** Sends them once the ends are committed; without an error code they are successes. Never fails: they may get lost. */
  async send(ended: readonly EndedGeneration[], errorCode: GenerationErrorCode | undefined): Promise<void> {
    for (const { id } of ended) {
      if (errorCode === 'Cancelled') this.bus.notify(generationCancelled, id, { id });
      this.bus.notify(liveGeneration, id, { ended: true });
    }
    const records = errorCode === undefined ? await this.recordsOf(ended) : [];
    const byId = new Map(records.map((record) => [record.id, record]));
    for (const { id, workspaceId } of ended)
      this.bus.notify(generationEnded, workspaceId, { id, generation: byId.get(id) });
  }

  /**
   * The records of those for which a client may wait: one statement for a workspace reads what each of its clients would ask for.
   * None of a workspace that cannot be read now.
   */
  private async recordsOf(ended: readonly EndedGeneration[]): Promise<Generation[]> {
    const single = ended.filter(({ batchId }) => batchId === null);
    const read = async ([workspaceId, own]: [string, EndedGeneration[]]): Promise<Generation[]> => {
      const ids = own.map(({ id }) => id);
      try {
        return await this.generations.getAll(workspaceId, ids);
      } catch (error) {
        log.debug({ workspaceId, reason: String(error) }, 'Ends are told without their records');
        return [];
      }
    };
    const ofWorkspaces = [...Map.groupBy(single, ({ workspaceId }) => workspaceId)];
    return (await Promise.all(ofWorkspaces.map(read))).flat();
  }
}
