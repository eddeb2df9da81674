// Tells a stream that what it follows has changed.

export class Changes {
  private readonly stopped = new AbortController();
  private hasChanged = false;
  private wake = (): void => undefined;

  /** Aborted when the stream is over. */
  readonly signal = this.stopped.signal;

  /** Says that something has changed. */
  notify(): void {
    this.hasChanged = true;
    this.wake();
  }

  /** Says that the stream is over. */
  stop(): void {
    this.stopped.abort();
    this.wake();
  }

  /** Resolves at the next change since the last call, and after `withinMs`. Throws once the stream is over. */
  async next(withinMs: number): Promise<void> {
    this.signal.throwIfAborted();
    if (!this.hasChanged)
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, withinMs);
        this.wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    this.signal.throwIfAborted();
    this.hasChanged = false;
  }
}
