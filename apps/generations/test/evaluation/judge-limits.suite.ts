// The judge of an experiment: its end, its money, what it leaves alone, and who cannot be one.
import {
  cancelExperiment,
  estimateExperiment,
  JUDGEMENT,
  listGenerations,
  retryGeneration,
  type ExperimentSubmission,
} from '#contracts';
import { errorOf } from '#testing/answers';
import { newActor, SUCCESS, waitUntil } from '../generations-environment.ts';
import {
  create,
  datasetOf,
  environment,
  feedBatches,
  get,
  OFFLINE,
  PRICED,
  scored,
  workOff,
} from './experiment-steps.ts';
import { JUDGE, judged, prefersNew } from './judge-steps.ts';

describe('the judge of an experiment', () => {
  it('is cancelled with the experiment, before it begins and after', async () => {
    const actor = newActor();
    const dataset = await datasetOf(actor, 3);
    const cancel = (id: string) => environment.gateway.request(cancelExperiment, { actor, id });
    const early = await create(actor, { datasetId: dataset.id, judge: JUDGE });
    expect(await cancel(early.experiment.id)).toMatchObject({
      status: 'CANCELLED',
      judge: { status: 'CANCELLED', counts: { total: 0 } },
    });
    const late = await create(actor, { datasetId: dataset.id, judge: JUDGE });
    const { id } = late.experiment;
    await waitUntil(async () => {
      const { judge } = await get(actor, id);
      if ((judge?.counts.running ?? 0) > 0) return true;
      const rows = await environment.sql<{ id: string }>(
        `SELECT id FROM generation WHERE workspace_id = $1 AND status = 'RUNNING' AND application_id <> $2`,
        [actor.workspaceId, JUDGEMENT],
      );
      for (const row of rows) {
        const claim = await environment.claim(row.id, 'w1');
        if (claim.state === 'claimed') await environment.finish(row.id, claim.epoch, scored({}));
      }
      return false;
    });
    const cancelled = await cancel(id);
    expect(cancelled).toMatchObject({
      status: 'CANCELLED',
      counts: { success: 6 },
      judge: { status: 'CANCELLED' },
    });
    expect(cancelled.judge?.counts).toMatchObject({ total: 6, waiting: 0, running: 0, success: 0 });
    expect(cancelled.results?.arms[1]).not.toHaveProperty('judge');
  });

  it('judges no text that somebody deletes meanwhile', async () => {
    const actor = newActor();
    // More judgements than begin at once, so that those of the last case wait.
    const dataset = await datasetOf(actor, 30);
    const { experiment } = await create(actor, { datasetId: dataset.id, judge: JUDGE });
    let isDeleted = false;
    const deleteLast = async () => {
      if (isDeleted) return;
      const [last] = await environment.sql<{ id: string }>(
        `SELECT product_id AS id FROM batch_member AS member JOIN batch ON batch.id = batch_id
           WHERE batch.workspace_id = $1 AND application_id = $2 ORDER BY position DESC LIMIT 1`,
        [actor.workspaceId, JUDGEMENT],
      );
      if (!last) return;
      isDeleted = true;
      await environment.sql(
        `DELETE FROM generation WHERE workspace_id = $1 AND case_id = $2 AND arm = 'new' AND application_id <> $3`,
        [actor.workspaceId, last.id, JUDGEMENT],
      );
    };
    const ended = await workOff(actor, experiment.id, prefersNew, deleteLast);
    expect(isDeleted).toBe(true);
    expect(ended).toMatchObject({
      judge: { status: 'PARTIAL', counts: { total: 60, success: 58, failed: 2 } },
    });
    expect(ended.results?.arms[1]?.scores.judgeWins).toMatchObject({ n: 29, wins: 29 });
    expect(ended.results?.arms[1]?.scores.success).toMatchObject({ n: 29 });
  });

  it('is paid from what the experiment may cost, and estimated with it', async () => {
    const actor = newActor();
    const dataset = await datasetOf(actor, 5);
    const body = {
      datasetId: dataset.id,
      applicationId: 'product-title',
      arms: OFFLINE,
      judge: { model: 'acme:large' },
    };
    const estimated = await environment.gateway.request(estimateExperiment, { actor, body });
    expect(estimated).toMatchObject({ count: 10, judgements: 10 });
    const { judge: _none, ...alone } = body;
    const without = await environment.gateway.request(estimateExperiment, { actor, body: alone });
    expect(without).toEqual({ count: 10, estimate: { ...without.estimate, costMicros: 0 } });
    expect(estimated.estimate.costMicros).toBeGreaterThan(10 * 3000);
    const { experiment } = await create(actor, { ...body, maxCostMicros: 10_000 });
    const ended = await workOff(actor, experiment.id, (_arm, _title, task) =>
      task.applicationId === JUDGEMENT ? { ...judged(task, () => 'tie'), usage: scored({}).usage! } : SUCCESS,
    );
    const { counts, usage } = ended.judge!;
    expect(usage.costMicros).toBeGreaterThanOrEqual(10_000);
    expect(counts.success).toBe((usage.costMicros ?? 0) / 3500);
    expect(counts.success + counts.failed + counts.cancelled).toBe(10);
    expect(ended.judge?.status).toBe('PARTIAL');
  });

  it('begins as many judgements as its own cost allows, however little the texts have cost', async () => {
    const actor = newActor();
    const dataset = await datasetOf(actor, 5);
    const judge = { model: 'acme:large' };
    await create(actor, { datasetId: dataset.id, arms: OFFLINE, judge, maxCostMicros: 10_000 });
    const running = (isJudgement: boolean) =>
      environment.sql<{ id: string }>(
        `SELECT id FROM generation WHERE workspace_id = $1 AND status = 'RUNNING' AND (application_id = $2) = $3 ORDER BY id`,
        [actor.workspaceId, JUDGEMENT, isJudgement],
      );
    await waitUntil(async () => {
      for (const { id } of await running(false))
        await environment.finish(id, (await environment.claimSuccessfully(id)).epoch, SUCCESS);
      return (await running(true)).length === 4; // before it is known what one costs
    });
    const [{ id } = { id: '' }] = await running(true);
    const { epoch, task } = await environment.claimSuccessfully(id);
    await environment.finish(id, epoch, { ...judged(task, () => 'tie'), usage: scored({}).usage! });
    await feedBatches();
    expect(await running(true)).toHaveLength(3); // 6500 are left, and three more cost 10,500
  });

  it('is understood at the first look at the results, however large the inputs of many texts were', async () => {
    const actor = newActor();
    const dataset = await datasetOf(actor, 1);
    const { experiment } = await create(actor, { datasetId: dataset.id, judge: JUDGE });
    const { id } = experiment;
    await workOff(actor, id, prefersNew);
    // As many judgements of as many other cases, each with 30 KB of inputs, before anybody has looked at the results.
    await environment.sql(
      `INSERT INTO generation (workspace_id, id, account_id, holder_id, request_id, application_id, application_name, title,
         inputs, environment, manual, model, batch_id, experiment_id, arm, case_id, status, result_type, result, last_job_id,
         lease_until, deadline_at, completed_at)
       SELECT workspace_id, overlay(id::text PLACING right(gen_random_uuid()::text, 12) FROM 25)::uuid, account_id, holder_id,
         request_id, application_id, application_name, title, (inputs::jsonb || given)::json, environment, manual, model, batch_id,
         experiment_id, arm, one.case_id, status, result_type, result, last_job_id, lease_until, deadline_at, completed_at
       FROM generation, (SELECT gen_random_uuid() AS case_id FROM generate_series(1, 300)) AS one,
         (SELECT jsonb_build_object('given', jsonb_build_object('list', jsonb_agg(0))) AS given FROM generate_series(1, 10000)) AS large
       WHERE workspace_id = $1 AND application_id = $2`,
      [actor.workspaceId, JUDGEMENT],
    );
    await environment.sql('UPDATE experiment SET results = NULL, judged = NULL WHERE id = $1', [id]);
    const { results } = await get(actor, id);
    expect(results?.arms[1]?.judge?.questions[0]).toMatchObject({ n: 602, yes: 1, wins: 301 });
    const kept = await environment.sql('SELECT FROM experiment WHERE id = $1 AND results IS NOT NULL', [id]);
    expect(kept).toHaveLength(1);
  });

  it('leaves no trace in reviews and texts, and cannot be asked for otherwise', async () => {
    const actor = newActor();
    const dataset = await datasetOf(actor, 1);
    const { experiment } = await create(actor, { datasetId: dataset.id, judge: JUDGE });
    const { judge } = await workOff(actor, experiment.id, prefersNew);
    const [batchId = ''] = judge?.batchIds ?? [];
    const list = (filter: object) =>
      environment.gateway.request(listGenerations, { actor, limit: 100, ...filter });
    const { generations } = await list({ batchId });
    expect(generations).toHaveLength(2);
    expect((await list({ review: 'PENDING' })).generations).toEqual([]);
    const [{ id } = { id: '' }] = generations;
    expect(await environment.get(actor, id)).toMatchObject({
      applicationId: JUDGEMENT,
      experimentId: experiment.id,
      result: [{ winner: expect.any(String) as string }],
    });
    const again = environment.gateway.request(retryGeneration, { actor, id, body: {} });
    expect(await errorOf(again)).toMatchObject({ target: 'applicationId' });
    expect(
      await environment.sql('SELECT FROM product_text WHERE workspace_id = $1', [actor.workspaceId]),
    ).toEqual([]);
  });

  it.each<[Partial<ExperimentSubmission>, string]>([
    [{ judge: { model: 'acme:large' }, arms: [...PRICED] }, 'judge.model'],
    [{ judge: { model: 'none:such' } }, 'judge.model'],
    [{ judge: { model: 'offline:composer-1' }, arms: [...PRICED] }, 'judge.model'],
    [{ judge: JUDGE, maxCostMicros: 1 }, 'maxCostMicros'],
    [{ minimum: { judgeYes: 0.5 } }, 'minimum.judgeYes'],
  ])('is refused for %j: %s', async (body, target) => {
    const actor = newActor();
    const { id } = await datasetOf(actor, 1);
    const refused = await errorOf(create(actor, { datasetId: id, ...body }));
    expect(refused).toMatchObject({ code: 'InvalidArgument', target });
  });
});
