// Counts the generations that wait for a worker.
import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database';

@Injectable()
export class GenerationAdmissionStore {
  constructor(private readonly database: Database) {}

  /** Counts RUNNING generations without a worker, in the outbox or in the queue; stops counting at `limit`. */
  async countWaiting(limit: number): Promise<number> {
    // SQL, because a repository's count has no limit: a long backlog would make each count slow.
    const [row] = await this.database.system<{ count: number }>(
      `SELECT count(*)::int AS count FROM (
         SELECT 1 FROM generation WHERE status = 'RUNNING' AND worker IS NULL LIMIT $1
       ) AS waiting`,
      [limit],
    );
    return row?.count ?? 0;
  }
}
