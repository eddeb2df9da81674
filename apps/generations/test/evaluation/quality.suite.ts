// The accept rate of an application: it leaves its band, which is told once, by whichever instance looks first.
import { qualityChanged } from '#contracts';
import { QualityService } from '../../src/statistics/quality.service.ts';
import { newActor } from '../generations-environment.ts';
import { app, environment, otherApp } from '../suite-environment.ts';

describe('the accept rate of an application', () => {
  /** Decisions so many days ago, in rows of two models. */
  async function decide(
    workspaceId: string,
    daysAgo: number,
    accepted: number,
    rejected: number,
  ): Promise<void> {
    for (const model of ['a', 'b'])
      await environment.sql(
        `INSERT INTO statistic (workspace_id, hour, application_id, model, error_code, slot, accepted, rejected)
         VALUES ($1, floor(extract(epoch FROM now()) / 3600)::int - $2 * 24, 'product-title', $3, '', 0, $4, $5)
         ON CONFLICT (workspace_id, hours, hour, application_id, model, error_code, prompt_version, language, voice, slot)
         DO UPDATE SET accepted = statistic.accepted + excluded.accepted, rejected = statistic.rejected + excluded.rejected`,
        [workspaceId, daysAgo, model, accepted / 2, rejected / 2],
      );
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
});
