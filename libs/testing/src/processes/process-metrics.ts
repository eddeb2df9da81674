// Reads the metrics of a process from its ops port, as Prometheus does.

/** One scrape of /metrics. */
export class ProcessMetrics {
  readonly text: string;

  private constructor(text: string) {
    this.text = text;
  }

  /** Scrapes the process with this ops port. */
  static async read(opsUrl: string): Promise<ProcessMetrics> {
    const response = await fetch(`${opsUrl}/metrics`);
    if (!response.ok) throw new Error(`/metrics answered ${response.status}.`);
    return new ProcessMetrics(await response.text());
  }

  /** Names of all metrics, without the suffixes of histograms. */
  get names(): string[] {
    return [...this.text.matchAll(/^# TYPE (\S+)/gm)].map(([, name = '']) => name);
  }

  /** Sum of a metric over all series with these labels; undefined when there is no such series. */
  sum(name: string, labels: Record<string, string> = {}): number | undefined {
    const values = this.text
      .split('\n')
      .filter((line) => line.startsWith(`${name}{`))
      .filter((line) => Object.entries(labels).every(([key, value]) => line.includes(`${key}="${value}"`)))
      .map((line) => Number(line.slice(line.lastIndexOf(' '))));
    return values.length === 0 ? undefined : values.reduce((all, one) => all + one, 0);
  }
}
