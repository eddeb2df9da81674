// Counts the generations that wait for a worker, and those that workers write.
import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database';
import type { HolderLoad } from './load.state.ts';

@Injectable()
export class GenerationAdmissionStore {
  constructor(private readonly database: Database) {}

  /** Counts the RUNNING generations of each holder; what waits is in the outbox or in the queue. SQL, because it groups. */
  count(): Promise<(HolderLoad & { holderId: string })[]> {
    return this.database.system(
      `SELECT holder_id AS "holderId", count(*)::int AS running,
         count(*) FILTER (WHERE worker IS NULL AND batch_id IS NULL)::int AS single,
         count(*) FILTER (WHERE worker IS NULL AND batch_id IS NOT NULL)::int AS members,
         count(*) FILTER (WHERE worker IS NOT NULL AND batch_id IS NOT NULL)::int AS written
       FROM generation WHERE status = 'RUNNING' GROUP BY holder_id`,
      [],
    );
  }
}
