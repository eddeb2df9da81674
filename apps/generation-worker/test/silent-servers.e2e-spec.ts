// The whole worker while a model server takes calls and says nothing: it holds up its own generations alone.
import type { INestApplicationContext } from '@nestjs/common';
import { LlamaCpp, openStandIn, type StandIn } from '#testing/model-servers';
import { until } from '#testing/until';
import { taskFor } from './tasks.ts';
import { WorkerStack } from './worker-stack.ts';

const QUEUE_MS = 2000;

const llamaCpp = new LlamaCpp();
let stack: WorkerStack;
let server: StandIn;
let worker: INestApplicationContext;

beforeAll(async () => {
  stack = await WorkerStack.start();
  server = await openStandIn(llamaCpp.play);
  llamaCpp.answer = 'A garden bench of solid oak for two people.';
  llamaCpp.context = 40_000;
  const variables = { GENERATION_CONCURRENCY: '4', MODEL_QUEUE_MS: String(QUEUE_MS) };
  worker = await stack.startWorker(
    [{ name: 'llama', baseURL: `${server.url}/v1`, models: ['tiny'] }],
    variables,
  );
});

afterAll(async () => {
  await worker.close();
  await stack.stop();
  await server.close();
});

const begin = (model: string) => stack.begin(taskFor('product-description', { model }));

it('is called for one generation at a time once a call was in vain, until it says a word', async () => {
  llamaCpp.queue = new Promise(() => undefined);
  const all = await Promise.all(Array.from({ length: 10 }, () => begin('llama:tiny')));
  await until('all places are taken', () => server.asked.length === 3);
  const takenAt = performance.now();
  const other = await begin('offline:composer-1');
  await until('a generation of another model ends', () => other.story.outcome?.status === 'SUCCESS');
  expect(performance.now() - takenAt).toBeLessThan(1.5 * QUEUE_MS);

  llamaCpp.mostAtOnce = 0;
  const asked = server.asked.length;
  await until('two more calls were made', () => server.asked.length >= asked + 2);
  expect(llamaCpp.mostAtOnce).toBe(1);

  llamaCpp.queue = Promise.resolve();
  await until('all have ended', () => all.every(({ story }) => story.outcome !== undefined));
  const statuses = all.map(({ story }) => story.outcome?.status);
  expect(statuses.filter((status) => status === 'SUCCESS').length).toBeGreaterThanOrEqual(7);
});
