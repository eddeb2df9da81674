// Samples log lines of one kind: ten per second are written, the others counted.

/** Most lines of one kind per second. */
const MAX_PER_SECOND = 10;

/** Samples the lines of one kind. */
export class LogSampler {
  private second = 0;
  private written = 0;
  private leftOut = 0;

  /**
   * Calls `write`, with the number of lines left out since the last written one, unless this line is left out as well.
   * `now` is performance.now().
   */
  sample(write: (left: { left_out?: number }) => void, now = performance.now()): void {
    const second = Math.floor(now / 1000);
    if (second !== this.second) {
      this.second = second;
      this.written = 0;
    }
    if (this.written === MAX_PER_SECOND) {
      this.leftOut += 1;
      return;
    }
    this.written += 1;
    const left = this.leftOut && { left_out: this.leftOut };
    this.leftOut = 0;
    write({ ...left });
  }
}
