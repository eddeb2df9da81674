// Deletes rows that nobody asks for any more: old sums, datasets that were not finished, experiments whose batches are gone,
// archived applications whose generations are gone, and the notes of erased workspaces.
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '#platform/config';
import { Database, purge } from '#platform/database';
import { Every, runAll } from '#platform/resilience';
import type { Config } from '../config.ts';

/** Days for which events about an erased workspace may still come: NATS keeps them for a week. */
const ERASED_DAYS = 30;
/**
 * Days by which rows may outlive the days of the configuration: a month is dropped as a whole, a week after it was found to be old
 * enough, and a table loses one a day at most.
 */
const MONTH_DAYS = 31 + 14;

/** SQL: true of a dataset whose request has ended without it: no request takes so long. */
const IS_LEFT = `NOT ready AND created_at < now() - interval '1 hour'`;

const daysAgo = (days: number): string => `now() - interval '${days} days'`;

@Injectable()
export class OldRowsService {
  constructor(
    private readonly database: Database,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Runs in every instance. Public so that a test need not wait. */
  @Every('old rows', 600_000)
  async delete(): Promise<void> {
    const { USAGE_KEEP_DAYS: usage, GENERATIONS_KEEP_DAYS: shown } = this.config;
    const conditions: [table: string, condition: string][] = [
      ['erased_workspace', `erased_at < ${daysAgo(ERASED_DAYS)}`],
      [
        'dataset_case',
        `(workspace_id, dataset_id) IN (SELECT workspace_id, id FROM dataset WHERE ${IS_LEFT})`,
      ],
      ['dataset', IS_LEFT],
    ];
    if (usage > 0)
      conditions.push(
        ['statistic', `hour < floor(extract(epoch FROM ${daysAgo(usage)}) / 3600)::int`],
        ['spending', `month < (${daysAgo(usage + MONTH_DAYS)})::date`],
      );
    if (shown > 0) {
      const isArchived = `archived_at < ${daysAgo(shown + MONTH_DAYS)}`;
      conditions.push(
        [
          'application_version',
          `(workspace_id, id) IN (SELECT workspace_id, id FROM application WHERE ${isArchived})`,
        ],
        ['application', isArchived],
        ['experiment_pair', `created_at < ${daysAgo(shown + MONTH_DAYS)}`],
        ['experiment', `created_at < ${daysAgo(shown + MONTH_DAYS)}`],
      );
    }
    await runAll(
      ...conditions.map(
        ([table, condition]) =>
          () =>
            purge(this.database, table, condition),
      ),
    );
  }
}
