// Defines the names of models and the setting that enables model servers. Both are shared, so that a request with an
// unknown name is refused at once.
import { z } from 'zod';
import { request } from './define.ts';
import { actor } from './values.ts';

/** The model that needs no configuration: a deterministic template composer, not an AI model. */
export const OFFLINE_MODEL = 'offline:composer-1';

/** A model server that the operator enabled. Its API key is a secret and is configured apart. */
export const modelServer = z.object({
  name: z
    .string()
    .regex(/^[a-z][a-z0-9-]{0,31}$/)
    .refine((name) => name !== 'offline', 'The name offline is taken.')
    .describe('First part of the names of its models, as in `provider:model`.'),
  kind: z.enum(['openai-compatible', 'openai', 'anthropic']).default('openai-compatible'),
  baseURL: z.url().optional().describe('Required for openai-compatible; ends before /chat/completions.'),
  models: z.array(z.string().min(1).max(95)).min(1).describe('Second parts of the names.'),
  structuredOutput: z.boolean().default(true).describe('False for servers that do not take a JSON schema.'),
});
export type ModelServer = z.infer<typeof modelServer>;

/** Every name that `environment.model` may take. */
export function modelNames(servers: readonly ModelServer[]): string[] {
  return [
    OFFLINE_MODEL,
    ...servers.flatMap((server) => server.models.map((model) => `${server.name}:${model}`)),
  ];
}

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
    prices: modelPrice.optional().describe('For a million tokens. Absent when no price is configured.'),
  })
  .meta({ id: 'Model' });

/** The enabled models. */
export const modelList = z.object({ models: z.array(model) }).meta({ id: 'ModelList' });
export type ModelList = z.infer<typeof modelList>;

/** Returns the enabled models; they are the same for every workspace. */
export const listModels = request({
  subject: 'generations.person.models.list',
  input: z.object({ actor }),
  output: modelList,
  idempotent: true,
  since: '1.1.0',
});
