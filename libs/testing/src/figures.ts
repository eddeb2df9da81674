// The figures of a process, read from its ops port as Prometheus reads them.

/** What /metrics showed. */
export class Figures {
  constructor(readonly text: string) {}

  /** Reads the figures of the process with this ops port. */
  static async of(opsUrl: string): Promise<Figures> {
    const response = await fetch(`${opsUrl}/metrics`);
    if (!response.ok) throw new Error(`/metrics answered ${response.status}.`);
    return new Figures(await response.text());
  }

  /** Names of all metrics, without the endings of histograms. */
  get names(): string[] {
    return [...this.text.matchAll(/^# TYPE (\S+)/gm)].map(([, name = '']) => name);
  }

  /** Sum of a metric over all series that have these labels; undefined when there is none. */
  sum(name: string, labels: Record<string, string> = {}): number | undefined {
    const values = this.text
      .split('\n')
      .filter((line) => line.startsWith(`${name}{`))
      .filter((line) => Object.entries(labels).every(([key, value]) => line.includes(`${key}="${value}"`)))
      .map((line) => Number(line.slice(line.lastIndexOf(' '))));
    return values.length === 0 ? undefined : values.reduce((all, one) => all + one, 0);
  }
}
