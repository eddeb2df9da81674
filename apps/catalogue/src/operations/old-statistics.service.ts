// Deletes the statistic of imports of hours that nobody looks at any more.
import { Injectable } from '@nestjs/common';
import { Database, purge } from '#platform/database';
import { Every } from '#platform/resilience';

/** Days for which the statistic is kept, as usage is: two years can be compared. */
const KEEP_DAYS = 800;

@Injectable()
export class OldStatisticsService {
  constructor(private readonly database: Database) {}

  /** Public so that a test need not wait. */
  @Every('old statistics', 3_600_000)
  remove(): Promise<void> {
    return purge(
      this.database,
      'import_statistic',
      `hour < floor(extract(epoch FROM now()) / 3600)::int - ${KEEP_DAYS * 24}`,
    );
  }
}
