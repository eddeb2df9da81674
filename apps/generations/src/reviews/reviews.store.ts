// Reads and writes what people decided about results.
import { Injectable } from '@nestjs/common';
import { isUuid, type GenerationReview } from '#contracts';
import type { Transaction } from '#platform/database';
import { GenerationEntity } from '../intake/generations.entity.ts';

/** What the decision about a result depends on. */
export type Reviewed = Pick<GenerationEntity, 'id' | 'status' | 'review'>;

@Injectable()
export class ReviewsStore {
  /** Finds a generation of the workspace, and keeps it from changing until the transaction ends. */
  async lock(tx: Transaction, workspaceId: string, id: string): Promise<Reviewed | undefined> {
    if (!isUuid(id)) return undefined;
    const sql = 'SELECT id, status, review FROM generation WHERE workspace_id = $1 AND id = $2 FOR UPDATE';
    const [row] = await tx.query<Reviewed[]>(sql, [workspaceId, id]);
    return row;
  }

  async set(tx: Transaction, workspaceId: string, id: string, review: GenerationReview): Promise<void> {
    await tx.update(GenerationEntity, { workspaceId, id }, { review });
  }
}
