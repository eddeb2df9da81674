// The model servers that need no configuration but a key or an address: those of two makers, and the sandbox.
import { modelServer, type ModelServer, type ServedModel } from './models.ts';

/** Settings that enable model servers. Of a key only its presence counts here. */
export interface ModelSettings {
  MODEL_SERVERS: readonly ModelServer[];
  OPENAI_API_KEY?: string | undefined;
  ANTHROPIC_API_KEY?: string | undefined;
  SANDBOX_MODELS_URL?: string | undefined;
  SHELFSCRIBE_MODELS: boolean;
}

// That they take pictures is told by the tables "Model Capabilities" of the installed clients (docs/03-openai.mdx of @ai-sdk/openai
// 4.0.118 and docs/05-anthropic.mdx of @ai-sdk/anthropic 4.0.105, read on 25 November 2026), which the spec reads at each change.

/** The models that a key of OpenAI enables: names of July 2026 that the installed client of OpenAI knows. */
const OPENAI = {
  name: 'openai',
  kind: 'openai',
  models: ['gpt-5.4-mini', 'gpt-5.4', 'gpt-4.1-mini', 'gpt-4.1'].map(withImages),
};

/** The models that a key of Anthropic enables, in the same way. */
const ANTHROPIC = {
  name: 'anthropic',
  kind: 'anthropic',
  models: ['claude-haiku-4-5', 'claude-sonnet-4-6', 'claude-opus-4-6'].map(withImages),
};

function withImages(id: string): ServedModel {
  return { id, images: true };
}

/** Where the API of a maker is, if MODEL_SERVERS does not say. */
const MAKERS = { openai: 'https://api.openai.com/v1', anthropic: 'https://api.anthropic.com/v1' };

/** Models of the sandbox; apps/sandbox plays them. */
const SANDBOX_MODELS = [
  'echo',
  { id: 'echo-images', images: true },
  'slow',
  'rate-limited',
  'down',
  'refuses',
  'bad-json',
  'cut',
  'judge',
  'judge-first',
];

/**
 * The model servers of a process: those of MODEL_SERVERS, and those that a key or an address enables. MODEL_SERVERS wins
 * where both have a name.
 */
export function enabledServers(settings: ModelSettings): ModelServer[] {
  const { MODEL_SERVERS, OPENAI_API_KEY, ANTHROPIC_API_KEY, SANDBOX_MODELS_URL, SHELFSCRIBE_MODELS } =
    settings;
  const found: object[] = [];
  if (SHELFSCRIBE_MODELS && OPENAI_API_KEY) found.push(OPENAI);
  if (SHELFSCRIBE_MODELS && ANTHROPIC_API_KEY) found.push(ANTHROPIC);
  if (SANDBOX_MODELS_URL) found.push(sandboxServer(SANDBOX_MODELS_URL));
  const known = new Set(MODEL_SERVERS.map(({ name }) => name));
  const others = found.map((server) => modelServer.parse(server)).filter(({ name }) => !known.has(name));
  return [...MODEL_SERVERS, ...others];
}

/** The address of a server's API. */
export function addressOf({ kind, baseURL }: ModelServer): string {
  return (baseURL ?? (kind === 'openai-compatible' ? '' : MAKERS[kind])).replace(/\/$/, '');
}

/** Its models fail on purpose, so that a reader sees the error and does not wait for the deadline. */
function sandboxServer(baseURL: string): object {
  return { name: 'sandbox', baseURL, models: SANDBOX_MODELS, retries: 2, local: true, simulated: true };
}
