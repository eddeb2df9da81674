// The whole worker while a model server is away, loads, limits or is full: nothing fails, and no server gets too many calls.
import type { INestApplicationContext } from '@nestjs/common';
import { LlamaCpp, OpenAi, openStandIn, type StandIn } from '#testing/model-servers';
import { until } from '#testing/until';
import { refusals } from '../src/metrics.ts';
import { taskFor } from './tasks.ts';
import { sequence, WorkerStack } from './worker-stack.ts';

const TEXT =
  'A garden bench of solid oak for two people. The seat is 45 cm high, and the oak is oiled twice before it leaves the workshop.';

const llamaCpp = new LlamaCpp();
const openAi = new OpenAi();
let stack: WorkerStack;
let server: StandIn;
let other: StandIn;
/** Awaited by calls of the other server that come before it is another one. */
let held: Promise<unknown> = Promise.resolve();
let workers: INestApplicationContext[];

beforeAll(async () => {
  stack = await WorkerStack.start();
  server = await openStandIn(llamaCpp.play);
  other = await openStandIn(async (asked, response) => {
    await held;
    openAi.play(asked, response);
  });
  llamaCpp.answer = TEXT;
  openAi.answer = TEXT;
  llamaCpp.context = 40_000;
  const llama = { baseURL: `${server.url}/v1`, models: ['tiny'] };
  const list = [
    { ...llama, name: 'llama' },
    { ...llama, name: 'narrow', concurrency: 2 },
    { name: 'openai', kind: 'openai', baseURL: `${other.url}/v1`, models: ['gpt-5.4-mini'] },
  ];
  const keys = { MODEL_KEYS: '{"openai":"sk-1"}' };
  workers = [await stack.startWorker(list, keys), await stack.startWorker(list, keys)];
});

afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.close()));
  await stack.stop();
  await server.close();
  await other.close();
});

const begin = (model: string, remainingMs = 60_000) =>
  stack.begin(taskFor('product-description', { model }), { remainingMs });
const calls = (): number => server.asked.filter(({ path }) => path.endsWith('/completions')).length;

it('a server that loads for a while fails nothing', async () => {
  llamaCpp.loading = true;
  const all = await Promise.all([1, 2, 3].map(() => begin('llama:tiny')));
  await until('it was asked more often than a job has attempts', () => calls() > 3);
  llamaCpp.loading = false;
  await until('all have ended', () => all.every(({ story }) => story.outcome !== undefined));
  expect(all.map(({ story }) => story.outcome?.status)).toEqual(['SUCCESS', 'SUCCESS', 'SUCCESS']);
  const codes = all.flatMap(({ story }) => story.attempts.map(({ errorCode }) => errorCode));
  expect(new Set(codes)).toEqual(new Set(['ModelUnavailable']));
  const { values } = await refusals.get();
  expect(values).toEqual([expect.objectContaining({ labels: { model: 'llama:tiny' }, value: codes.length })]);
});

it('what waits for a server that is away is no work for more workers', async () => {
  llamaCpp.loading = true;
  const all = await Promise.all(Array.from({ length: 60 }, () => begin('llama:tiny')));
  await until('all have been told to wait', async () => (await stack.load()) === 0);
  const before = calls();
  let most = 0;
  await until(
    'all came back, and some tried it',
    async () => {
      most = Math.max(most, await stack.load());
      return most > 0 && calls() >= before + 3;
    },
    { everyMs: 1 },
  );
  expect(most).toBeLessThanOrEqual(20); // the places of the two workers
  llamaCpp.loading = false;
  await until('all have ended', () => all.every(({ story }) => story.outcome !== undefined));
  expect(all.every(({ story }) => story.outcome?.status === 'SUCCESS')).toBe(true);
});

it('a server that restarts fails nothing, and calls that reached nobody count as none', async () => {
  await server.close();
  const { story } = await begin('llama:tiny');
  await until('four attempts have failed', () => story.attempts.length > 3);
  server = await openStandIn(llamaCpp.play, server.port);
  await until('it has ended', () => story.outcome !== undefined);
  expect(story.outcome?.status).toBe('SUCCESS');
  expect(story.attempts[0]).toMatchObject({
    usage: { inputTokens: 0, outputTokens: 0, calls: 0 },
    errorCode: 'ModelUnavailable',
  });
});

it('a generation whose deadline comes before the next try fails with what the server said, not with the deadline', async () => {
  llamaCpp.loading = true;
  const { story } = await begin('llama:tiny', 700);
  await until('it has ended', () => story.outcome !== undefined);
  llamaCpp.loading = false;
  expect(story.outcome).toMatchObject({ status: 'FAILED', errorCode: 'ModelUnavailable' });
});

it('a text that is paid and whose correction is refused is not written again for ever', async () => {
  const asked = (): number => other.asked.length;
  const before = asked();
  openAi.answer =
    'A garden bench of solid oak for two people, 77 cm high and 777 cm wide, which stands in every garden.';
  openAi.refusesCorrections = true;
  const { story } = await begin('openai:gpt-5.4-mini');
  await until('it has ended', () => story.outcome !== undefined);
  openAi.refusesCorrections = false;
  const codes = story.attempts.map(({ errorCode }) => errorCode);
  expect(new Set(codes)).toEqual(new Set(['ModelRateLimited']));
  expect(story.outcome).toMatchObject({
    status: 'FAILED',
    errorCode: 'QualityCheckFailed',
    draft: openAi.answer,
  });
  openAi.answer = TEXT;
  expect(asked() - before).toBeLessThanOrEqual(8);
});

it('one refusal with a time holds back all calls of that model for the time', async () => {
  openAi.limitedFor = 3;
  const first = await begin('openai:gpt-5.4-mini');
  await until('it was refused', () => first.story.attempts.length === 1);
  const refusedAt = performance.now();
  const asked = other.asked.length;
  openAi.limitedFor = 0;
  const second = await begin('openai:gpt-5.4-mini');
  await until('both have ended', () => [first, second].every(({ story }) => story.outcome !== undefined));
  expect([first, second].map(({ story }) => story.outcome?.status)).toEqual(['SUCCESS', 'SUCCESS']);
  expect(second.story.attempts).toEqual([]);
  expect(sequence(second.story)).toEqual(['claim', 'finish']);
  expect(other.asked.length).toBe(asked + 2);
  expect((second.story.events[0]?.at ?? 0) - refusedAt).toBeGreaterThan(2000);
});

it('an answer to a call that began before a refusal does not shorten the time that the server asked for', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  held = promise;
  const asked = other.asked.length;
  const first = await begin('openai:gpt-5.4-mini');
  await until('it is asked', () => other.asked.length === asked + 1);
  held = Promise.resolve();
  openAi.limitedFor = 3;
  const second = await begin('openai:gpt-5.4-mini');
  await until('it was refused', () => second.story.attempts.length === 1);
  const refusedAt = performance.now();
  openAi.limitedFor = 0;
  resolve();
  await until('the first one has ended', () => first.story.outcome?.status === 'SUCCESS');
  const third = await begin('openai:gpt-5.4-mini');
  await until('the third one has ended', () => third.story.outcome?.status === 'SUCCESS');
  expect((third.story.events[0]?.at ?? 0) - refusedAt).toBeGreaterThan(2000);
  await until('the second one has ended', () => second.story.outcome?.status === 'SUCCESS');
});

it('all workers together make as many calls at once as the server takes, and a waiting job claims nothing', async () => {
  llamaCpp.mostAtOnce = 0;
  const before = calls();
  const { promise, resolve } = Promise.withResolvers<void>();
  llamaCpp.queue = promise;
  const all = await Promise.all([1, 2, 3, 4, 5, 6].map(() => begin('narrow:tiny')));
  await until('as many calls are made as may be', () => calls() === before + 2);
  await until('the others wait', async () => (await stack.waiting()) === 4);
  expect(await stack.load()).toBe(2);
  expect(all.flatMap(({ story }) => sequence(story))).toEqual(['claim', 'claim']);
  // Another server has places while these wait.
  const free = await begin('openai:gpt-5.4-mini');
  await until('a generation of another server ends', () => free.story.outcome?.status === 'SUCCESS');
  resolve();
  await until('all have ended', () => all.every(({ story }) => story.outcome !== undefined));
  expect(all.map(({ story }) => story.outcome?.status)).toEqual(Array(6).fill('SUCCESS'));
  expect(llamaCpp.mostAtOnce).toBe(2);
});
