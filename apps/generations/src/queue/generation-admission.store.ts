// The table of generations, as far as it tells how much waits.
import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database';

/** Counts what waits. */
@Injectable()
export class GenerationAdmissionStore {
  constructor(private readonly database: Database) {}

  /** Generations that no worker holds, in the outbox or in the queue; counts no further than `most`. */
  async waiting(most: number): Promise<number> {
    const [row] = await this.database.system<{ count: number }>(
      `SELECT count(*)::int AS count FROM (
         SELECT 1 FROM generation WHERE status = 'RUNNING' AND worker IS NULL LIMIT $1
       ) AS waiting`,
      [most],
    );
    return row?.count ?? 0;
  }
}
