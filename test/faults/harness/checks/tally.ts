// Counts of texts, such as the answers to many requests.

/** Counts how often each text comes. */
export class Tally {
  readonly counts: Record<string, number> = {};

  add(text: string | number): void {
    this.counts[text] = (this.counts[text] ?? 0) + 1;
  }

  /** Adds what somebody else has counted. */
  addAll(counts: Record<string, number>): void {
    for (const [text, count] of Object.entries(counts)) this.counts[text] = (this.counts[text] ?? 0) + count;
  }

  get total(): number {
    return Object.values(this.counts).reduce((sum, count) => sum + count, 0);
  }

  /** The texts that are not among those named. */
  others(...expected: (string | number)[]): string[] {
    return Object.keys(this.counts).filter((text) => !expected.map(String).includes(text));
  }

  /** The counts as JSON. */
  get summary(): string {
    return JSON.stringify(this.counts);
  }
}
