// Adds up what the model calls of one attempt use.
import { estimatedTokens } from '#content';
import { MAX_ANSWERED_BY, withoutNul, type AttemptUsage } from '#contracts';

/** Tokens of a call; undefined where the model does not report them. */
export interface CallTokens {
  inputTokens: number | undefined;
  outputTokens: number | undefined;
}

/** More tokens than a call of any model takes. */
const MOST_TOKENS = 10_000_000;

/** True for a number of tokens that can be. */
export function isPlausible(count: number | null | undefined): count is number {
  return Number.isInteger(count) && Number(count) >= 0 && Number(count) <= MOST_TOKENS;
}

/** What a model reports, without what cannot be: the numbers are added up, and paid. */
export function plausible({ inputTokens, outputTokens }: CallTokens): CallTokens {
  return {
    inputTokens: isPlausible(inputTokens) ? inputTokens : undefined,
    outputTokens: isPlausible(outputTokens) ? outputTokens : undefined,
  };
}

/**
 * Counts the calls of an attempt. A call that fails or is aborted, or whose model reports nothing, counts by an estimate of its
 * prompt and of what was answered so far: its server may charge for both.
 */
export class UsageMeter {
  private calls = 0;
  /** Calls for which the model reported both numbers of tokens. */
  private reported = 0;
  private readonly ended = { inputTokens: 0, outputTokens: 0 };
  /** The call that has not ended. */
  private open: { prompt: string; more: number; answer: string } | undefined;
  private finishReason: string | undefined;
  private other: string | undefined;
  private versions: Pick<AttemptUsage, 'promptVersion' | 'policyVersion'> = {};

  /** Notes by which versions the attempt writes. */
  writesBy(versions: { promptVersion: string; policyVersion: string }): void {
    this.versions = versions;
  }

  /** Counts a call that begins. `prompt` is its text; `more` is about how many tokens it has besides, for pictures. */
  begin(prompt: string, more = 0): void {
    this.close({ inputTokens: undefined, outputTokens: undefined });
    this.calls += 1;
    this.open = { prompt, more, answer: '' };
    this.finishReason = undefined;
  }

  /** Takes back a call that reached no server. */
  undo(): void {
    this.calls -= 1;
    this.open = undefined;
  }

  /** Notes that the server has refused the call: it is counted, but has used no tokens. */
  refuse(): void {
    this.open = undefined;
  }

  /** Notes a piece of the answer. */
  hear(text: string): void {
    if (this.open) this.open.answer += text;
  }

  /** Notes that another model has answered than the one that was asked. */
  answered(model: string): void {
    this.other = withoutNul(model).slice(0, MAX_ANSWERED_BY);
  }

  /** Adds what the last call reported at its end. */
  end(told: CallTokens, finishReason: string): void {
    this.close(told);
    if (told.inputTokens !== undefined && told.outputTokens !== undefined) this.reported += 1;
    this.finishReason = finishReason;
  }

  /** What the attempt has used so far. */
  get usage(): AttemptUsage {
    const { calls, reported, ended, finishReason, other: answeredBy } = this;
    const open = this.tokensOf({ inputTokens: undefined, outputTokens: undefined });
    return {
      inputTokens: ended.inputTokens + open.inputTokens,
      outputTokens: ended.outputTokens + open.outputTokens,
      calls,
      ...this.versions,
      ...(reported < calls ? { partial: true } : {}),
      ...(finishReason === undefined ? {} : { finishReason }),
      ...(answeredBy === undefined ? {} : { answeredBy }),
    };
  }

  private close(told: CallTokens): void {
    const { inputTokens, outputTokens } = this.tokensOf(told);
    this.ended.inputTokens += inputTokens;
    this.ended.outputTokens += outputTokens;
    this.open = undefined;
  }

  /** Tokens of the open call; what its model does not tell is estimated. */
  private tokensOf({ inputTokens, outputTokens }: CallTokens): { inputTokens: number; outputTokens: number } {
    const { prompt, more, answer } = this.open ?? { prompt: '', more: 0, answer: '' };
    return {
      inputTokens: inputTokens ?? estimatedTokens(prompt) + more,
      outputTokens: outputTokens ?? estimatedTokens(answer),
    };
  }
}
