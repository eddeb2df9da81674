// The offline composer as a language model of the AI SDK, so that all models are called in the same way.
import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4FinishReason,
  LanguageModelV4GenerateResult,
  LanguageModelV4StreamPart,
  LanguageModelV4StreamResult,
  LanguageModelV4Usage,
} from '@ai-sdk/provider';
import { applications } from '../applications/index.ts';
import { compose, COMPOSER_TRAITS, composerTask } from './composer.rules.ts';
import { CALL_METADATA, MODEL_TRAITS } from './port.ts';

const STOP: LanguageModelV4FinishReason = { unified: 'stop', raw: undefined };
/** The composer uses no tokens. */
const NO_TOKENS: LanguageModelV4Usage = {
  inputTokens: { total: 0, noCache: 0, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 0, text: 0, reasoning: 0 },
};
const FINISH = {
  finishReason: STOP,
  usage: NO_TOKENS,
  providerMetadata: { [MODEL_TRAITS]: { ...COMPOSER_TRAITS } },
};

/** A template composer, not an AI model. It reads the call's metadata, a `composerTask`, and no prompt. */
export class OfflineModel implements LanguageModelV4 {
  readonly specificationVersion = 'v4';
  readonly supportedUrls = {};

  constructor(
    readonly provider: string,
    readonly modelId: string,
  ) {}

  async doGenerate(options: LanguageModelV4CallOptions): Promise<LanguageModelV4GenerateResult> {
    return { content: [{ type: 'text', text: answerTo(options) }], warnings: [], ...FINISH };
  }

  async doStream(options: LanguageModelV4CallOptions): Promise<LanguageModelV4StreamResult> {
    return { stream: ReadableStream.from(partsOf(answerTo(options))) };
  }
}

function answerTo({ providerOptions, abortSignal }: LanguageModelV4CallOptions): string {
  abortSignal?.throwIfAborted();
  const order = composerTask.parse(providerOptions?.[CALL_METADATA]);
  const content = compose(order, applications[order.task.applicationId]);
  return typeof content === 'string' ? content : JSON.stringify({ results: content });
}

function* partsOf(text: string): Generator<LanguageModelV4StreamPart> {
  const id = '0';
  yield { type: 'stream-start', warnings: [] };
  yield { type: 'text-start', id };
  for (const delta of text.match(/.{1,40}/gsu) ?? []) yield { type: 'text-delta', id, delta };
  yield { type: 'text-end', id };
  yield { type: 'finish', ...FINISH };
}
