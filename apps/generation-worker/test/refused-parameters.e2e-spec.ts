// Parameters that a model refuses by name: it is asked once more as it wants, and from then on at once.
import { modelServer, type GenerationTask } from '#contracts';
import { ModelClient } from '../src/models/index.ts';
import { askFor } from './asking.ts';
import { BEHAVIOURS, startModelServer, type ModelServerUnderTest } from './model-server.ts';
import { taskFor } from './tasks.ts';

const ITEMS = { results: [{ part: 'title', text: 'Oakline Garden Bench, Solid Oak' }] };

let server: ModelServerUnderTest;
let models: ModelClient;

beforeAll(async () => {
  server = await startModelServer();
});
afterAll(() => server?.close());
beforeEach(() => {
  server.received.length = 0;
  server.answers.splice(0, Infinity, JSON.stringify(ITEMS));
  const enabled = { baseURL: server.url, models: Object.keys(BEHAVIOURS) };
  models = new ModelClient({
    MODEL_SERVERS: [modelServer.parse({ ...enabled, name: 'my-test' })],
    MODEL_KEYS: {},
    MODEL_TIMEOUT_MS: 10_000,
    MODEL_QUEUE_MS: 10_000,
  });
});

const ask = (task: GenerationTask) => askFor(models, task);
const listing = (model: string, temperature = 0.4) =>
  taskFor('listing', { model: `my-test:${model}`, temperature });

/** What was sent of the parameters that a model may refuse, call by call. */
const sent = () =>
  server.received.map(({ body }) => [body.max_tokens, body.max_completion_tokens, body.temperature]);

it('a model that takes fewer tokens is asked for as many as it says', async () => {
  expect((await ask(listing('takes-8192'))).value).toEqual(ITEMS);
  await ask(listing('takes-8192'));
  expect(sent()).toEqual([
    [12_288, undefined, 0.4],
    [8192, undefined, 0.4],
    [8192, undefined, 0.4],
  ]);
  expect(server.received.every(({ body }) => body.response_format?.type === 'json_schema')).toBe(true);
});

it('a model that wants another name for the tokens, and no temperature, is asked so', async () => {
  expect((await ask(listing('thinks'))).value).toEqual(ITEMS);
  await ask(listing('thinks'));
  await ask(listing('thinks', 1));
  expect(sent()).toEqual([
    [12_288, undefined, 0.4],
    [undefined, 12_288, 0.4],
    [undefined, 12_288, undefined],
    [undefined, 12_288, undefined],
    [undefined, 12_288, 1],
  ]);
});

it('a text is asked for without the temperature that a model refuses', async () => {
  server.answers.splice(0, Infinity, 'A bench of oak.');
  const text = taskFor('product-description', { model: 'my-test:takes-no-temperature' });
  expect((await ask(text)).value).toBe('A bench of oak.');
  expect(sent().map(([, , temperature]) => temperature)).toEqual([0.4, undefined]);
});

it('what did not help is not remembered, and not tried again and again', async () => {
  const refused = { code: 'ModelRequestRejected' };
  const text = taskFor('product-description', { model: 'my-test:takes-no-less' });
  await expect(ask(text)).rejects.toMatchObject(refused);
  await expect(ask(listing('takes-no-less'))).rejects.toMatchObject(refused);
  expect(sent().map(([most]) => most)).toEqual([8192, 12_288, 8192, 12_288, 8192]);
});

it('a limit of prompt and answer together, and words that only name a parameter, tell nothing of other calls', async () => {
  const refused = { code: 'ModelRequestRejected' };
  await expect(ask(listing('shares-its-room'))).rejects.toMatchObject(refused);
  await expect(ask(listing('takes-both-or-none'))).rejects.toMatchObject(refused);
  expect(new Set(sent().map((one) => JSON.stringify(one)))).toEqual(new Set(['[12288,null,0.4]']));
});
