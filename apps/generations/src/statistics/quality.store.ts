// Sums the decisions of people by application, and keeps how their accept rates stand. SQL, because it works on sets.
import { Injectable } from '@nestjs/common';
import { Database, type Transaction } from '#platform/database';
import type { ApplicationQualityEntity } from './quality.entity.ts';
import { DAYS, LEAST_REVIEWED, type QualityState, type Reviewed } from './quality.rules.ts';
import { THIS_HOUR } from './statistics.rules.ts';

type Standing = Pick<ApplicationQualityEntity, 'workspaceId' | 'applicationId' | 'state'>;
/** An application of a workspace whose texts are reviewed. */
export interface ReviewedApplication extends Standing, Reviewed {
  /** True when it is to be noted that its state, which is not WITHIN, still holds. */
  isDue: boolean;
}

/** SQL: how `quality` stands; WITHIN, too, once none of the decisions by which that was noted is looked at any more. */
const STATE = `CASE WHEN quality.noted_at > now() - interval '${DAYS.now} days' THEN quality.state ELSE 'WITHIN' END`;
const NOW = `hour > ${THIS_HOUR} - ${DAYS.now * 24}`;
/** SQL: in a day of which a part is now, or before, and another part is not. Such days are as far apart as the two are long. */
const AT_EDGE = `${THIS_HOUR} / 24 - hour / 24 IN (0, ${DAYS.now}, ${DAYS.now + DAYS.before})`;
const sumOf = (count: 'accepted' | 'rejected', when: string): string =>
  `coalesce(sum(${count}) FILTER (WHERE ${when}), 0)::int`;

@Injectable()
export class QualityStore {
  constructor(private readonly database: Database) {}

  /**
   * Applications of which enough texts were reviewed, now and before: by rows of days, slots that are not in them yet, and at the
   * edges rows of hours.
   */
  reviewed(): Promise<ReviewedApplication[]> {
    return this.database.system<ReviewedApplication>(
      `WITH rates AS (
         SELECT workspace_id, application_id,
           ${sumOf('accepted', NOW)} AS "accepted", ${sumOf('rejected', NOW)} AS "rejected",
           ${sumOf('accepted', `NOT ${NOW}`)} AS "acceptedBefore", ${sumOf('rejected', `NOT ${NOW}`)} AS "rejectedBefore"
         FROM statistic
         WHERE hour > ${THIS_HOUR} - ${(DAYS.now + DAYS.before) * 24} AND (accepted <> 0 OR rejected <> 0)
           AND CASE WHEN ${AT_EDGE} THEN hours = 1 ELSE hours = 24 OR slot <> 0 END
         GROUP BY workspace_id, application_id
       )
       SELECT workspace_id AS "workspaceId", application_id AS "applicationId", ${STATE} AS state,
         ${STATE} <> 'WITHIN' AND quality.noted_at < now() - interval '1 hour' AS "isDue",
         "accepted", "rejected", "acceptedBefore", "rejectedBefore"
       FROM rates LEFT JOIN application_quality AS quality USING (workspace_id, application_id)
       WHERE "accepted" + "rejected" >= ${LEAST_REVIEWED} AND "acceptedBefore" + "rejectedBefore" >= ${LEAST_REVIEWED}`,
    );
  }

  /** Notes how an application stands now; false when somebody else has noted a change since. */
  async note(
    tx: Transaction,
    { workspaceId, applicationId, state: before }: Standing,
    state: QualityState,
  ): Promise<boolean> {
    const rows = await tx.query<unknown[]>(
      `INSERT INTO application_quality AS quality (workspace_id, application_id, state) VALUES ($1, $2, $4)
       ON CONFLICT (workspace_id, application_id) DO UPDATE SET state = excluded.state, noted_at = now() WHERE ${STATE} = $3
       RETURNING state`,
      [workspaceId, applicationId, before, state],
    );
    return rows.length > 0;
  }
}
