// Calls a model and reads its answer to the end; anything but a complete answer is a ModelError.
import {
  InvalidResponseDataError,
  jsonSchema,
  Output,
  parsePartialJson,
  streamText,
  type LanguageModel,
  type ModelMessage,
  type TextStreamPart,
  type ToolSet,
  type UserContent,
} from 'ai';
import { textOfPrompt, type JsonForm } from '#content';
import { fileNameOf, givesClaims, serverOf, takesPictures, windowOf } from '#contracts';
import { inSpan } from '#platform/observability';
import type { Config } from '../config.ts';
import { firstTokens, tokenUsage } from '../metrics.ts';
import { CallClock } from './call-clock.state.ts';
import { finishOf, isFree, toModelError, unfinished } from './model-errors.client.ts';
import { openRegistry } from './model-registry.client.ts';
import { ModelError, type ModelCall } from './port.ts';
import { Repetition } from './repetition.state.ts';
import { plausible, type CallTokens } from './usage-meter.state.ts';
import { withEnds } from './served-schema.rules.ts';

// The library prints warnings to the console unless told otherwise.
globalThis.AI_SDK_LOG_WARNINGS = false;

/** Longest silence in the middle of an answer, in milliseconds. */
const MAX_SILENCE_MS = 30_000;

/** Estimated tokens of a picture, for a call whose server does not report what it used. */
const TOKENS_OF_PICTURE = 1500;

/** Part of a window that a prompt leaves for the answer: prompts are fitted to it. */
const ANSWER_SHARE = 1 / 4;
/** Bytes of a token where a prompt must not count for less than it has: fewer than texts of nearly any language have. */
const LEAST_TOKEN_BYTES = 3;

/** The settings that calls need. */
type ModelConfig = Pick<Config, 'MODEL_SERVERS' | 'MODEL_KEYS' | 'MODEL_TIMEOUT_MS' | 'MODEL_QUEUE_MS'>;

export class ModelClient {
  private readonly models: ReturnType<typeof openRegistry>;

  constructor(private readonly config: ModelConfig) {
    this.models = openRegistry(config.MODEL_SERVERS, config.MODEL_KEYS);
  }

  /** True for a model whose server takes JSON schemas. */
  takesSchemas(model: string): boolean {
    return serverOf(this.config.MODEL_SERVERS, model)?.structuredOutput === true;
  }

  /** True for a model that can say what its sentences rest on. */
  givesClaims(model: string): boolean {
    return givesClaims(this.config.MODEL_SERVERS, model);
  }

  /** Tokens of prompt and answer together that a model takes; undefined when not known. */
  windowOf(model: string): number | undefined {
    return windowOf(this.config.MODEL_SERVERS, model);
  }

  /** True for a model that takes pictures. */
  takesPictures(model: string): boolean {
    return takesPictures(this.config.MODEL_SERVERS, model);
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
        const failure = toModelError(error);
        if (failure.isUnreachable) call.meter.undo();
        else if (isFree(error)) call.meter.refuse();
        throw failure;
      }
    });
  }

  private async complete<T>(given: ModelCall<T>) {
    const call = { ...given, maxOutputTokens: this.mostTokens(given) };
    const model = this.models.languageModel(call.model as `${string}:${string}`);
    call.signal.throwIfAborted();
    call.meter.begin(textOfPrompt(call), (call.pictures?.length ?? 0) * TOKENS_OF_PICTURE);
    const { MODEL_QUEUE_MS: queueMs, MODEL_TIMEOUT_MS: writingMs } = this.config;
    const clock = new CallClock({ queueMs, writingMs, silenceMs: MAX_SILENCE_MS });
    const over = new AbortController();
    try {
      const signal = AbortSignal.any([call.signal, clock.signal, over.signal]);
      const result = this.open(model, call, signal);
      const { text, isEndless } = await this.listen(result.stream, call, clock);
      if (isEndless) return { value: await wholeOf(call, text, endless), ...UNTOLD };
      const reason = finishOf(await result.finishReason, await result.rawFinishReason);
      const usage = plausible(await result.totalUsage);
      const { modelId } = await result.response;
      const answered = fileNameOf(modelId);
      if (!call.model.endsWith(`:${answered}`)) call.meter.answered(answered);
      const failure = () => unfinished(reason, lengthDetail(call, usage));
      if (reason !== 'stop' && reason !== 'length') throw failure();
      const value = await (reason === 'stop' ? valueOf(call, result) : wholeOf(call, text, failure));
      if (typeof value === 'string' && value.trim() === '') throw new ModelError('InvalidModelOutput');
      const { inputTokens = null, outputTokens = null } = usage;
      return { value, inputTokens, outputTokens };
    } finally {
      clock.stop();
      over.abort(); // hangs up where the server still writes: the library would read on
    }
  }

  /**
   * The tokens that are asked for: those of the call, or what its prompt leaves of the window, because some servers refuse a
   * call for more. The schema counts, because it may be put into the prompt.
   */
  private mostTokens<T>({ maxOutputTokens, form, pictures = [], ...call }: ModelCall<T>): number {
    const window = this.windowOf(call.model) ?? Infinity;
    const text = textOfPrompt(call) + (form === 'text' ? '' : JSON.stringify(form.schema));
    const prompt = Buffer.byteLength(text) / LEAST_TOKEN_BYTES + pictures.length * TOKENS_OF_PICTURE;
    return Math.min(maxOutputTokens, Math.floor(Math.max(window * ANSWER_SHARE, window - prompt)));
  }

  private open<T>(model: LanguageModel, { form, ...call }: ModelCall<T>, abortSignal: AbortSignal) {
    return streamText({
      model,
      instructions: call.instructions,
      messages: messagesOf(call),
      ...(form === 'text' ? {} : { output: whole(Output.object({ schema: this.schemaOf(form, call) })) }),
      temperature: call.temperature,
      maxOutputTokens: call.maxOutputTokens,
      maxRetries: 0, // the queue retries
      abortSignal,
      onError: () => undefined, // the default prints the error, which is thrown below
    });
  }

  private schemaOf<T>(
    { schema, accepts }: JsonForm<T>,
    { model, maxText }: Pick<ModelCall<T>, 'model' | 'maxText'>,
  ) {
    const isHere = serverOf(this.config.MODEL_SERVERS, model)?.local;
    const served = isHere && maxText !== undefined ? (withEnds(schema, maxText) as object) : schema;
    return jsonSchema<T>(served, {
      validate: (value) => {
        const read = accepts.safeParse(value);
        return read.success ? { success: true, value: read.data } : { success: false, error: read.error };
      },
    });
  }

  /**
   * Reads an answer to its end, or until it only repeats itself, and tells the clock, the meter and the caller about it. Throws
   * the error that the stream brings.
   */
  private async listen<T>(
    stream: AsyncIterable<TextStreamPart<ToolSet>>,
    call: ModelCall<T>,
    clock: CallClock,
  ): Promise<{ text: string; isEndless: boolean }> {
    const startedAt = performance.now();
    const repetition = new Repetition();
    let text = '';
    let silent = true;
    let wordless = true;
    for await (const part of stream) {
      if (part.type === 'error') throw silent ? unheard(part.error) : part.error;
      if (part.type === 'abort') throw new ModelError('ModelTimeout', { isSilent: wordless });
      if (part.type === 'finish')
        call.meter.end(plausible(part.totalUsage), finishOf(part.finishReason, part.rawFinishReason));
      if (part.type === 'text-start' || part.type === 'reasoning-start') silent = false;
      if (part.type === 'text-delta' || part.type === 'reasoning-delta') {
        clock.hear();
        call.meter.hear(part.text);
        if (wordless) firstTokens.observe({ model: call.model }, (performance.now() - startedAt) / 1000);
        if (wordless) call.onAnswer?.();
        wordless = false;
      }
      if (part.type === 'text-delta') {
        text += part.text;
        call.onText?.(part.text);
        if (repetition.hear(part.text)) return { text, isEndless: true };
      }
    }
    return { text, isEndless: false };
  }
}

/** What is known of an answer that we ended: no usage. */
const UNTOLD = { inputTokens: null, outputTokens: null };

/** The error for an answer that repeats itself. */
function endless(): ModelError {
  return new ModelError('InvalidModelOutput', { detail: 'The model repeated one passage again and again.' });
}

/** What an answer that was cut already says whole, where its form tells. Throws the failure where that is not all that is needed. */
async function wholeOf<T>({ form }: ModelCall<T>, text: string, failure: () => ModelError): Promise<T> {
  const { value } = await parsePartialJson(text);
  const whole = form === 'text' ? undefined : form.ofBeginning?.(value);
  if (whole === undefined) throw failure();
  return whole;
}

/**
 * The turns, the first of which begins with the pictures. Its text comes last in it, because for servers that take no schemas
 * the schema is added to the last text.
 */
function messagesOf({
  turns,
  pictures = [],
}: Pick<ModelCall<unknown>, 'turns' | 'pictures'>): ModelMessage[] {
  const [first, ...others] = turns;
  if (!first || pictures.length === 0) return [...turns];
  const shown = pictures.flatMap(({ mediaType, bytes }, place): Exclude<UserContent, string> => [
    { type: 'text', text: `Picture ${place + 1}:` },
    { type: 'file', mediaType, data: bytes },
  ]);
  return [{ role: 'user', content: [...shown, { type: 'text', text: first.content }] }, ...others];
}

/** The text of an answer, or what its JSON says. */
async function valueOf<T>(
  { form, ofText }: ModelCall<T>,
  result: { text: PromiseLike<string>; output: PromiseLike<T> },
): Promise<T | string> {
  if (form === 'text') return result.text;
  const text = await result.text;
  const found = amongWords(text, form);
  if (found !== undefined) return found;
  // A server that ignores schemas answers with the text alone. What looks like JSON or a fence is a broken answer.
  if (ofText && /^\s*[^\s{[`]/.test(text)) return ofText(text);
  return result.output;
}

/** The JSON of an answer that says something before or after it; undefined where there is none of the form. */
function amongWords<T>(text: string, { accepts }: JsonForm<T>): T | undefined {
  const json = text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1);
  if (json === text.trim()) return undefined;
  try {
    return accepts.safeParse(JSON.parse(json)).data;
  } catch {
    return undefined;
  }
}

/** Which of two limits has cut an answer, ours or that of the server; undefined when the tokens are not known. */
function lengthDetail<T>(
  { maxOutputTokens }: ModelCall<T>,
  { inputTokens, outputTokens }: CallTokens,
): string | undefined {
  if (outputTokens === undefined) return undefined;
  if (outputTokens >= maxOutputTokens)
    return `The limit of ${maxOutputTokens} tokens for an answer was reached.`;
  const prompt = inputTokens === undefined ? '' : ` ${inputTokens} tokens of prompt and`;
  return `The server of the model allows no more than${prompt} ${outputTokens} of answer.`;
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

/** An error before the first word. A stream that ends properly without a word was no answer but, for example, a web page. */
function unheard(error: unknown): unknown {
  return InvalidResponseDataError.isInstance(error)
    ? new ModelError('InvalidModelOutput', { cause: error })
    : error;
}
