// Calls a model and reads its answer to the end; whatever is less than a complete answer is a ModelError.
import { InvalidResponseDataError, jsonSchema, Output, streamText, type LanguageModel } from 'ai';
import { OFFLINE_MODEL } from '#contracts';
import { inSpan } from '#platform/observability';
import { firstTokens } from '../metrics.ts';
import { failureOf, toModelError, unfinished } from './model-errors.client.ts';
import type { ModelAnswer, ModelCall } from './port.ts';

// The library prints warnings to the console unless told otherwise.
globalThis.AI_SDK_LOG_WARNINGS = false;

/** Longest silence in the middle of an answer, in milliseconds. */
const LONGEST_SILENCE = 30_000;

/** The models of this process. */
export class ModelClient {
  /** `models` finds an enabled model by its name, and throws for any other. */
  constructor(private readonly models: { languageModel(name: `${string}:${string}`): LanguageModel }) {}

  /** Calls a model once. Errors: ModelError; the signal's own reason when it was aborted. */
  write<T>(call: ModelCall<T>): Promise<ModelAnswer<T>> {
    const attributes = { 'gen_ai.request.model': call.model };
    return inSpan({ name: 'call model', kind: 'client', attributes }, async (span) => {
      try {
        const answer = await this.complete(call);
        span.set({
          'gen_ai.usage.input_tokens': answer.inputTokens ?? undefined,
          'gen_ai.usage.output_tokens': answer.outputTokens ?? undefined,
        });
        return answer;
      } catch (error) {
        call.signal.throwIfAborted();
        throw toModelError(error);
      }
    });
  }

  private async complete<T>({ form, ...call }: ModelCall<T>): Promise<ModelAnswer<T>> {
    const began = performance.now();
    const result = streamText({
      model: this.models.languageModel(call.model as `${string}:${string}`),
      instructions: call.instructions,
      messages: [...call.turns],
      ...(form === 'text' ? {} : { output: whole(Output.object({ schema: schemaOf(form) })) }),
      temperature: call.temperature,
      maxOutputTokens: call.maxOutputTokens,
      maxRetries: 0, // the queue is the one that tries again
      timeout: { totalMs: call.timeoutMs, chunkMs: LONGEST_SILENCE },
      abortSignal: call.signal,
      ...(call.model === OFFLINE_MODEL
        ? { providerOptions: { offline: { order: JSON.stringify(call.offline) } } }
        : {}),
      onError: () => undefined, // else printed; the part is thrown below
    });
    let silent = true;
    let wordless = true;
    for await (const part of result.stream) {
      if (part.type === 'error') throw silent ? unheard(part.error) : part.error;
      if (part.type === 'abort') throw failureOf('ModelTimeout');
      if (part.type === 'text-start' || part.type === 'reasoning-start') silent = false;
      if (wordless && (part.type === 'text-delta' || part.type === 'reasoning-delta')) {
        wordless = false;
        firstTokens.observe({ model: call.model }, (performance.now() - began) / 1000);
      }
    }
    const value: T | string = form === 'text' ? await result.text : await result.output;
    const reason = await result.finishReason;
    if (reason !== 'stop') throw unfinished(reason);
    if (typeof value === 'string' && value.trim() === '') throw failureOf('InvalidModelOutput');
    const { inputTokens, outputTokens } = await result.totalUsage;
    return { value, inputTokens: inputTokens ?? null, outputTokens: outputTokens ?? null };
  }
}

/**
 * An output that is read once, at its end: parsed as far as it goes at each of its parts, as usual, it costs the square
 * of its length. What does not change is told once, so the first part still comes at once.
 */
function whole<T>(output: Output.Output<T>): Output.Output<T> {
  return { ...output, parsePartialOutput: () => Promise.resolve({ partial: undefined }) };
}

/** A stream that ends in order without a word was none: a web page, for instance. */
function unheard(error: unknown): unknown {
  return InvalidResponseDataError.isInstance(error)
    ? failureOf('InvalidModelOutput', { cause: error })
    : error;
}

function schemaOf<T>({ schema, accepts }: Exclude<ModelCall<T>['form'], 'text'>) {
  return jsonSchema<T>(schema, {
    validate: (value) => {
      const read = accepts.safeParse(value);
      return read.success ? { success: true, value: read.data } : { success: false, error: read.error };
    },
  });
}
