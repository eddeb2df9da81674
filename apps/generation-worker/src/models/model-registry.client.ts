// The enabled models by name: the models that the configuration allows, and the offline composer.
import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { LanguageModelV4, LanguageModelV4Middleware } from '@ai-sdk/provider';
import { createProviderRegistry, customProvider, extractJsonMiddleware, wrapLanguageModel } from 'ai';
import { OFFLINE_MODEL, type ModelServer } from '#contracts';
import { failureOf } from './model-errors.client.ts';
import { OfflineModel } from './offline-model.client.ts';

/** Most characters of an answer; many times what any application needs. */
const MAX_CHARACTERS = 200_000;

const [OFFLINE_SERVER = '', OFFLINE_ID = ''] = OFFLINE_MODEL.split(':');

/** The registry of the enabled models; it throws for the name of any other model. `keys` are by server name. */
export function openRegistry(servers: readonly ModelServer[], keys: Readonly<Record<string, string>>) {
  const model = new OfflineModel(OFFLINE_SERVER, OFFLINE_ID);
  const offline = customProvider({ languageModels: { [OFFLINE_ID]: model } });
  const others = servers.map((server) => [server.name, providerOf(server, keys[server.name])] as const);
  return createProviderRegistry({ [OFFLINE_SERVER]: offline, ...Object.fromEntries(others) });
}

function providerOf(server: ModelServer, key: string | undefined) {
  const open = opener(server, key);
  return customProvider({
    languageModels: Object.fromEntries(
      server.models.map((id) => {
        const model = wrapLanguageModel({ model: open(id), middleware: bounded });
        return [id, server.structuredOutput ? model : withoutSchemas(model)];
      }),
    ),
  });
}

function opener(
  { kind, name, baseURL, structuredOutput }: ModelServer,
  apiKey: string | undefined,
): (id: string) => LanguageModelV4 {
  const settings = {
    ...(apiKey === undefined ? {} : { apiKey }),
    ...(baseURL === undefined ? {} : { baseURL }),
  };
  switch (kind) {
    case 'openai':
      return createOpenAI(settings);
    case 'anthropic':
      return createAnthropic(settings);
    case 'openai-compatible':
      return createOpenAICompatible({
        ...settings,
        name,
        baseURL: baseURL ?? '',
        includeUsage: true,
        supportsStructuredOutputs: structuredOutput,
      });
  }
}

/** Ends an endless answer, which the library would keep in memory. */
const bounded: LanguageModelV4Middleware = {
  specificationVersion: 'v4',
  wrapStream: async ({ doStream }) => {
    const { stream, ...rest } = await doStream();
    let characters = 0;
    type Part = typeof stream extends ReadableStream<infer P> ? P : never;
    const counted = new TransformStream<Part, Part>({
      transform(part, controller) {
        if (part.type === 'text-delta' || part.type === 'reasoning-delta') characters += part.delta.length;
        if (characters > MAX_CHARACTERS) controller.error(failureOf('InvalidModelOutput'));
        else controller.enqueue(part);
      },
    });
    return { ...rest, stream: stream.pipeThrough(counted) };
  },
};

/** For servers without JSON schemas: puts the schema into the instructions, and removes fences around the answer. */
function withoutSchemas(model: LanguageModelV4): LanguageModelV4 {
  return wrapLanguageModel({ model, middleware: [extractJsonMiddleware(), schemaInInstructions] });
}

const schemaInInstructions: LanguageModelV4Middleware = {
  specificationVersion: 'v4',
  transformParams: ({ params }) => {
    const format = params.responseFormat;
    if (format?.type !== 'json' || !format.schema) return Promise.resolve(params);
    const rule = `Answer with one JSON value and nothing else. It must fit this JSON schema:\n${JSON.stringify(format.schema)}`;
    const prompt = params.prompt.map((message) =>
      message.role === 'system' ? { ...message, content: `${message.content}\n\n${rule}` } : message,
    );
    return Promise.resolve({ ...params, prompt, responseFormat: { type: 'json' as const } });
  },
};
