// What we ask of any model and what comes back; how a call can fail.
import type { z } from 'zod';
import type { GenerationErrorCode, GenerationTask } from '#contracts';

/** JSON that a model is to return: the schema it is given, and what we accept. */
export interface JsonForm<T> {
  /** JSON Schema. */
  schema: object;
  accepts: z.ZodType<T>;
}

/** One call of a model. */
export interface ModelCall<T> {
  /** `server:model`, one of the enabled ones. */
  model: string;
  instructions: string;
  turns: readonly { role: 'user' | 'assistant'; content: string }[];
  form: 'text' | JsonForm<T>;
  temperature: number;
  maxOutputTokens: number;
  /** Longest time of the call, in milliseconds. */
  timeoutMs: number;
  signal: AbortSignal;
  /** What the template composer works from, since it reads no prompts. */
  offline: ComposerOrder;
}

/** The task itself, and what makes its result differ from another's. */
export interface ComposerOrder {
  task: GenerationTask;
  seed: string;
}

/** What a model returned, complete. Tokens are null when it did not tell. */
export interface ModelAnswer<T> {
  value: T | string;
  inputTokens: number | null;
  outputTokens: number | null;
}

/** A call that brought nothing usable. */
export class ModelError extends Error {
  override readonly name = 'ModelError';
  readonly retryAfterMs: number | undefined;

  /**
   * `retries`: how often the call may be tried again, at the most. `retryAfterMs`: when the server asked to
   * wait, and not for long.
   */
  constructor(
    readonly code: GenerationErrorCode,
    readonly retries: number,
    options: { cause?: unknown; retryAfterMs?: number | undefined } = {},
  ) {
    super(code, { cause: options.cause });
    this.retryAfterMs = options.retryAfterMs;
  }
}
