// Answers of models and servers that keep to no form, yet say what was asked for; over HTTP.
import { env } from 'node:process';
import { modelServer, type GenerationTask } from '#contracts';
import { ModelClient, UsageMeter } from '../src/models/index.ts';
import { askFor } from './asking.ts';
import { BEHAVIOURS, startModelServer, type ModelServerUnderTest } from './model-server.ts';
import { taskFor } from './tasks.ts';

const TITLES = '{"results":[{"text":"Oakline Garden Bench, Solid Oak"}]}';

let server: ModelServerUnderTest;
let models: ModelClient;
beforeAll(async () => {
  server = await startModelServer();
  const enabled = { kind: 'openai-compatible', baseURL: server.url, models: Object.keys(BEHAVIOURS) };
  models = new ModelClient({
    MODEL_SERVERS: [
      modelServer.parse({ ...enabled, name: 'test' }),
      modelServer.parse({ ...enabled, name: 'plain', structuredOutput: false }),
      modelServer.parse({ ...enabled, name: 'keyless', kind: 'openai' }),
    ],
    MODEL_KEYS: {},
    MODEL_TIMEOUT_MS: 5000,
    MODEL_QUEUE_MS: 5000,
  });
});
afterAll(() => server.close());
beforeEach(() => {
  server.received.length = 0;
  server.answers.splice(0, Infinity, TITLES);
});

const ask = (task: GenerationTask, meter = new UsageMeter()) => askFor(models, task, { meter });

it('gets no key of another server, such as one of its maker in the environment', async () => {
  env['OPENAI_API_KEY'] = 'sk-of-maker';
  try {
    await ask(taskFor('product-title', { model: 'keyless:says' })).catch(() => undefined);
  } finally {
    delete env['OPENAI_API_KEY'];
  }
  expect(server.received.map(({ authorization }) => authorization?.trim())).toEqual(['Bearer']);
});

it.each([
  ['in JSON', 'product-title', TITLES, { results: [{ text: 'Oakline Garden Bench, Solid Oak' }] }],
  [
    'in fenced JSON',
    'product-title',
    `\`\`\`json\n${TITLES}\n\`\`\``,
    { results: [{ text: 'Oakline Garden Bench, Solid Oak' }] },
  ],
  ['in words', 'product-description', 'A bench of oak.', 'A bench of oak.'],
])(
  'returns an answer %s without what the model thought before it',
  async (_form, application, said, value) => {
    server.answers.splice(0, 1, `<think>\nA {bench}, of <oak>.\n</think>\n\n${said}`);
    const meter = new UsageMeter();
    expect((await ask(taskFor(application), meter)).value).toEqual(value);
    expect(meter.usage).toMatchObject({ outputTokens: 7, finishReason: 'stop' });
  },
);

it.each([
  `Here is the JSON:\n${TITLES}`,
  `Here is the JSON:\n\`\`\`json\n${TITLES}\n\`\`\`\nLet me know if you need more.`,
  `\`\`\`json\n${TITLES}\n\`\`\`\n\nLet me know if you need more.`,
  `${TITLES}<|im_end|>`,
])('is understood with words around its JSON: %j', async (said) => {
  server.answers.splice(0, 1, said);
  expect((await ask(taskFor('product-title', { model: 'plain:says' }))).value).toEqual(JSON.parse(TITLES));
});

it.each(['says-eos', 'says-oddly'])('is understood where it is a server that %s', async (model) => {
  const meter = new UsageMeter();
  const answer = await ask(taskFor('product-title', { model: `test:${model}` }), meter);
  expect(answer).toMatchObject({ value: JSON.parse(TITLES) as object, inputTokens: 11, outputTokens: 7 });
  expect(meter.usage).toMatchObject({ finishReason: 'stop' });
});
