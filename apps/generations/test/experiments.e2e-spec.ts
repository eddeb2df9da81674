// Experiments over the real bus with real servers: arms over the facts of a dataset, what stays as it was, money, the results.
import {
  acceptGeneration,
  cancelExperiment,
  createDataset,
  createExperiment,
  deleteDataset,
  estimateExperiment,
  getExperiment,
  getGenerationScores,
  getPair,
  listExperiments,
  listGenerations,
  rejectGeneration,
  vote,
  type Actor,
  type Dataset,
  type Experiment,
  type ExperimentSubmission,
  type GenerationOutcome,
  type WrittenScores,
} from '#contracts';
import { newId } from '#platform/context';
import { errorOf } from './answers.ts';
import {
  FAILURE,
  GenerationsEnvironment,
  newActor,
  PRICED_MODELS,
  SUCCESS,
  waitUntil,
} from './generations-environment.ts';
import { catalogue, productFor } from './stand-in-catalogue.ts';

let environment: GenerationsEnvironment;
beforeAll(async () => {
  environment = await GenerationsEnvironment.start();
  await environment.recordOutbox();
  for (let n = 0; n < 2; n += 1) await environment.startInstance(PRICED_MODELS);
});
afterAll(() => environment?.stop());

const ARMS: ExperimentSubmission['arms'] = [
  { name: 'now' },
  { name: 'new', environment: { tone: 'friendly' } },
];
const PRICED: ExperimentSubmission['arms'] = ARMS.map((arm) => ({
  ...arm,
  environment: { ...arm.environment, model: 'acme:large' },
}));

async function datasetOf(actor: Actor, count: number): Promise<Dataset> {
  const ids = Array.from({ length: count }, (_, n) => productFor(actor, { title: `Board ${n}` }).id);
  const body = { name: 'Boards', products: { ids }, inputs: { keywords: ['oak'] } };
  return (await environment.gateway.request(createDataset, { actor, body })).dataset;
}
const create = (actor: Actor, body: Partial<ExperimentSubmission>, idempotencyKey?: string) =>
  environment.gateway.request(createExperiment, {
    actor,
    body: { datasetId: newId(), applicationId: 'product-title', arms: ARMS, ...body },
    ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
  });
const get = (actor: Actor, id: string): Promise<Experiment> =>
  environment.gateway.request(getExperiment, { actor, id });

/** Ends the RUNNING generations of a workspace with what an outcome is for an arm and the title of a case. */
async function endRunning(
  { workspaceId }: Actor,
  outcomeOf: (arm: string, title: string) => GenerationOutcome,
): Promise<void> {
  const running = await environment.sql<{ id: string; arm: string }>(
    `SELECT id, arm FROM generation WHERE workspace_id = $1 AND status = 'RUNNING' ORDER BY id`,
    [workspaceId],
  );
  for (const { id, arm } of running) {
    const claim = await environment.claim(id, 'w1');
    if (claim.state !== 'claimed') continue;
    await environment.finish(id, claim.epoch, outcomeOf(arm, claim.task.product?.title ?? ''));
  }
}

/** Ends generations of an experiment until it has ended; its counts add up at every look. */
async function workOff(
  actor: Actor,
  id: string,
  outcomeOf: (arm: string, title: string) => GenerationOutcome = () => SUCCESS,
): Promise<Experiment> {
  let experiment!: Experiment;
  await waitUntil(async () => {
    await endRunning(actor, outcomeOf);
    experiment = await get(actor, id);
    for (const { counts } of [experiment, ...experiment.arms]) {
      const { total, ...others } = counts;
      expect(Object.values(others).reduce((sum, count) => sum + count)).toBe(total);
    }
    return experiment.status !== 'RUNNING';
  });
  return experiment;
}

const scored = (scores: Partial<WrittenScores>): GenerationOutcome => ({
  ...SUCCESS,
  scores: { hardFirst: 0, repaired: 0, languageShare: 1, ...scores },
  usage: { inputTokens: 1000, outputTokens: 100, calls: 1 },
});

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
    const body = { datasetId: dataset.id, arms: PRICED, maxCostMicros: 12_000 };
    const { experiment } = await create(actor, body);
    const ended = await workOff(actor, experiment.id, () => scored({}));
    const costs = ended.arms.map(({ usage }) => usage.costMicros ?? 0);
    const spent = costs.reduce((sum, cost) => sum + cost, 0);
    expect(spent).toBeGreaterThanOrEqual(12_000);
    expect(spent).toBeLessThan(20 * 3500);
    expect(ended.counts.success + ended.counts.failed + ended.counts.cancelled).toBe(20);
    expect(ended.counts.success).toBe(spent / 3500);
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

  it('is judged blind, each pair once by each person, and by people first', async () => {
    const actor = newActor();
    const dataset = await datasetOf(actor, 9);
    const { experiment } = await create(actor, { datasetId: dataset.id, repeats: 2 });
    const { id } = experiment;
    const judge = (who: Actor) => environment.gateway.request(getPair, { actor: who, id });
    expect(await judge(actor)).toEqual({ left: 0 });
    await workOff(actor, id, (arm) => ({ ...scored({}), result: [{ text: `${arm} board` }] }));
    const other = { ...actor, accountId: newId() };
    const cast = (who: Actor, pairId: string, winner: 'a' | 'b' | 'tie') =>
      environment.gateway.request(vote, { actor: who, id, body: { pairId, winner, reasons: ['clear'] } });
    let next = await judge(actor);
    expect(next.left).toBe(9);
    expect(await judge(actor)).toEqual(next);
    const shown = next.pair!;
    expect(Object.keys(shown).sort()).toEqual(['a', 'b', 'id', 'title']);
    await environment.sql(
      'DELETE FROM generation WHERE id = (SELECT generation_id FROM experiment_pair WHERE id = $1)',
      [shown.id],
    );
    next = await judge(actor);
    expect(next).toMatchObject({ left: 9, pair: { title: expect.any(String) as string } });
    expect(await errorOf(cast(other, shown.id, 'a'))).toMatchObject({
      code: 'UnknownReference',
      target: 'pairId',
    });
    for (let left = 9; left > 0; left -= 1) {
      const { pair } = next;
      const isNewA = JSON.stringify(pair?.a).includes('new');
      next = await cast(actor, pair?.id ?? '', isNewA ? 'a' : 'b');
      expect(next.left).toBe(left - 1);
    }
    expect(next).toEqual({ left: 0 });
    const voted = (await get(actor, id)).results?.arms[1];
    expect(voted?.people).toMatchObject({ n: 9, wins: 9, losses: 0, ties: 0, verdict: 'BETTER' });
    expect(voted).toMatchObject({ verdict: 'BETTER', scores: { success: { verdict: 'NO_DIFFERENCE' } } });
    await cast(actor, shown.id, 'tie');
    const opened = await judge(other);
    expect(opened.left).toBe(9);
    await cast(other, opened.pair?.id ?? '', 'tie');
    const again = (await get(actor, id)).results?.arms[1]?.people;
    expect(again).toMatchObject({ n: 10, verdict: 'BETTER' });
    expect(await errorOf(environment.gateway.request(getPair, { actor: newActor(), id }))).toMatchObject({
      code: 'NotFound',
    });
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
