// The accept rate of an application: it leaves its band, which is told once, by whichever instance looks first.
import { qualityChanged } from '#contracts';
import { GenerationStatisticsService } from '../../src/statistics/generation-statistics.service.ts';
import { QualityService } from '../../src/statistics/quality.service.ts';
import { newActor } from '../generations-environment.ts';
import { app, environment, otherApp } from '../suite-environment.ts';

describe('the accept rate of an application', () => {
  /** Decisions so many days ago, in the slots of two models, added up as those of past hours are. */
  async function decide(
    workspaceId: string,
    daysAgo: number,
    accepted: number,
    rejected: number,
  ): Promise<void> {
    for (const model of ['a', 'b'])
      await environment.sql(
        `INSERT INTO statistic (workspace_id, hour, application_id, model, error_code, slot, accepted, rejected)
         VALUES ($1, floor(extract(epoch FROM now()) / 3600)::int - $2 * 24, 'product-title', $3, '', 1, $4, $5)
         ON CONFLICT (workspace_id, hours, hour, application_id, model, error_code, prompt_version, language, voice, slot)
         DO UPDATE SET accepted = statistic.accepted + excluded.accepted, rejected = statistic.rejected + excluded.rejected`,
        [workspaceId, daysAgo, model, accepted / 2, rejected / 2],
      );
    await app.get(GenerationStatisticsService, { strict: false }).addUpSlots();
  }
  const compare = () =>
    Promise.all([app, otherApp].map((one) => one.get(QualityService, { strict: false }).compare()));
  const told = async (workspaceId: string): Promise<object[]> => {
    const rows = await environment.sql<{ data: object }>(
      `SELECT payload -> 'data' AS data FROM outbox_record WHERE topic = $1 AND payload -> 'data' ->> 'workspaceId' = $2`,
      [qualityChanged.type, workspaceId],
    );
    return rows.map(({ data }) => data);
  };

  it('is told once when it leaves its band, again when it leaves it anew, and not by too few decisions', async () => {
    const { workspaceId } = newActor();
    await decide(workspaceId, 20, 160, 40);
    await decide(workspaceId, 40, 0, 1000);
    await decide(workspaceId, 2, 20, 28);
    await compare();
    expect(await told(workspaceId)).toEqual([]);
    await decide(workspaceId, 1, 0, 2);
    await compare();
    const fell = {
      workspaceId,
      applicationId: 'product-title',
      direction: 'BELOW',
      acceptRate: 0.4,
      earlierRate: 0.8,
      reviewed: 50,
    };
    expect(await told(workspaceId)).toEqual([fell]);
    await compare();
    await decide(workspaceId, 1, 0, 2);
    await compare();
    expect(await told(workspaceId)).toHaveLength(1);
    await decide(workspaceId, 1, 200, 20);
    await compare();
    expect(await told(workspaceId)).toHaveLength(1);
    await decide(workspaceId, 1, 0, 600);
    await compare();
    expect(await told(workspaceId)).toHaveLength(2);
    const stranger = newActor();
    expect(await told(stranger.workspaceId)).toEqual([]);
  });

  it('is told anew once none of the decisions that were told of is looked at any more', async () => {
    const { workspaceId } = newActor();
    const notedNow = () =>
      environment.sql(
        `SELECT FROM application_quality
         WHERE workspace_id = $1 AND state = 'BELOW' AND noted_at > now() - interval '1 minute'`,
        [workspaceId],
      );
    const noteBefore = (time: string) =>
      environment.sql(
        `UPDATE application_quality SET noted_at = now() - $2::interval WHERE workspace_id = $1`,
        [workspaceId, time],
      );
    await decide(workspaceId, 20, 160, 40);
    await decide(workspaceId, 2, 20, 80);
    await compare();
    expect(await told(workspaceId)).toHaveLength(1);
    await noteBefore('6 days 23 hours');
    await compare();
    expect(await told(workspaceId)).toHaveLength(1);
    expect(await notedNow()).toHaveLength(1); // and counts from here
    await noteBefore('7 days 1 hour'); // it could not be measured meanwhile
    await compare();
    expect(await told(workspaceId)).toMatchObject([{ direction: 'BELOW' }, { direction: 'BELOW' }]);
    expect(await notedNow()).toHaveLength(1);
  });

  it('is summed up from days, and from hours at the edges alone', async () => {
    const { workspaceId } = newActor();
    for (const [daysAgo, accepted, rejected] of [
      [20, 80, 20],
      [28, 80, 20],
      [3, 40, 60],
      [0, 0, 4],
      [7, 0, 4], // at the same hour: of the days before
      [35, 0, 900], // likewise: of none
    ] as const)
      await decide(workspaceId, daysAgo, accepted, rejected);
    const { length } = await environment.sql(
      `DELETE FROM statistic WHERE workspace_id = $1 AND hours = 1 AND slot = 0
         AND (floor(extract(epoch FROM now()) / 3600)::int / 24 - hour / 24) NOT IN (0, 7, 35) RETURNING 1`,
      [workspaceId],
    );
    expect(length).toBe(6);
    await compare();
    expect(await told(workspaceId)).toMatchObject([
      { direction: 'BELOW', acceptRate: 40 / 104, earlierRate: 160 / 204, reviewed: 104 },
    ]);
  });
});
