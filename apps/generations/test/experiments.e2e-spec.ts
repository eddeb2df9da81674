// Experiments over the real bus with real servers: arms over the facts of a dataset, what stays as it was, money, the results.
import {
  acceptGeneration,
  cancelExperiment,
  createApplication,
  deleteDataset,
  estimateExperiment,
  getGenerationScores,
  listExperiments,
  listGenerations,
  rejectGeneration,
  type ExperimentSubmission,
} from '#contracts';
import { newId } from '#platform/context';
import { errorOf } from '#testing/answers';
import './evaluation/judge-limits.suite.ts';
import './evaluation/judges.suite.ts';
import './evaluation/pairs.suite.ts';
import {
  datasetOf,
  create,
  feedBatches,
  get,
  workOff,
  scored,
  OFFLINE,
  PRICED,
  environment,
} from './evaluation/experiment-steps.ts';
import { FAILURE, newActor, waitUntil } from './generations-environment.ts';
import { auth } from './stand-in-auth.ts';
import { catalogue } from './stand-in-catalogue.ts';

describe('an experiment', () => {
  it('writes for each case in each arm, by the facts of the dataset, and says who is better at its end', async () => {
    const actor = newActor();
    const dataset = await datasetOf(actor, 20);
    const { experiment, replayed } = await create(actor, {
      datasetId: dataset.id,
      minimum: { hardFirst: 0.5 },
    });
    expect(replayed).toBe(false);
    expect(experiment).toMatchObject({
      datasetId: dataset.id,
      status: 'RUNNING',
      repeats: 1,
      counts: { total: 40, waiting: 40 },
      arms: [
        { name: 'now', status: 'RUNNING', counts: { total: 20 } },
        { name: 'new', environment: { tone: 'friendly' } },
      ],
    });
    expect(experiment).not.toHaveProperty('results');
    for (const key of catalogue.products.keys())
      if (key.startsWith(actor.workspaceId)) catalogue.products.delete(key);
    const seen = new Set<string>();
    const ended = await workOff(actor, experiment.id, (arm, title) => {
      seen.add(`${arm} ${title}`);
      return scored({ hardFirst: arm === 'now' && title !== 'Board 3' ? 2 : 0 });
    });
    expect(seen.size).toBe(40);
    expect(ended).toMatchObject({ status: 'COMPLETED', counts: { total: 40, success: 40 } });
    const { results } = ended;
    expect(results).toMatchObject({ comparisons: 4, passed: true });
    expect(results?.arms[0]).toMatchObject({ name: 'now', scores: { hardFirst: { n: 20, mean: 1.9 } } });
    expect(results?.arms[0]).not.toHaveProperty('verdict');
    const [, better] = results?.arms ?? [];
    expect(better).toMatchObject({ name: 'new', verdict: 'BETTER', worst: [] });
    expect(better?.scores.hardFirst).toMatchObject({
      mean: 0,
      wins: 19,
      losses: 0,
      ties: 1,
      verdict: 'BETTER',
    });
    expect(better?.scores.hardFirst?.difference?.mean).toBeCloseTo(-1.9, 6);
    expect(better?.scores.success).toMatchObject({
      verdict: 'NO_DIFFERENCE',
      difference: { low: 0, high: 0 },
    });
    expect(better?.scores.latencyMs).not.toHaveProperty('verdict');
    expect(await get(actor, experiment.id)).toEqual(ended);
  });

  it('changes nothing else: no texts, no reviews, nothing stale, no events', async () => {
    const actor = newActor();
    const dataset = await datasetOf(actor, 3);
    const { experiment } = await create(actor, { datasetId: dataset.id });
    await workOff(actor, experiment.id);
    const list = (filter: object) =>
      environment.gateway.request(listGenerations, { actor, limit: 100, ...filter });
    const { generations } = await list({});
    expect(generations).toHaveLength(6);
    const [{ id } = { id: '' }] = generations;
    const record = await environment.get(actor, id);
    expect(record).toMatchObject({ experimentId: experiment.id, stale: false });
    expect(['now', 'new']).toContain(record.arm);
    expect(record).not.toHaveProperty('review');
    expect(record).not.toHaveProperty('productId');
    for (const filter of [{ review: 'PENDING' }, { stale: true }, { productId: record.inputs['productId'] }])
      expect((await list(filter)).generations).toEqual([]);
    const request = { actor, id, body: {} };
    expect(await errorOf(environment.gateway.request(acceptGeneration, request))).toMatchObject({
      code: 'InvalidState',
    });
    expect(await errorOf(environment.gateway.request(rejectGeneration, request))).toMatchObject({
      code: 'InvalidState',
    });
    expect(
      await environment.sql('SELECT FROM product_text WHERE workspace_id = $1', [actor.workspaceId]),
    ).toEqual([]);
    const told = await environment.sql(
      `SELECT topic FROM outbox_record WHERE kind = 'event' AND payload::text LIKE '%' || $1 || '%'`,
      [actor.workspaceId],
    );
    expect(told).toEqual([]);
    expect(await environment.gateway.request(getGenerationScores, { actor, id })).toHaveProperty(
      'warnings',
      0,
    );
  });

  it('averages repeats, and counts failures', async () => {
    const actor = newActor();
    const dataset = await datasetOf(actor, 8);
    const { experiment } = await create(actor, {
      datasetId: dataset.id,
      repeats: 2,
      minimum: { success: 0.9 },
    });
    expect(experiment.counts.total).toBe(32);
    const { results, status } = await workOff(actor, experiment.id, (arm) =>
      arm === 'new' ? FAILURE : scored({}),
    );
    expect(status).toBe('PARTIAL');
    const [, arm] = results?.arms ?? [];
    expect(arm?.scores.success).toMatchObject({ n: 16, mean: 0, losses: 8, wins: 0 });
    expect(arm?.scores).not.toHaveProperty('hardFirst');
    expect(arm).toMatchObject({ verdict: 'WORSE' });
    expect(arm).not.toHaveProperty('costPerTextMicros');
    expect(arm?.worst).toHaveLength(8);
    expect(arm?.worst[0]).toMatchObject({ better: [], worse: ['success'] });
    expect(results?.passed).toBe(false);
  });

  it('that is stopped compares what has run, and nothing else', async () => {
    const actor = newActor();
    const dataset = await datasetOf(actor, 6);
    const { experiment } = await create(actor, { datasetId: dataset.id });
    await waitUntil(async () => (await get(actor, experiment.id)).counts.running > 0);
    const deleting = () => environment.gateway.request(deleteDataset, { actor, id: dataset.id });
    expect(await errorOf(deleting())).toMatchObject({ code: 'InvalidState' });
    const cancelled = await environment.gateway.request(cancelExperiment, { actor, id: experiment.id });
    expect(cancelled.status).toBe('CANCELLED');
    expect(cancelled.results?.arms.map(({ scores, verdict }) => [scores, verdict])).toEqual([
      [{}, undefined],
      [{}, 'TOO_FEW'],
    ]);
    await deleting();
    expect(await get(actor, experiment.id)).toEqual(cancelled);
  });

  it('ends once its money is spent, all arms together', async () => {
    const actor = newActor();
    const dataset = await datasetOf(actor, 10);
    const body = { datasetId: dataset.id, arms: PRICED, maxCostMicros: 35_000, minimum: { success: 0.1 } };
    const { experiment } = await create(actor, body);
    const ended = await workOff(actor, experiment.id, () => scored({}));
    const costs = ended.arms.map(({ usage }) => usage.costMicros ?? 0);
    const spent = costs.reduce((sum, cost) => sum + cost, 0);
    expect(spent).toBeGreaterThanOrEqual(35_000);
    expect(spent).toBeLessThan(20 * 3500); // each arm alone would not have reached the limit
    expect(ended.counts.success + ended.counts.failed + ended.counts.cancelled).toBe(20);
    expect(ended.counts.success).toBe(spent / 3500);
    expect(ended.results?.passed).toBe(false); // nobody knows of the others
  });

  it('begins no more than its money may pay for, although two instances look at both arms at once', async () => {
    const actor = newActor();
    const dataset = await datasetOf(actor, 10);
    const lock = `hashtextextended('generations-${actor.holderId}', 0)`;
    await environment.sql(`SELECT pg_advisory_lock(${lock})`); // nothing begins before both have looked
    await create(actor, { datasetId: dataset.id, arms: PRICED, maxCostMicros: 35_000 });
    const waits = `SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`;
    await waitUntil(async () => (await environment.sql(waits)).length === 4);
    await environment.sql(`SELECT pg_advisory_unlock(${lock})`);
    await feedBatches();
    const running = `SELECT FROM generation WHERE workspace_id = $1 AND status = 'RUNNING'`;
    expect(await environment.sql(running, [actor.workspaceId])).toHaveLength(4); // before it is known what one costs
  });

  it('writes an arm with its voice', async () => {
    const actor = newActor();
    const dataset = await datasetOf(actor, 1);
    const arms: ExperimentSubmission['arms'] = [{ name: 'a' }, { name: 'b', voice: 'none' }];
    const { experiment } = await create(actor, { datasetId: dataset.id, arms });
    expect(experiment.arms.map(({ environment: { voice } }) => voice)).toEqual([undefined, 'none']);
    await environment.gateway.request(cancelExperiment, { actor, id: experiment.id });
  });

  it('tells what it would use; a key makes it once', async () => {
    const actor = newActor();
    const dataset = await datasetOf(actor, 4);
    const body = { datasetId: dataset.id, applicationId: 'product-title', arms: PRICED, repeats: 3 };
    const { count, estimate } = await environment.gateway.request(estimateExperiment, { actor, body });
    expect(count).toBe(24);
    expect(estimate.costMicros).toBeGreaterThan(0);
    const key = newId();
    const first = await create(actor, body, key);
    expect(await create(actor, body, key)).toEqual({ ...first, replayed: true });
    const page = await environment.gateway.request(listExperiments, { actor, limit: 10 });
    expect(page.experiments.map(({ id }) => id)).toEqual([first.experiment.id]);
    await environment.gateway.request(cancelExperiment, { actor, id: first.experiment.id });
  });

  it.each<[Partial<ExperimentSubmission>, string, string]>([
    [{}, 'UnknownReference', 'datasetId'],
    [{ datasetId: 'x' }, 'UnknownReference', 'datasetId'],
    [{ applicationId: 'poem' }, 'UnknownReference', 'applicationId'],
    [{ arms: [{ name: 'a' }, { name: 'a' }] }, 'InvalidArgument', 'body.arms'],
    [
      { arms: [{ name: 'a' }, { name: 'b', environment: { model: 'none:such' } }] },
      'InvalidArgument',
      'arms[1].environment.model',
    ],
    [
      { arms: [{ name: 'a' }, { name: 'b', applicationVersion: 2 }] },
      'InvalidArgument',
      'arms[1].applicationVersion',
    ],
    [
      { arms: [{ name: 'a' }, { name: 'b', applicationVersion: 3_000_000_000 }] },
      'InvalidArgument',
      'body.arms[1].applicationVersion',
    ],
    [{ arms: [{ name: 'a' }, { name: 'b', voice: newId() }] }, 'UnknownReference', 'arms[1].voice'],
    [
      { arms: [{ name: 'a' }, { name: 'b', voice: 'none', environment: { voice: 'none' } }] },
      'InvalidArgument',
      'body.arms[1].voice',
    ],
    [
      { arms: [{ name: 'a', environment: { model: 'acme:free' } }, { name: 'b' }], maxCostMicros: 1 },
      'InvalidArgument',
      'maxCostMicros',
    ],
  ])('is refused for %j: %s, %s', async (body, code, target) => {
    const actor = newActor();
    const datasetId = code === 'UnknownReference' && target === 'datasetId' ? newId() : undefined;
    const known = datasetId ?? (await datasetOf(actor, 1)).id;
    expect(await errorOf(create(actor, { datasetId: known, ...body }))).toMatchObject({ code, target });
  });

  it('is refused by the field of its own that is wrong, once its application is known', async () => {
    const actor = newActor();
    const { id: datasetId } = await datasetOf(actor, 1);
    const applicationWith = async (input: string): Promise<string> => {
      const inputSchema = { type: 'object', required: [input] };
      const body = { name: 'Own', instructions: 'Write.', inputSchema, resultType: 'TEXT' as const };
      return (await environment.gateway.request(createApplication, { actor, body })).application.id;
    };
    const refusal = (applicationId: string, applicationVersion: number) => {
      const arms = PRICED.map((arm, i) => (i === 0 ? arm : { ...arm, applicationVersion }));
      return errorOf(create(actor, { datasetId, applicationId, arms }));
    };
    const unknown = 'UnknownReference';
    expect(await refusal(await applicationWith('keywords'), 99)).toMatchObject({
      code: unknown,
      target: 'arms[1].applicationVersion',
    });
    expect(await refusal(newId(), 99)).toMatchObject({ code: unknown, target: 'applicationId' });
    const misfit = await refusal(await applicationWith('audience'), 1);
    expect(misfit).toMatchObject({ code: 'InvalidArgument', target: 'datasetId' });
    expect(misfit.details).toEqual([expect.objectContaining({ target: 'datasetId' })]);
    expect(misfit.message).toContain('audience');
  });

  it('is refused for a budget that is spent by the model that would spend it', async () => {
    const actor = newActor();
    const { id: datasetId } = await datasetOf(actor, 1);
    auth.budgets.set(actor.workspaceId, 0);
    const refusal = (more: Partial<ExperimentSubmission>) => errorOf(create(actor, { datasetId, ...more }));
    const spent = { code: 'QuotaExceeded', target: 'arms[1].environment.model' };
    const arms = [...OFFLINE.slice(0, 1), ...PRICED.slice(1)];
    expect(await refusal({ arms })).toMatchObject(spent);
    const judge = { model: 'acme:large' };
    expect(await refusal({ arms: OFFLINE, judge })).toMatchObject({ ...spent, target: 'judge.model' });
  });

  it('is seen by its workspace only', async () => {
    const actor = newActor();
    const dataset = await datasetOf(actor, 1);
    const { experiment } = await create(actor, { datasetId: dataset.id });
    const stranger = newActor();
    expect(await errorOf(get(stranger, experiment.id))).toMatchObject({ code: 'NotFound' });
    const cancelling = environment.gateway.request(cancelExperiment, { actor: stranger, id: experiment.id });
    expect(await errorOf(cancelling)).toMatchObject({ code: 'NotFound' });
    expect(await errorOf(create(stranger, { datasetId: dataset.id }))).toMatchObject({ target: 'datasetId' });
  });
});
