// Defines the names of models and the setting that enables model servers. Both are shared, so that a request with an
// unknown name is refused at once.
import { z } from 'zod';
import { request } from './define.ts';
import { actor } from './values.ts';

/** The model that needs no configuration: a deterministic template composer, not an AI model. */
export const OFFLINE_MODEL = 'offline:composer-1';

/** Longest second half of the name of a model. */
const modelId = z.string().min(1).max(95);

/** A model of a server, with what is known of it. */
export interface ServedModel {
  id: string;
  context?: number | undefined;
  images?: boolean | undefined;
  parameters?: number | undefined;
}

/** How a configuration names a model: by its name at the server or, with what is known of it, by an object. */
const servedModel = z.union([
  modelId.transform((id): ServedModel => ({ id })),
  z.strictObject({
    id: modelId.describe('As the server names it.'),
    context: z.int().min(1).optional().describe('Tokens of prompt and answer together.'),
    images: z.boolean().optional().describe('True for a model that takes pictures.'),
    parameters: z
      .int()
      .min(1)
      .optional()
      .describe('Number of its weights. Below a billion it is not asked what its sentences rest on.'),
  }),
]);

/** A model server that the operator enabled. Its API key is a secret and is configured apart. */
export const modelServer = z.strictObject({
  name: z
    .string()
    .regex(/^[a-z][a-z0-9-]{0,31}$/)
    .refine((name) => name !== 'offline', 'The name offline is taken.')
    .describe('First part of the names of its models, as in `provider:model`.'),
  kind: z.enum(['openai-compatible', 'openai', 'anthropic']).default('openai-compatible'),
  baseURL: z.url().optional().describe('Required for openai-compatible; ends before /chat/completions.'),
  models: z.array(servedModel).min(1).describe('Second parts of the names.'),
  structuredOutput: z.boolean().default(true).describe('False for servers that do not take a JSON schema.'),
  concurrency: z
    .int()
    .min(1)
    .max(10_000)
    .optional()
    .describe('Most calls at the same time, of all workers together. Absent for no limit of ours.'),
  retries: z
    .int()
    .min(0)
    .max(2)
    .optional()
    .describe(
      'How often a call is repeated while the server is away or refuses. Absent: until the deadline.',
    ),
  local: z
    .boolean()
    .default(false)
    .describe('True for a server on machines of this installation, which texts do not leave.'),
  simulated: z.boolean().default(false).describe('True for a stand-in whose answers no model has written.'),
});
export type ModelServer = z.infer<typeof modelServer>;

/** Model servers of which each has another name, and all that is needed to call it. */
export const modelServers = z
  .array(modelServer)
  .refine(
    (servers) => new Set(servers.map(({ name }) => name)).size === servers.length,
    'names a server twice',
  )
  .refine(
    (servers) => servers.every(({ kind, baseURL }) => kind !== 'openai-compatible' || baseURL !== undefined),
    'has an openai-compatible server without baseURL',
  );

/** Every name that `environment.model` may take. */
export function modelNames(servers: readonly ModelServer[]): string[] {
  return [
    OFFLINE_MODEL,
    ...servers.flatMap((server) => server.models.map(({ id }) => `${server.name}:${id}`)),
  ];
}

/**
 * Fewest weights of a model that copies the words on which its sentences rest. SmolLM2 (0.1 billion) was asked for them: of 18 texts that
 * were published none had a quote that stood in the facts, and half of what it wrote was these quotes.
 */
const LEAST_QUOTING = 1e9;

/** The name of the server of a model. */
export function serverNameOf(model: string): string {
  return model.slice(0, model.indexOf(':'));
}

/** The server of a model. */
export function serverOf(servers: readonly ModelServer[], model: string): ModelServer | undefined {
  return servers.find(({ name }) => model.startsWith(`${name}:`));
}

/** What is known of a model. */
function servedModelOf(servers: readonly ModelServer[], model: string): ServedModel | undefined {
  const { name, models = [] } = serverOf(servers, model) ?? {};
  return models.find(({ id }) => model === `${name}:${id}`);
}

/** True for a model that can say what its sentences rest on: it answers in JSON, and is not known to be too small. */
export function givesClaims(servers: readonly ModelServer[], model: string): boolean {
  const { parameters = LEAST_QUOTING } = servedModelOf(servers, model) ?? {};
  return parameters >= LEAST_QUOTING && serverOf(servers, model)?.structuredOutput === true;
}

/** Tokens of prompt and answer together that a model takes; undefined when not known. */
export function windowOf(servers: readonly ModelServer[], model: string): number | undefined {
  return servedModelOf(servers, model)?.context;
}

/** True for a model that takes pictures. */
export function takesPictures(servers: readonly ModelServer[], model: string): boolean {
  return servedModelOf(servers, model)?.images === true;
}

/** The name of a model that its server names by the path of a file, as llama.cpp does; it takes any name for its one model. */
export function fileNameOf(model: string): string {
  return model.endsWith('.gguf') ? model.slice(model.lastIndexOf('/') + 1) : model;
}

/**
 * Names of what generations and its workers keep beside the queue of generations, because workers alone reach model servers:
 * numbers, but for `blocked` and `waiting`. Times are in milliseconds since 1970.
 */
export const modelNotes = {
  /** When somebody last asked for the models: workers then look after the servers. */
  askedAt: 'models:asked-at',
  /** When a server was last tried: negative if it did not answer. */
  triedAt: (server: string): string => `models:tried-at:${server}`,
  /** How often a model has refused calls since its last answer. */
  refusals: (model: string): string => `models:refusals:${model}`,
  /** The jobs of the queue that wait for room at their model server, as a sorted set: no work for more workers. */
  blocked: 'models:blocked',
  /** Those of them that wait for a place of their server, as a sorted set: the one with the smallest priority gets the next. */
  waiting: (server: string): string => `models:waiting:${server}`,
} as const;

/** What a model costs: millionths of the currency for a million tokens. */
export const modelPrice = z
  .strictObject({
    inputMicros: z.int().min(0).max(1_000_000_000_000),
    outputMicros: z.int().min(0).max(1_000_000_000_000),
    currency: z
      .string()
      .regex(/^[A-Z]{3}$/)
      .default('USD')
      .describe('ISO 4217.'),
  })
  .meta({ id: 'ModelPrice' });
export type ModelPrice = z.infer<typeof modelPrice>;

/** A model that `environment.model` may name. */
export const model = z
  .object({
    id: z.string().describe('`provider:model`.'),
    provider: z.string(),
    isDefault: z.boolean().describe('True for the model of requests that name none.'),
    isOffline: z.boolean().describe('True for the built-in template composer, which is not an AI model.'),
    kind: z
      .enum(['model', 'composer', 'simulated'])
      .optional()
      .describe(
        '`composer`: the built-in template composer. `simulated`: a stand-in for a model, whose answers show how the system behaves.',
      ),
    context: z.int().optional().describe('Tokens of prompt and answer together. Absent when not known.'),
    structuredOutput: z
      .boolean()
      .optional()
      .describe('False for a model that is given the schema of a result as a part of its instructions.'),
    images: z.boolean().optional().describe('True for a model that takes pictures.'),
    local: z
      .boolean()
      .optional()
      .describe('True for a model on machines of this installation, which texts do not leave.'),
    parameters: z
      .int()
      .optional()
      .describe('Number of its weights, where known: a small model writes modestly.'),
    reachable: z
      .boolean()
      .optional()
      .describe(
        'Whether the server of the model answered a worker in the last minute or so. Absent when no worker has tried.',
      ),
    prices: modelPrice.optional().describe('For a million tokens. Absent when no price is configured.'),
  })
  .meta({ id: 'Model' });
export type Model = z.infer<typeof model>;

/** The enabled models. */
export const modelList = z.object({ models: z.array(model) }).meta({ id: 'ModelList' });
export type ModelList = z.infer<typeof modelList>;

export const listModels = request({
  operation: {
    id: 'ListModels',
    summary: 'List the models',
    description: 'The models that `environment.model` of a generation may name, with their prices.',
    answer: 'All models.',
  },
  subject: 'generations.person.models.list',
  input: z.object({ actor }),
  output: modelList,
  idempotent: true,
  since: '1.1.0',
});
