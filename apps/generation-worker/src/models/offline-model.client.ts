// The offline composer as a language model of the AI SDK, so that all models are called in the same way.
import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4GenerateResult,
  LanguageModelV4StreamPart,
} from '@ai-sdk/provider';
import { applicationOf } from '#content';
import { compose, COMPOSER_TRAITS, composerTask } from './composer.rules.ts';
import { CALL_METADATA, MODEL_TRAITS } from './port.ts';

const FINISH = {
  finishReason: { unified: 'stop', raw: undefined },
  usage: {
    inputTokens: { total: 0, noCache: 0, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: 0, text: 0, reasoning: 0 },
  },
  providerMetadata: { [MODEL_TRAITS]: { ...COMPOSER_TRAITS } },
} satisfies Partial<LanguageModelV4GenerateResult>;

/** A template composer, not an AI model. It reads the call's metadata, a `composerTask`, and no prompt. */
export const offlineModel = (provider: string, modelId: string): LanguageModelV4 => ({
  specificationVersion: 'v4',
  provider,
  modelId,
  supportedUrls: {},
  doGenerate: async (options) => ({
    content: [{ type: 'text', text: answerTo(options) }],
    warnings: [],
    ...FINISH,
  }),
  doStream: async (options) => ({ stream: ReadableStream.from(partsOf(answerTo(options))) }),
});

function answerTo({ providerOptions, abortSignal }: LanguageModelV4CallOptions): string {
  abortSignal?.throwIfAborted();
  const order = composerTask.parse(providerOptions?.[CALL_METADATA]);
  const content = compose(order, applicationOf(order.task));
  return typeof content === 'string' ? content : JSON.stringify({ results: content });
}

/** The answer in one piece: it is all there, and each piece of a stream costs time. */
function partsOf(answer: string): LanguageModelV4StreamPart[] {
  const id = '0';
  return [
    { type: 'stream-start', warnings: [] },
    { type: 'text-start', id },
    { type: 'text-delta', id, delta: answer },
    { type: 'text-end', id },
    { type: 'finish', ...FINISH },
  ];
}
