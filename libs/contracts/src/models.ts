// Defines the names of models and the setting that enables model servers. Both are shared, so that a request with an
// unknown name is refused at once.
import { z } from 'zod';

/** The model that needs no configuration: a deterministic template composer, not an AI model. */
export const OFFLINE_MODEL = 'offline:composer-1';

/** A model server that the operator enabled. Its API key is a secret and is configured apart. */
export const modelServer = z.object({
  name: z
    .string()
    .regex(/^[a-z][a-z0-9-]{0,31}$/)
    .refine((name) => name !== 'offline', 'The name offline is taken.')
    .describe('First half of its models’ names.'),
  kind: z.enum(['openai-compatible', 'openai', 'anthropic']).default('openai-compatible'),
  baseURL: z.url().optional().describe('Required for openai-compatible; ends before /chat/completions.'),
  models: z.array(z.string().min(1).max(95)).min(1).describe('Second halves of the names.'),
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
