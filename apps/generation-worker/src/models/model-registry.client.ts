// The models that the configuration allows, by name.
import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible, type OpenAICompatibleProviderSettings } from '@ai-sdk/openai-compatible';
import type {
  LanguageModelV4,
  LanguageModelV4Middleware,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
} from '@ai-sdk/provider';
import { createProviderRegistry, customProvider, extractReasoningMiddleware, wrapLanguageModel } from 'ai';
import { addressOf, type ModelServer } from '#contracts';
import { fetchMended } from './openai-stream.client.ts';
import { structured } from './structured-output.client.ts';
import { ModelError } from './port.ts';
import { withoutRefused } from './refused-parameters.client.ts';
import { isPlausible } from './usage-meter.state.ts';

/** Most characters of an answer; many times what any application needs. */
const MAX_CHARACTERS = 200_000;

/** The registry of the enabled models; it throws for the name of any other model. `keys` are by server name. */
export function openRegistry(servers: readonly ModelServer[], keys: Readonly<Record<string, string>>) {
  const providers = servers.map((server) => [server.name, providerOf(server, keys[server.name])] as const);
  return createProviderRegistry(Object.fromEntries(providers));
}

function providerOf(server: ModelServer, apiKey: string | undefined) {
  const open = opener(server, apiKey);
  const middleware = [structured(server.structuredOutput), trimmed, withoutThoughts, bounded];
  const models = server.models.map(({ id }) => {
    const ofModel = [...middleware, withoutRefused(server)];
    return [id, wrapLanguageModel({ model: open(id), middleware: ofModel })] as const;
  });
  return customProvider({ languageModels: Object.fromEntries(models) });
}

function opener(server: ModelServer, apiKey: string | undefined): (id: string) => LanguageModelV4 {
  const { kind, name, structuredOutput: supportsStructuredOutputs } = server;
  const baseURL = addressOf(server);
  // Without a key or an address, the libraries take those of the environment: the key of a maker would go to another server.
  const ofMaker = { apiKey: apiKey ?? '', baseURL };
  switch (kind) {
    case 'openai':
      return createOpenAI(ofMaker);
    case 'anthropic':
      return createAnthropic(ofMaker);
    case 'openai-compatible':
      return createOpenAICompatible({
        name,
        apiKey,
        baseURL,
        fetch: fetchMended,
        includeUsage: true,
        convertUsage: usageOf,
        supportsStructuredOutputs,
      });
  }
}

type ToldUsage = Parameters<NonNullable<OpenAICompatibleProviderSettings['convertUsage']>>[0];

/** The tokens of a call. xAI and others count what a model thinks beside the completion, so that only the total has it. */
function usageOf(told: ToldUsage): LanguageModelV4Usage {
  const { prompt_tokens: prompt, completion_tokens: completion, total_tokens: total } = told ?? {};
  const isTold = isPlausible(prompt) && isPlausible(completion) && isPlausible(total);
  const output = isTold ? Math.max(completion, total - prompt) : completion;
  return {
    inputTokens: {
      total: prompt ?? undefined,
      noCache: undefined,
      cacheRead: undefined,
      cacheWrite: undefined,
    },
    outputTokens: { total: output ?? undefined, text: undefined, reasoning: undefined },
  };
}

/** Tells apart what a model thinks, which servers leave in the text unless somebody has told them how the model marks it. */
const withoutThoughts = extractReasoningMiddleware({ tagName: 'think' });

/** Begins an answer with its first word: the fence around JSON is looked for there, and thoughts leave blank lines behind. */
const trimmed: LanguageModelV4Middleware = {
  specificationVersion: 'v4',
  wrapStream: async ({ doStream }) => {
    const { stream, ...rest } = await doStream();
    let isBegun = false;
    const begun = new TransformStream<LanguageModelV4StreamPart, LanguageModelV4StreamPart>({
      transform(part, controller) {
        if (isBegun || part.type !== 'text-delta') return controller.enqueue(part);
        const delta = part.delta.trimStart();
        if (delta === '') return;
        isBegun = true;
        controller.enqueue({ ...part, delta });
      },
    });
    return { ...rest, stream: stream.pipeThrough(begun) };
  },
};

/** Ends an endless answer, which the library would keep in memory. */
const bounded: LanguageModelV4Middleware = {
  specificationVersion: 'v4',
  wrapStream: async ({ doStream }) => {
    const { stream, ...rest } = await doStream();
    let characters = 0;
    const counted = new TransformStream<LanguageModelV4StreamPart, LanguageModelV4StreamPart>({
      transform(part, controller) {
        if (part.type === 'text-delta' || part.type === 'reasoning-delta') characters += part.delta.length;
        if (characters > MAX_CHARACTERS) controller.error(new ModelError('InvalidModelOutput'));
        else controller.enqueue(part);
      },
    });
    return { ...rest, stream: stream.pipeThrough(counted) };
  },
};
