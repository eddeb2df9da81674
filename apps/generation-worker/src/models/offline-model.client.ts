// The template composer as a language model of the library, so that there is one way to call any model.
import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4FinishReason,
  LanguageModelV4GenerateResult,
  LanguageModelV4StreamPart,
  LanguageModelV4StreamResult,
  LanguageModelV4Usage,
} from '@ai-sdk/provider';
import { OFFLINE_MODEL } from '#contracts';
import { compose } from './composer.rules.ts';
import type { ComposerOrder } from './port.ts';

const [PROVIDER = '', MODEL = ''] = OFFLINE_MODEL.split(':');
const STOP: LanguageModelV4FinishReason = { unified: 'stop', raw: undefined };
/** It uses no tokens, and that is known. */
const NO_TOKENS: LanguageModelV4Usage = {
  inputTokens: { total: 0, noCache: 0, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 0, text: 0, reasoning: 0 },
};

/** A template composer, not an AI model: it reads `providerOptions.offline.order`, a ComposerOrder as JSON, and no prompt. */
export class OfflineComposer implements LanguageModelV4 {
  readonly specificationVersion = 'v4';
  readonly provider = PROVIDER;
  readonly modelId = MODEL;
  readonly supportedUrls = {};

  doGenerate(options: LanguageModelV4CallOptions): Promise<LanguageModelV4GenerateResult> {
    return Promise.resolve().then(() => ({
      content: [{ type: 'text', text: answerTo(options) }],
      finishReason: STOP,
      usage: NO_TOKENS,
      warnings: [],
    }));
  }

  doStream(options: LanguageModelV4CallOptions): Promise<LanguageModelV4StreamResult> {
    return Promise.resolve().then(() => ({ stream: ReadableStream.from(partsOf(answerTo(options))) }));
  }
}

function answerTo({ providerOptions, abortSignal }: LanguageModelV4CallOptions): string {
  abortSignal?.throwIfAborted();
  const order = providerOptions?.[PROVIDER]?.['order'];
  if (typeof order !== 'string') throw new Error('The composer was given no order.');
  const writing = compose(JSON.parse(order) as ComposerOrder);
  if (typeof writing === 'string') return writing;
  return JSON.stringify({ results: writing });
}

function* partsOf(text: string): Generator<LanguageModelV4StreamPart> {
  const id = '0';
  yield { type: 'stream-start', warnings: [] };
  yield { type: 'text-start', id };
  for (const delta of text.match(/.{1,40}/gsu) ?? []) yield { type: 'text-delta', id, delta };
  yield { type: 'text-end', id };
  yield { type: 'finish', finishReason: STOP, usage: NO_TOKENS };
}
