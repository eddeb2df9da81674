// The model client against stand-ins of well-known model servers: their streams, their errors, their schemas.
import { modelServer, type GenerationTask, type ModelServer } from '#contracts';
import {
  Anthropic,
  LlamaCpp,
  LmStudio,
  Ollama,
  OpenAi,
  openStandIn,
  Vllm,
  type StandIn,
} from '#testing/model-servers';
import { ModelClient, ModelError, UsageMeter } from '../src/models/index.ts';
import { askFor } from './asking.ts';
import { taskFor } from './tasks.ts';

const TITLES = '{"results":[{"text":"Oakline Garden Bench, Solid Oak"}]}';

const llamaCpp = new LlamaCpp();
const ollama = new Ollama();
const lmStudio = new LmStudio();
const vllm = new Vllm();
const openAi = new OpenAi();
const anthropic = new Anthropic();
const servers = { llamaCpp, ollama, lmStudio, vllm, openAi, anthropic };
const MODELS = {
  llamaCpp: 'llamacpp:tiny.gguf',
  ollama: 'ollama:llama3.2:3b',
  lmStudio: 'lmstudio:qwen2.5-7b-instruct',
  vllm: 'vllm:Qwen/Qwen3-8B',
  openAi: 'openai:gpt-5.4-mini',
  anthropic: 'anthropic:claude-haiku-4-5',
} as const;
const NAMES = Object.keys(MODELS) as (keyof typeof MODELS)[];

const open = new Map<string, StandIn>();
let models: ModelClient;

beforeAll(async () => {
  for (const name of NAMES) open.set(name, await openStandIn(servers[name].play));
  models = clientOf(NAMES.map((name) => serverOf(name)));
});
afterAll(async () => {
  for (const one of open.values()) await one.close();
});
beforeEach(() => {
  for (const name of NAMES) {
    servers[name].answer = TITLES;
    open.get(name)?.asked.splice(0);
  }
  llamaCpp.context = 40_000;
  lmStudio.context = 40_000;
  vllm.context = CONTEXT;
});

/** Tokens that vLLM is started with: it refuses a call that asks for more than its prompt leaves. */
const CONTEXT = new Vllm().context;
const LIMITS = { MODEL_TIMEOUT_MS: 60_000, MODEL_QUEUE_MS: 60_000 };

function clientOf(list: ModelServer[], limits = LIMITS): ModelClient {
  const keys = { openai: 'sk-1', anthropic: 'sk-2' };
  return new ModelClient({ MODEL_SERVERS: list, MODEL_KEYS: keys, ...limits });
}

function serverOf(name: keyof typeof MODELS, rest: Partial<ModelServer> = {}): ModelServer {
  const full = MODELS[name];
  const server = full.slice(0, full.indexOf(':'));
  const kind = server === 'openai' || server === 'anthropic' ? server : 'openai-compatible';
  const id = full.slice(server.length + 1);
  const model = name === 'vllm' ? { id, context: CONTEXT } : { id };
  return modelServer.parse({
    name: server,
    kind,
    baseURL: `${open.get(name)?.url}/v1`,
    models: [model, 'absent'],
    ...rest,
  });
}

function askedOf(name: keyof typeof MODELS): { body: Record<string, unknown> }[] {
  return (open.get(name)?.asked ?? []) as { body: Record<string, unknown> }[];
}

const ask = (task: GenerationTask, client = models, meter = new UsageMeter()) =>
  askFor(client, task, { meter });

const title = (model: string) => taskFor('product-title', { model });

async function failureOf(task: GenerationTask): Promise<ModelError> {
  const error: unknown = await ask(task).catch((thrown: unknown) => thrown);
  if (!(error instanceof ModelError)) throw new Error(`It did not fail as it should: ${String(error)}`);
  return error;
}

/** A task of an application whose items have this schema. */
function customTask(model: string, resultSchema: Record<string, unknown>): GenerationTask {
  const base = taskFor('product-title', { model });
  const application = { instructions: 'Write a code.', resultType: 'RESULTS' as const, resultSchema };
  return { ...base, applicationId: '019a0000-0000-7000-8000-00000000000a', application } as GenerationTask;
}

const withText = (text: object) => ({ type: 'object', properties: { text }, required: ['text'] });

describe('a text and items', () => {
  it.each(NAMES)('of %s are read, with their tokens', async (name) => {
    const meter = new UsageMeter();
    const { value } = await ask(title(MODELS[name]), models, meter);
    expect(value).toEqual({ results: [{ text: 'Oakline Garden Bench, Solid Oak' }] });
    servers[name].answer = 'A bench of oak.';
    const text = await ask(taskFor('product-description', { model: MODELS[name] }), models, meter);
    expect(text.value).toBe('A bench of oak.');
    expect(meter.usage).toMatchObject({ calls: 2, outputTokens: 14 + 4, inputTokens: expect.any(Number) });
    expect(meter.usage.partial).toBeUndefined();
  });

  it('of another model than the one that was asked have its name', async () => {
    const meter = new UsageMeter();
    await ask(title(MODELS.openAi), models, meter);
    expect(meter.usage.answeredBy).toBe('gpt-5.4-mini-2026-03-17');
    // llama.cpp tells the path of the file, which is the same model and the business of nobody.
    for (const model of [MODELS.ollama, MODELS.llamaCpp]) {
      const same = new UsageMeter();
      await ask(title(model), models, same);
      expect(same.usage.answeredBy).toBeUndefined();
    }
  });
});

describe('an error', () => {
  it.each(['llamaCpp', 'lmStudio', 'vllm', 'openAi', 'anthropic'] as const)(
    'of %s about a prompt that is longer than its context is told as that',
    async (name) => {
      servers[name].context = 100;
      expect((await failureOf(title(MODELS[name]))).code).toBe('ContextTooLong');
      expect(askedOf(name)).toHaveLength(1);
      openAi.context = 128_000;
      anthropic.context = 200_000;
    },
  );

  it.each(['ollama', 'vllm'] as const)('of %s about a model that it lacks is told as that', async (name) => {
    const server = MODELS[name].slice(0, MODELS[name].indexOf(':'));
    expect((await failureOf(title(`${server}:absent`))).code).toBe('ModelNotFound');
  });

  it('of llama.cpp about a wrong key is told as that', async () => {
    llamaCpp.key = 'secret';
    expect((await failureOf(title(MODELS.llamaCpp))).code).toBe('ModelAuthenticationFailed');
    llamaCpp.key = undefined;
  });

  it('of a server that is full, loads or limits says that nothing was begun', async () => {
    ollama.full = true;
    llamaCpp.loading = true;
    anthropic.overloaded = true;
    openAi.limitedFor = 20;
    const failures = await Promise.all(
      [MODELS.ollama, MODELS.llamaCpp, MODELS.anthropic, MODELS.openAi].map((model) =>
        failureOf(title(model)),
      ),
    );
    expect(failures.map(({ code, isRefusal }) => [code, isRefusal])).toEqual([
      ['ModelUnavailable', true],
      ['ModelUnavailable', true],
      ['ModelUnavailable', true],
      ['ModelRateLimited', true],
    ]);
    expect(failures[3]?.retryAfterMs).toBe(20_000);
    ollama.full = false;
    llamaCpp.loading = false;
    anthropic.overloaded = false;
    openAi.limitedFor = 0;
  });

  it('about the length says whether the context was full or our limit was reached', async () => {
    llamaCpp.answer = Array.from({ length: 20_000 }, (_none, place) => `oak ${place} `).join('');
    const text = taskFor('product-description', { model: MODELS.llamaCpp });
    llamaCpp.context = 40_000;
    expect(await failureOf(text)).toMatchObject({
      code: 'OutputTruncated',
      detail: expect.stringMatching(/^The limit of \d+ tokens for an answer was reached[.]$/),
    });
    llamaCpp.context = 2500;
    expect(await failureOf(text)).toMatchObject({
      code: 'OutputTruncated',
      detail: expect.stringMatching(
        /^The server of the model allows no more than \d+ tokens of prompt and \d+ of answer[.]$/,
      ),
    });
  });
});

it('the time in the queue of a server does not count as time of writing', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  llamaCpp.queue = promise;
  const limits = { MODEL_TIMEOUT_MS: 300, MODEL_QUEUE_MS: 60_000 };
  const call = ask(title(MODELS.llamaCpp), clientOf([serverOf('llamaCpp')], limits));
  setTimeout(resolve, 900);
  expect((await call).value).toEqual({ results: [{ text: 'Oakline Garden Bench, Solid Oak' }] });
});

describe('a schema', () => {
  it.each([
    ['without anchors', { type: 'string', pattern: 'BX-[0-9]+' }, '^.*(BX-[0-9]+).*$'],
    [
      'with classes of characters',
      { type: 'string', pattern: '^\\w\\d{3}[\\d-]$' },
      '^[A-Za-z0-9_][0-9]{3}[0-9-]$',
    ],
    ['that no grammar has', { type: 'string', pattern: '^(?i)\\pL+$' }, undefined],
  ])('with a pattern %s is given in the form that servers take', async (_name, text, pattern) => {
    llamaCpp.answer = '{"results":[{"text":"a123-"}]}';
    await ask(customTask(MODELS.llamaCpp, withText(text))).catch(() => undefined);
    expect(askedOf('llamaCpp')).toHaveLength(1);
    const { response_format: format } = askedOf('llamaCpp')[0]?.body as {
      response_format: { json_schema: { schema: unknown } };
    };
    const sent = /"pattern":("(?:[^"\\]|\\.)*")/.exec(JSON.stringify(format.json_schema.schema))?.[1];
    expect(sent && JSON.parse(sent)).toBe(pattern);
  });

  it.each([
    ['at once', 'refusesSchemas'],
    ['in the stream of its answer', 'refusesLate'],
  ] as const)('that a server refuses %s is put into the instructions, once', async (_when, refuses) => {
    vllm.answer = '```json\n{"results":[{"text":"a","tags":["x"]}]}\n```';
    const tags = { type: 'array', items: { type: 'string' }, uniqueItems: true, 'x-uniqueItems': true };
    vllm[refuses] = true;
    const schema = { type: 'object', properties: { text: { type: 'string' }, tags }, required: ['text'] };
    const { value } = await ask(customTask(MODELS.vllm, schema));
    vllm[refuses] = false;
    expect(value).toEqual({ results: [{ text: 'a', tags: ['x'] }] });
    const [first, second] = askedOf('vllm').map(({ body }) => body);
    expect(first).toHaveProperty('response_format');
    expect(second).not.toHaveProperty('response_format');
    expect(JSON.stringify(second?.['messages'])).toContain('JSON schema');
  });

  it('is put into the instructions without a format for a server that knows only one with a schema', async () => {
    const client = clientOf([serverOf('lmStudio', { structuredOutput: false })]);
    const { value } = await ask(title(MODELS.lmStudio), client);
    expect(value).toEqual({ results: [{ text: 'Oakline Garden Bench, Solid Oak' }] });
  });
});
