// The interface of the models: what a call needs, what comes back, and how a call fails.
import type { JsonForm, Turn } from '#content';
import type { GenerationErrorCode } from '#contracts';
import type { UsageMeter } from './usage-meter.state.ts';

/** A picture that a model is shown. */
export interface Picture {
  mediaType: string;
  bytes: Uint8Array;
}

/** One call of a model. */
export interface ModelCall<T> {
  /** `server:model`, one of the enabled models. */
  model: string;
  instructions: string;
  turns: readonly Turn[];
  /** What the model is shown before the text of the first turn, each with its number. */
  pictures?: readonly Picture[];
  form: 'text' | JsonForm<T>;
  /**
   * Makes a value of an answer that is plain text, although JSON was asked for; without it, such an answer is
   * InvalidModelOutput.
   */
  ofText?: (text: string) => T;
  temperature: number;
  maxOutputTokens: number;
  /** The most characters that may be published of a text of the answer; a text that goes on far beyond may be ended. */
  maxText?: number;
  /** Called when the answer begins, also when it begins with the model's reasoning. */
  onAnswer?: () => void;
  /** Called with each piece of the answer's text as it comes. */
  onText?: (piece: string) => void;
  signal: AbortSignal;
  /** Counts the call and what it uses, also when it fails. */
  meter: UsageMeter;
}

/** How often a call may be repeated after an error with this code; other codes are final. */
const RETRIES: Readonly<Partial<Record<GenerationErrorCode, number>>> = {
  ModelUnavailable: 2,
  ModelRateLimited: 2,
  ModelTimeout: 1,
  InvalidModelOutput: 1,
};

/** What is known of a call without a usable answer, besides its code. */
export interface ModelErrorInfo {
  cause?: unknown;
  /** A wait that the server asked for, in milliseconds. */
  retryAfterMs?: number | undefined;
  /** True when the server has not begun the work: it is away, loads or limits. */
  isRefusal?: boolean;
  /** True when the call did not even reach a server. */
  isUnreachable?: boolean;
  /** True when the server took the call and has not said a word in all the time that it had. */
  isSilent?: boolean;
  /** More for the client than the code says. Never words of a server. */
  detail?: string;
}

/** A call without a usable answer. */
export class ModelError extends Error {
  override readonly name = 'ModelError';
  /** How often the call may be repeated, at most; a refusal is not counted unless its server says so. */
  readonly retries: number;
  readonly retryAfterMs: number | undefined;
  readonly isRefusal: boolean;
  readonly isUnreachable: boolean;
  readonly isSilent: boolean;
  readonly detail: string | undefined;

  constructor(
    readonly code: GenerationErrorCode,
    {
      cause,
      retryAfterMs,
      isRefusal = false,
      isUnreachable = false,
      isSilent = false,
      detail,
    }: ModelErrorInfo = {},
  ) {
    super(code, { cause });
    this.retries = RETRIES[code] ?? 0;
    this.retryAfterMs = retryAfterMs;
    this.isRefusal = isRefusal;
    this.isUnreachable = isUnreachable;
    this.isSilent = isSilent;
    this.detail = detail;
  }
}
