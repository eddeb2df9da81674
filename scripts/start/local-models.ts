// Finds the model servers that run on this machine: Ollama, LM Studio and llama.cpp on the ports that they usually have.
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { fileNameOf } from '#contracts';

/** Longest wait for an answer, in milliseconds. A server that is up answers these questions from memory. */
const ANSWER_MS = 1000;
/** Longest wait for a llama.cpp that loads its model, in milliseconds; before, it does not tell which one that is. */
const LOADING_MS = 60_000;
const LOOK_MS = 500;
/** Longest name of a model that MODEL_SERVERS takes. */
const LONGEST_ID = 95;
/** Most models of Ollama whose properties are asked for. */
const MOST_ASKED = 30;

/** An element of MODEL_SERVERS. */
export interface FoundServer {
  name: string;
  baseURL: string;
  models: { id: string; context?: number; images?: boolean; parameters?: number }[];
  concurrency: number;
  local: true;
}

/** Asks one kind of server at its address; undefined when it is not there, or has no model that writes. */
type Finder = (address: string) => Promise<FoundServer | undefined>;

/** Where each kind of server listens unless it is told otherwise. */
const PLACES: readonly (readonly [string, Finder])[] = [
  ['http://127.0.0.1:11434', findOllama],
  ['http://127.0.0.1:1234', findLmStudio],
  ['http://127.0.0.1:8080', findLlamaCpp],
];

/** The model servers that answer. */
export async function findLocalModels(places = PLACES): Promise<FoundServer[]> {
  const found = await Promise.all(places.map(([address, find]) => find(address)));
  return found.filter((server) => server !== undefined);
}

const ollamaModels = z.object({ models: z.array(z.object({ name: z.string() })) });
const ollamaModel = z.object({
  capabilities: z.array(z.string()).default(['completion']), // versions before 0.6.4 do not tell
  parameters: z.string().default(''),
});

/** Ollama, by its own API, which says what a model can do. It serves one call at a time unless OLLAMA_NUM_PARALLEL is set. */
export async function findOllama(address: string): Promise<FoundServer | undefined> {
  const listed = await ask(`${address}/api/tags`, ollamaModels);
  const names = (listed?.models ?? []).slice(0, MOST_ASKED).map(({ name }) => name);
  const models = await Promise.all(
    names.map(async (id) => {
      const shown = await ask(`${address}/api/show`, ollamaModel, { model: id });
      if (!shown?.capabilities.includes('completion')) return undefined;
      const context = /^num_ctx\s+(\d+)/m.exec(shown.parameters)?.[1];
      const images = shown.capabilities.includes('vision');
      return { id, images, ...(context && { context: Number(context) }) };
    }),
  );
  return serverOf('ollama', address, models, 1);
}

const lmStudioModels = z.object({
  data: z.array(
    z.object({ id: z.string(), type: z.string(), loaded_context_length: z.int().min(1).optional() }),
  ),
});

/** LM Studio, by its own API, because that of OpenAI does not tell which models write. */
export async function findLmStudio(address: string): Promise<FoundServer | undefined> {
  const listed = await ask(`${address}/api/v0/models`, lmStudioModels);
  const models = (listed?.data ?? []).map(({ id, type, loaded_context_length: context }) =>
    ['llm', 'vlm'].includes(type) ? { id, images: type === 'vlm', ...(context && { context }) } : undefined,
  );
  return serverOf('lmstudio', address, models, 1);
}

const llamaCppModels = z.object({
  data: z
    .array(
      z.object({
        id: z.string(),
        owned_by: z.literal('llamacpp'),
        meta: z.object({ n_params: z.int().min(1).optional() }).nullish(),
      }),
    )
    .min(1),
});
const llamaCppLoading = z.object({ error: z.object({ message: z.literal('Loading model') }) });
const llamaCppProperties = z.object({
  total_slots: z.int().min(1).default(1),
  default_generation_settings: z.object({ n_ctx: z.int().min(1).optional() }).default({}),
  modalities: z.object({ vision: z.boolean() }).default({ vision: false }),
});

/** llama.cpp. Many programs use its port, but only its models are owned by `llamacpp`. */
export async function findLlamaCpp(address: string): Promise<FoundServer | undefined> {
  const listed = await llamaCppList(address);
  if (!listed) return undefined;
  const properties = await ask(`${address}/props`, llamaCppProperties);
  const { total_slots: slots = 1, default_generation_settings: settings, modalities } = properties ?? {};
  const context = settings?.n_ctx;
  const models = listed.data.map(({ id, meta }) => ({
    id: fileNameOf(id),
    images: modalities?.vision ?? false,
    ...(context && { context }),
    ...(meta?.n_params && { parameters: meta.n_params }),
  }));
  return serverOf('llamacpp', address, models, slots);
}

/** The models of a llama.cpp, once it has loaded; one of before the autumn of 2026 tells them at once. */
async function llamaCppList(address: string): Promise<z.infer<typeof llamaCppModels> | undefined> {
  for (const giveUp = performance.now() + LOADING_MS; performance.now() < giveUp; await sleep(LOOK_MS)) {
    const answer = await ask(`${address}/v1/models`, llamaCppModels.or(llamaCppLoading));
    if (!answer || 'data' in answer) return answer;
  }
  return undefined;
}

function serverOf(
  name: string,
  address: string,
  listed: readonly (FoundServer['models'][number] | undefined)[],
  concurrency: number,
): FoundServer | undefined {
  const models = listed.filter((model) => model !== undefined).filter(({ id }) => id.length <= LONGEST_ID);
  return models.length === 0
    ? undefined
    : { name, baseURL: `${address}/v1`, models, concurrency, local: true };
}

/** The answer to a question, if it has the form that is expected; undefined from anybody else. */
async function ask<T>(url: string, form: z.ZodType<T>, body?: object): Promise<T | undefined> {
  try {
    const response = await fetch(url, {
      redirect: 'error',
      signal: AbortSignal.timeout(ANSWER_MS),
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    });
    return form.safeParse(await response.json()).data;
  } catch {
    return undefined;
  }
}
