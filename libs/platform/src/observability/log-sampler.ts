// Log lines that come in floods: a few each second are written, the others counted.

/** Lines of one kind that are written in a second. */
const WRITTEN_A_SECOND = 10;

/** Lines of one kind. */
export class LogSampler {
  private second = 0;
  private written = 0;
  private unwritten = 0;

  /**
   * How many lines were left out since the last one that was written; undefined when this one is to be left out too.
   * `now` is performance.now().
   */
  admit(now: number): number | undefined {
    const second = Math.floor(now / 1000);
    if (second !== this.second) {
      this.second = second;
      this.written = 0;
    }
    if (this.written === WRITTEN_A_SECOND) {
      this.unwritten += 1;
      return undefined;
    }
    this.written += 1;
    const left = this.unwritten;
    this.unwritten = 0;
    return left;
  }
}
