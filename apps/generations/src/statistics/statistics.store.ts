// Reads the table statistic and adds up its slots; EndingsStore, LedgerStore and ReviewsStore add to it.
import { Injectable } from '@nestjs/common';
import { INTERVAL_SECONDS, type InputOf, type listGenerationStatistics } from '#contracts';
import { Database, ROUND_MS } from '#platform/database';
import { ADD_TO_STATISTIC, THIS_HOUR, type StatisticSum } from './statistics.rules.ts';

const KEYS = {
  model: 'model',
  application: 'application_id',
  errorCode: `nullif(error_code, '')`,
  promptVersion: `nullif(prompt_version, '')`,
  language: `nullif(language, '')`,
  voice: `nullif(voice, '')`,
};

/** Rows that are added up together. One statement for 60,000 took longer than a statement may. */
const TOGETHER = 5000;

// In one order, so that two instances do not wait for each other.
const ADD_UP_SLOTS = `
  WITH old AS (
    DELETE FROM statistic WHERE slot <> 0 AND ctid = ANY (ARRAY(
      SELECT ctid FROM statistic WHERE slot <> 0 AND hour < ${THIS_HOUR} - 1 ORDER BY workspace_id, hour LIMIT ${TOGETHER}
    )) RETURNING *
  ), added AS (
    INSERT INTO statistic
    SELECT workspace_id, length, hour - hour % length, application_id, model, error_code, prompt_version, language, voice, 0,
      sum(generations), sum(attempts), sum(input_tokens), sum(output_tokens), sum(cost_micros), sum(accepted), sum(edited),
      sum(rejected), sum(edit_share), sum_counts(findings)
    FROM old, unnest('{1,24}'::int[]) AS length GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9 ORDER BY 1, 2, 3, 4, 5, 6, 7, 8, 9
    ${ADD_TO_STATISTIC}
  )
  SELECT count(*)::int AS added FROM old`;

@Injectable()
export class StatisticsStore {
  constructor(private readonly database: Database) {}

  /**
   * The sums of each interval, value and error code, in this order: of rows of the interval, and of slots that are not in them
   * yet.
   */
  async sums({
    actor,
    from,
    to,
    interval,
    by,
  }: InputOf<typeof listGenerationStatistics>): Promise<StatisticSum[]> {
    // Whole numbers make cheap groups, which Postgres hashes; by a computed decimal it sorted all rows of 400 days on disk.
    const sql = `SELECT (hour - hour % $4::int) * 3600::float8 AS start, ${by ? KEYS[by] : 'NULL'} AS key, error_code AS "errorCode",
         sum(generations)::int AS generations, sum(attempts)::int AS attempts,
         sum(input_tokens::float8) AS "inputTokens", sum(output_tokens::float8) AS "outputTokens",
         sum(cost_micros::float8) AS "costMicros", sum(accepted)::int AS accepted, sum(edited)::int AS edited,
         sum(rejected)::int AS rejected, sum(edit_share) AS "editShare", sum_counts(findings) AS findings
       FROM (
         SELECT * FROM statistic
         WHERE workspace_id = bound.workspace_id AND workspace_id = $1 AND hours = $4 AND hour >= $2 AND hour < $3
         UNION ALL
         SELECT * FROM statistic
         WHERE workspace_id = bound.workspace_id AND workspace_id = $1 AND hours < $4 AND slot <> 0 AND hour >= $2 AND hour < $3
       ) AS summed
       GROUP BY hour - hour % $4::int, 2, 3 ORDER BY 1, 2, 3`;
    const hours = [from, to, INTERVAL_SECONDS[interval]].map((seconds) => seconds / 3600);
    return this.database.readAlone<StatisticSum>(actor.workspaceId, sql, hours);
  }

  /**
   * Adds up the slots of hours to which no transaction adds any more, into the rows of these hours and of their days; some at a
   * time.
   */
  async addUpSlots(): Promise<void> {
    const endsAt = performance.now() + ROUND_MS;
    let rows: { added: number }[];
    do rows = await this.database.system<{ added: number }>(ADD_UP_SLOTS);
    while (rows[0]?.added === TOGETHER && performance.now() < endsAt);
  }
}
