// Tests datasets, experiments and scores through the gateway: their bodies, answers and the stream of an experiment.
import {
  cancelExperiment,
  createDataset,
  createExperiment,
  deleteDataset,
  estimateExperiment,
  experimentChanged,
  getDataset,
  getExperiment,
  getGenerationScores,
  getPair,
  listCases,
  listDatasets,
  listExperiments,
  vote,
  type Experiment,
} from '#contracts';
import { newId } from '#platform/context';
import { until } from '#testing/until';
import { EventReader } from '#testing/http';
import {
  exampleCases,
  exampleDataset,
  exampleDatasets,
  exampleExperiment,
  exampleExperimentEstimate,
  exampleExperiments,
  exampleNewExperiment,
  examplePair,
  exampleScores,
} from '../src/openapi/examples/evaluation-examples.ts';
import { BASE, errorOf, JSON_TYPE, startGateway, type GatewayEnvironment } from './gateway-environment.ts';

let gateway: GatewayEnvironment;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.close());

const DATASETS = `${BASE}/datasets`;
const EXPERIMENTS = `${BASE}/experiments`;
const ARMS = [{ name: 'now' }, { name: 'friendly', environment: { tone: 'friendly' } }];
const EXPERIMENT = { datasetId: exampleDataset.id, applicationId: 'product-title', arms: ARMS };

describe('datasets', () => {
  it('are made, listed, read with their cases, and deleted', async () => {
    const asked: object[] = [];
    await gateway.owners.on(createDataset, ({ actor: _, ...input }) => {
      asked.push(input);
      return { dataset: exampleDataset, replayed: false };
    });
    await gateway.owners.on(listDatasets, () => JSON.stringify(exampleDatasets));
    await gateway.owners.on(getDataset, () => exampleDataset);
    await gateway.owners.on(listCases, () => JSON.stringify(exampleCases));
    await gateway.owners.on(deleteDataset, () => ({}));
    const body = {
      name: ' Desks ',
      products: { filter: { brand: 'Fenwick' }, first: 50 },
      references: 'accepted',
    };
    const made = await gateway.post(DATASETS, JSON.stringify(body), { ...JSON_TYPE, 'idempotency-key': 'k' });
    expect([made.status, await made.json()]).toEqual([201, exampleDataset]);
    const { id } = exampleDataset;
    expect(made.headers.get('location')).toBe(`${DATASETS}/${id}`);
    expect(asked).toEqual([{ body: { ...body, name: 'Desks' }, idempotencyKey: 'k' }]);
    expect(await (await gateway.call(DATASETS)).json()).toEqual(exampleDatasets);
    expect(await (await gateway.call(`${DATASETS}/${id}`)).json()).toEqual(exampleDataset);
    expect(await (await gateway.call(`${DATASETS}/${id}/cases?limit=5`)).json()).toEqual(exampleCases);
    expect((await gateway.call(`${DATASETS}/${id}`, { method: 'DELETE' })).status).toBe(204);
  });
});

describe('experiments', () => {
  it('are accepted, only estimated with dryRun, listed, read, cancelled and judged', async () => {
    const asked: object[] = [];
    await gateway.owners.on(createExperiment, ({ actor: _, ...input }) => {
      asked.push(input);
      return { experiment: exampleNewExperiment, replayed: false };
    });
    await gateway.owners.on(estimateExperiment, () => exampleExperimentEstimate);
    await gateway.owners.on(listExperiments, () => JSON.stringify(exampleExperiments));
    for (const one of [getExperiment, cancelExperiment])
      await gateway.owners.on(one, () => exampleExperiment);
    await gateway.owners.on(getPair, () => examplePair);
    await gateway.owners.on(vote, ({ body }) => {
      asked.push(body);
      return { left: 36 };
    });
    const made = await gateway.post(EXPERIMENTS, JSON.stringify(EXPERIMENT));
    expect([made.status, await made.json()]).toEqual([202, exampleNewExperiment]);
    const { id } = exampleNewExperiment;
    expect(made.headers.get('location')).toBe(`${EXPERIMENTS}/${id}`);
    const computed = await gateway.post(EXPERIMENTS, JSON.stringify({ ...EXPERIMENT, dryRun: true }));
    expect([computed.status, await computed.json()]).toEqual([200, exampleExperimentEstimate]);
    expect(await (await gateway.call(EXPERIMENTS)).json()).toEqual(exampleExperiments);
    expect(await (await gateway.call(`${EXPERIMENTS}/${id}`)).json()).toEqual(exampleExperiment);
    const cancelled = await gateway.call(`${EXPERIMENTS}/${id}/cancel`, { method: 'POST' });
    expect([cancelled.status, await cancelled.json()]).toEqual([200, exampleExperiment]);
    expect(await (await gateway.call(`${EXPERIMENTS}/${id}/pair`)).json()).toEqual(examplePair);
    const body = { pairId: examplePair.pair?.id, winner: 'tie', reasons: ['alike'] };
    const voted = await gateway.post(`${EXPERIMENTS}/${id}/votes`, JSON.stringify(body));
    expect([voted.status, await voted.json()]).toEqual([200, { left: 36 }]);
    expect(asked).toEqual([{ body: EXPERIMENT }, body]);
  });

  it.each([
    [{ arms: ARMS.slice(1) }, 'arms'],
    [{ arms: [...ARMS, ...ARMS] }, 'arms'],
    [{ arms: ['a', 'b', 'c', 'd', 'e'].map((name) => ({ name })) }, 'arms'],
    [{ repeats: 4 }, 'repeats'],
    [{ minimum: { beauty: 1 } }, 'minimum.beauty'],
    [{ judge: { questions: ['Is it good?'] } }, 'judge.model'],
    [{ judge: { model: 'acme:large', questions: Array<string>(6).fill('Is it good?') } }, 'judge.questions'],
  ])('with %j are refused', async (wrong, target) => {
    const response = await gateway.post(EXPERIMENTS, JSON.stringify({ ...EXPERIMENT, ...wrong }));
    expect(response.status).toBe(400);
    expect(await errorOf(response)).toMatchObject({ code: 'InvalidArgument', target });
  });

  it('are followed: a snapshot, the counts, the end with the results', async () => {
    const id = newId();
    let experiment: Experiment = { ...exampleNewExperiment, id };
    await gateway.owners.on(getExperiment, () => experiment);
    const tell = (change: Partial<Experiment>): void => {
      experiment = { ...experiment, ...change };
      gateway.owners.notify(experimentChanged, id, {});
    };
    const reader = await EventReader.open(`${gateway.origin}${EXPERIMENTS}/${id}/events`, gateway.token, {});
    try {
      await until('the snapshot is there', () => reader.events.length === 1);
      tell({ counts: { ...experiment.counts, waiting: 99, success: 1 } });
      await until('the counts are there', () => reader.events.at(-1)?.id === '99.0.1.0.0.0.0.0');
      const judge = {
        ...exampleNewExperiment.judge!,
        counts: { ...experiment.counts, waiting: 4, success: 3 },
      };
      tell({ judge });
      await until('those of the judge are there', () => reader.events.at(-1)?.id === '99.0.1.0.4.0.3.0');
      expect(reader.events.at(-1)?.data).toEqual({
        counts: experiment.counts,
        judge: { counts: judge.counts },
      });
      const { counts, status, results } = exampleExperiment;
      tell({ counts, status, ...(results && { results }) });
      await until('the end is there', () => reader.events.at(-1)?.event === 'experiment.completed');
      expect(reader.events[0]).toMatchObject({ event: 'experiment.snapshot' });
      expect(reader.events.at(-1)?.data).toMatchObject({ status, results });
    } finally {
      reader.close();
    }
  });
});

it('scores of a generation are read', async () => {
  await gateway.owners.on(getGenerationScores, () => exampleScores);
  const answer = await gateway.call(`${BASE}/generations/${newId()}/scores`);
  expect(await answer.json()).toEqual(exampleScores);
});
