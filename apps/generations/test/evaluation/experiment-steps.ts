// The environment of the tests of experiments: two instances, and what these tests do with experiments.
import type { INestMicroservice } from '@nestjs/common';
import {
  createDataset,
  createExperiment,
  getExperiment,
  type Actor,
  type Dataset,
  type Experiment,
  type ExperimentSubmission,
  type GenerationOutcome,
  type GenerationTask,
  type WrittenScores,
} from '#contracts';
import { newId } from '#platform/context';
import { BatchRoundsService } from '../../src/batches/batch-rounds.service.ts';
import { GenerationsEnvironment, PRICED_MODELS, SUCCESS, waitUntil } from '../generations-environment.ts';
import { productFor } from '../stand-in-catalogue.ts';

export let environment: GenerationsEnvironment;
const instances: INestMicroservice[] = [];
beforeAll(async () => {
  environment = await GenerationsEnvironment.start();
  await environment.recordOutbox();
  for (let n = 0; n < 2; n += 1) instances.push(await environment.startInstance(PRICED_MODELS));
});
afterAll(() => environment?.stop());

export const ARMS: ExperimentSubmission['arms'] = [
  { name: 'now' },
  { name: 'new', environment: { tone: 'friendly' } },
];
const armsWith = (model: string): ExperimentSubmission['arms'] =>
  ARMS.map((arm) => ({ ...arm, environment: { ...arm.environment, model } }));
export const PRICED = armsWith('acme:large');
export const OFFLINE = armsWith('offline:composer-1');

export async function datasetOf(actor: Actor, count: number): Promise<Dataset> {
  const ids = Array.from({ length: count }, (_, n) => productFor(actor, { title: `Board ${n}` }).id);
  const body = { name: 'Boards', products: { ids }, inputs: { keywords: ['oak'] } };
  return (await environment.gateway.request(createDataset, { actor, body })).dataset;
}
export const create = (actor: Actor, body: Partial<ExperimentSubmission>, idempotencyKey?: string) =>
  environment.gateway.request(createExperiment, {
    actor,
    body: { datasetId: newId(), applicationId: 'product-title', arms: ARMS, ...body },
    ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
  });
export const get = (actor: Actor, id: string): Promise<Experiment> =>
  environment.gateway.request(getExperiment, { actor, id });

/** Has each instance begin the generations of batches for which there is room now, as it does five times a second. */
export async function feedBatches(): Promise<void> {
  for (const instance of instances) {
    const rounds = instance.get(BatchRoundsService, { strict: false });
    await rounds.run(); // which may have begun before
    await rounds.run();
  }
}

/** The outcome of a generation of an arm, by the title of its case. */
export type OutcomeOf = (arm: string, title: string, task: GenerationTask) => GenerationOutcome;

/** Ends the RUNNING generations of a workspace. */
async function endRunning({ workspaceId }: Actor, outcomeOf: OutcomeOf): Promise<void> {
  const running = await environment.sql<{ id: string; arm: string }>(
    `SELECT id, arm FROM generation WHERE workspace_id = $1 AND status = 'RUNNING' ORDER BY id`,
    [workspaceId],
  );
  for (const { id, arm } of running) {
    const claim = await environment.claim(id, 'w1');
    if (claim.state !== 'claimed') continue;
    await environment.finish(id, claim.epoch, outcomeOf(arm, claim.task.product?.title ?? '', claim.task));
  }
}

/** Ends generations of an experiment, some after each `before`, until it has ended; its counts add up at every look. */
export async function workOff(
  actor: Actor,
  id: string,
  outcomeOf: OutcomeOf = () => SUCCESS,
  before?: () => Promise<void>,
): Promise<Experiment> {
  let experiment!: Experiment;
  await waitUntil(async () => {
    await before?.();
    await endRunning(actor, outcomeOf);
    experiment = await get(actor, id);
    for (const { counts } of [
      experiment,
      ...experiment.arms,
      ...(experiment.judge ? [experiment.judge] : []),
    ]) {
      const { total, ...others } = counts;
      expect(Object.values(others).reduce((sum, count) => sum + count)).toBe(total);
    }
    return experiment.status !== 'RUNNING';
  });
  return experiment;
}

export const scored = (scores: Partial<WrittenScores>): GenerationOutcome => ({
  ...SUCCESS,
  scores: { hardFirst: 0, repaired: 0, languageShare: 1, ...scores },
  usage: { inputTokens: 1000, outputTokens: 100, calls: 1 },
});
