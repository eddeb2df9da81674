// The whole worker with repair calls that fail or do not end: what was written before them is not lost.
import type { INestApplicationContext } from '@nestjs/common';
import { until } from '#testing/until';
import { BEHAVIOURS, startModelServer, type ModelServerUnderTest } from './model-server.ts';
import { taskFor } from './tasks.ts';
import { sequence, WorkerStack } from './worker-stack.ts';

const GOOD = 'Oakline Garden Bench, Solid Oak, 120 cm';
const INVENTED = 'Oakline Garden Bench, Solid Oak, 150 cm';
/** What a title may be published without, although it is written again for it. */
const KEYWORD = { keywords: ['patio!'] };

let stack: WorkerStack;
let models: ModelServerUnderTest;
let worker: INestApplicationContext;

beforeAll(async () => {
  stack = await WorkerStack.start();
  models = await startModelServer();
  worker = await stack.startWorker([{ name: 'test', baseURL: models.url, models: Object.keys(BEHAVIOURS) }]);
});
afterAll(async () => {
  await worker.close();
  await stack.stop();
  await models.close();
});
beforeEach(() => {
  models.received.length = 0;
});

function begin(model: string, text: string, told: { remainingMs?: number } = {}) {
  models.answers.splice(0, Infinity, JSON.stringify({ results: [{ text }] }));
  const inputs = text === GOOD ? KEYWORD : {};
  return stack.begin(taskFor('product-title', { model: `test:${model}` }, inputs), told);
}

const REFUSED = {
  status: 'FAILED',
  errorCode: 'QualityCheckFailed',
  draft: [{ text: INVENTED }],
  checks: [{ rule: 'UNGROUNDED_NUMBER' }],
  usage: { calls: 2 },
};
const PUBLISHED = { status: 'SUCCESS', result: [{ text: GOOD }], checks: [{ rule: 'KEYWORD_MISSING' }] };

it('a refused text is a draft when its repair fails for good', async () => {
  const { id, story } = await begin('filters-repairs', INVENTED);
  await until('its job ends', () => stack.hasEnded(id));
  expect(sequence(story)).toEqual(['claim', 'finish']);
  expect(story.outcome).toMatchObject(REFUSED);
});

it('a repair that another attempt may do better keeps that attempt, and the text is a draft after the last one', async () => {
  const { id, story } = await begin('garbles-repairs', INVENTED);
  await until('its job ends', () => stack.hasEnded(id));
  expect(sequence(story)).toEqual(['claim', 'release', 'claim', 'finish']);
  expect(story.attempts).toMatchObject([{ errorCode: 'InvalidModelOutput', usage: { calls: 2 } }]);
  expect(story.outcome).toMatchObject(REFUSED);
});

it('a text that may be published is, before the deadline, when its repair does not end', async () => {
  const { id, story } = await begin('hangs-in-repairs', GOOD, { remainingMs: 9000 });
  await until('its job ends', () => stack.hasEnded(id));
  expect(sequence(story)).toEqual(['claim', 'finish']);
  expect(story.outcome).toMatchObject(PUBLISHED);
});

it('a text that may be published is, when the worker ends in its repair', async () => {
  const { story } = await begin('hangs-in-repairs', GOOD);
  await until('it is repaired', () => models.received.length === 2);
  await worker.close();
  expect(sequence(story)).toEqual(['claim', 'finish']);
  expect(story.outcome).toMatchObject(PUBLISHED);
});
