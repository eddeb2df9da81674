// Ends a model call that takes too long. Until the first word it may be waiting in the queue of the server, so that time has a
// limit of its own.

/** Limits of a call in milliseconds. */
export interface CallLimits {
  /** Longest wait for the first word. */
  queueMs: number;
  /** Longest time from the first word to the last. */
  writingMs: number;
  /** Longest silence in the middle of an answer. */
  silenceMs: number;
}

/** The clock of one call. No server tells how long a request waited before it was begun, so the first word is the sign. */
export class CallClock {
  private readonly controller = new AbortController();
  /** Aborted when a limit is reached. */
  readonly signal = this.controller.signal;
  private timer: NodeJS.Timeout;
  private writingEnds: number | undefined;

  constructor(private readonly limits: CallLimits) {
    this.timer = this.endIn(limits.queueMs);
  }

  /** A part of the answer has come. */
  hear(): void {
    const now = performance.now();
    this.writingEnds ??= now + this.limits.writingMs;
    clearTimeout(this.timer);
    this.timer = this.endIn(Math.min(this.limits.silenceMs, this.writingEnds - now));
  }

  /** Ends the clock with its call. */
  stop(): void {
    clearTimeout(this.timer);
  }

  private endIn(ms: number): NodeJS.Timeout {
    return setTimeout(() => this.controller.abort('too long'), Math.max(0, ms));
  }
}
