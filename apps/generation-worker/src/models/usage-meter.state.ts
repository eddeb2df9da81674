// Adds up what the model calls of one attempt use.
import { MAX_ANSWERED_BY, type AttemptUsage } from '#contracts';

/** Tokens of a call; undefined where the model does not report them. */
export interface CallTokens {
  inputTokens: number | undefined;
  outputTokens: number | undefined;
}

/** Counts the calls of an attempt. A call that fails or is aborted without a report has cost an unknown number of tokens. */
export class UsageMeter {
  private calls = 0;
  /** Calls that reported both numbers of tokens. */
  private reported = 0;
  private inputTokens: number | undefined;
  private outputTokens: number | undefined;
  private finishReason: string | undefined;
  private other: string | undefined;
  private versions: Pick<AttemptUsage, 'promptVersion' | 'policyVersion'> = {};

  /** Notes by which versions the attempt writes. */
  writesBy(versions: { promptVersion: string; policyVersion: string }): void {
    this.versions = versions;
  }

  /** Counts a call that begins. */
  begin(): void {
    this.calls += 1;
    this.finishReason = undefined;
  }

  /** Takes back a call that reached no server. */
  undo(): void {
    this.calls -= 1;
  }

  /** Notes that another model has answered than the one that was asked. */
  answered(model: string): void {
    this.other = model.slice(0, MAX_ANSWERED_BY);
  }

  /** Adds what the last call reported at its end. */
  end({ inputTokens, outputTokens }: CallTokens, finishReason: string): void {
    this.inputTokens = sum(this.inputTokens, inputTokens);
    this.outputTokens = sum(this.outputTokens, outputTokens);
    if (inputTokens !== undefined && outputTokens !== undefined) this.reported += 1;
    this.finishReason = finishReason;
  }

  /** What the attempt has used so far. */
  get usage(): AttemptUsage {
    const { calls, reported, finishReason, other: answeredBy } = this;
    const none = calls === 0 ? 0 : null;
    return {
      inputTokens: this.inputTokens ?? none,
      outputTokens: this.outputTokens ?? none,
      calls,
      ...this.versions,
      ...(reported < calls ? { partial: true } : {}),
      ...(finishReason === undefined ? {} : { finishReason }),
      ...(answeredBy === undefined ? {} : { answeredBy }),
    };
  }
}

function sum(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined || other === undefined ? (one ?? other) : one + other;
}
