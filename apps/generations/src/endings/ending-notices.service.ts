// Notifies workers, readers and waiting clients of ended generations.
import { Injectable } from '@nestjs/common';
import {
  generationCancelled,
  generationEnded,
  liveGeneration,
  type Generation,
  type GenerationErrorCode,
} from '#contracts';
import type { Transaction } from '#platform/database';
import { Bus } from '#platform/messaging';
import { GenerationsService } from '../intake/index.ts';
import type { EndedGeneration } from './endings.store.ts';

@Injectable()
export class EndingNoticesService {
  constructor(
    private readonly bus: Bus,
    private readonly generations: GenerationsService,
  ) {}

  /** Sends them once the ends are committed; without an error code they are successes. */
  send(
    ended: readonly EndedGeneration[],
    errorCode: GenerationErrorCode | undefined,
    records: readonly Generation[],
  ): void {
    const byId = new Map(records.map((record) => [record.id, record]));
    for (const { id, workspaceId } of ended) {
      if (errorCode === 'Cancelled') this.bus.notify(generationCancelled, id, { id });
      this.bus.notify(liveGeneration, id, { ended: true });
      this.bus.notify(generationEnded, workspaceId, { id, generation: byId.get(id) });
    }
  }

  /**
   * Reads those for which a client may wait: one statement for a workspace reads what each of its clients would ask for. What it
   * returns gives their records once the transaction is committed.
   */
  async read(tx: Transaction, ended: readonly EndedGeneration[]): Promise<() => Generation[]> {
    const single = ended.filter(({ batchId }) => batchId === null);
    const ofWorkspaces = [...Map.groupBy(single, ({ workspaceId }) => workspaceId)];
    const records = await Promise.all(
      ofWorkspaces.map(([workspaceId, own]) =>
        this.generations.readAll(
          tx,
          workspaceId,
          own.map(({ id }) => id),
        ),
      ),
    );
    return () => records.flatMap((ofWorkspace) => ofWorkspace());
  }
}
