// Calls a model and reads its answer to the end; anything but a complete answer is a ModelError.
import { InvalidResponseDataError, jsonSchema, Output, streamText } from 'ai';
import { inSpan } from '#platform/observability';
import type { Config } from '../config.ts';
import { firstTokens, tokenUsage } from '../metrics.ts';
import { toModelError, unfinished } from './model-errors.client.ts';
import { openRegistry } from './model-registry.client.ts';
import { CALL_METADATA, MODEL_TRAITS, ModelError, modelTraits, type ModelCall } from './port.ts';

// The library prints warnings to the console unless told otherwise.
globalThis.AI_SDK_LOG_WARNINGS = false;

/** Longest silence in the middle of an answer, in milliseconds. */
const MAX_SILENCE_MS = 30_000;

export class ModelClient {
  private readonly models: ReturnType<typeof openRegistry>;

  constructor(private readonly config: Pick<Config, 'MODEL_SERVERS' | 'MODEL_KEYS' | 'MODEL_TIMEOUT_MS'>) {
    this.models = openRegistry(config.MODEL_SERVERS, config.MODEL_KEYS);
  }

  /**
   * Calls a model once. Token counts are null when the model does not report them. Errors: ModelError; the reason of the
   * signal if it was aborted.
   */
  write<T>(call: ModelCall<T>) {
    const attributes = { 'gen_ai.request.model': call.model };
    return inSpan({ name: 'call model', kind: 'CLIENT', attributes }, async (span) => {
      try {
        const answer = await this.complete(call);
        for (const type of ['input', 'output'] as const) {
          const tokens = answer[`${type}Tokens`];
          const labels = { gen_ai_request_model: call.model, gen_ai_token_type: type };
          if (tokens !== null) tokenUsage.observe(labels, tokens);
        }
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

  private async complete<T>({ form, ...call }: ModelCall<T>) {
    const model = this.models.languageModel(call.model as `${string}:${string}`);
    call.signal.throwIfAborted();
    call.meter.begin();
    const startedAt = performance.now();
    const result = streamText({
      model,
      instructions: call.instructions,
      messages: [...call.turns],
      ...(form === 'text' ? {} : { output: whole(Output.object({ schema: schemaOf(form) })) }),
      temperature: call.temperature,
      maxOutputTokens: call.maxOutputTokens,
      maxRetries: 0, // the queue retries
      timeout: { totalMs: this.config.MODEL_TIMEOUT_MS, chunkMs: MAX_SILENCE_MS },
      abortSignal: call.signal,
      providerOptions: { [CALL_METADATA]: call.metadata },
      onError: () => undefined, // the default prints the error, which is thrown below
    });
    let silent = true;
    let wordless = true;
    for await (const part of result.stream) {
      if (part.type === 'error') throw silent ? unheard(part.error) : part.error;
      if (part.type === 'abort') throw new ModelError('ModelTimeout');
      if (part.type === 'finish') call.meter.end(part.totalUsage, part.finishReason);
      if (part.type === 'text-start' || part.type === 'reasoning-start') silent = false;
      if (wordless && (part.type === 'text-delta' || part.type === 'reasoning-delta')) {
        wordless = false;
        firstTokens.observe({ model: call.model }, (performance.now() - startedAt) / 1000);
      }
      if (part.type === 'text-delta') call.onText?.(part.text);
    }
    const value: T | string = form === 'text' ? await result.text : await result.output;
    const reason = await result.finishReason;
    if (reason !== 'stop') throw unfinished(reason);
    if (typeof value === 'string' && value.trim() === '') throw new ModelError('InvalidModelOutput');
    const { inputTokens = null, outputTokens = null } = await result.totalUsage;
    const { providerMetadata } = await result.finalStep;
    const traits = modelTraits.parse(providerMetadata?.[MODEL_TRAITS] ?? {});
    return { value, inputTokens, outputTokens, traits };
  }
}

/**
 * An output that is parsed once, at its end. By default the library parses it again at each part, in time that grows
 * with the square of its length. The counter stands for the partial outputs: the library passes a part on when the
 * partial output changes.
 */
function whole<T>(output: Output.Output<T>): Output.Output<T> {
  let parts = 0;
  return { ...output, parsePartialOutput: () => Promise.resolve({ partial: (parts += 1) }) };
}

/** An error before the first word: a stream that ends in order without a word was no answer but, say, a web page. */
function unheard(error: unknown): unknown {
  return InvalidResponseDataError.isInstance(error)
    ? new ModelError('InvalidModelOutput', { cause: error })
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
