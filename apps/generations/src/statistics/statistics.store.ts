// Reads the table statistic; LeasesStore and InvocationsStore add to it.
import { Injectable } from '@nestjs/common';
import type { InputOf, listGenerationStatistics } from '#contracts';
import { Database } from '#platform/database';
import type { StatisticSum } from './statistics.rules.ts';

const KEYS = {
  model: 'model',
  application: `nullif(application_id, '')`,
  errorCode: `nullif(error_code, '')`,
};

@Injectable()
export class StatisticsStore {
  constructor(private readonly database: Database) {}

  /** The sums of each interval, value and error code, in this order. */
  async sums({
    actor,
    from,
    to,
    interval,
    by,
  }: InputOf<typeof listGenerationStatistics>): Promise<StatisticSum[]> {
    const sql = `SELECT extract(epoch FROM date_trunc($4, hour, 'UTC'))::int AS start,
         ${by ? KEYS[by] : 'NULL'} AS key, error_code AS "errorCode",
         sum(generations)::int AS generations, sum(attempts)::int AS attempts,
         sum(input_tokens)::float8 AS "inputTokens", sum(output_tokens)::float8 AS "outputTokens",
         sum(cost_micros)::float8 AS "costMicros"
       FROM statistic
       WHERE workspace_id = bound.workspace_id AND hour >= to_timestamp($2) AND hour < to_timestamp($3)
       GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`;
    const rows = await this.database.readAlone(actor.workspaceId, sql, [from, to, interval]);
    return rows as unknown as StatisticSum[];
  }
}
