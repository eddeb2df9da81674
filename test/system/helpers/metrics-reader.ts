// Reads the metrics of the processes of a system.
import type { App, Environment } from '#testing/environment';
import { ProcessMetrics } from '#testing/processes';
import { until } from '#testing/until';

export class MetricsReader {
  constructor(private readonly environment: Environment) {}

  /** The metrics of a process as they are now. */
  of(app: App): Promise<ProcessMetrics> {
    return ProcessMetrics.read(this.environment.opsUrls[app] ?? '');
  }

  /** Waits until the metrics of a process are as expected. */
  once(app: App, holds: (metrics: ProcessMetrics) => boolean): Promise<ProcessMetrics> {
    const look = async (): Promise<ProcessMetrics | false> => {
      const seen = await this.of(app);
      return holds(seen) && seen;
    };
    return until(`${app} has these metrics: ${String(holds)}`, look, { withinMs: 60_000, everyMs: 100 });
  }
}

/** By how much a metric is greater than before; what nobody has counted yet is 0. */
export function growth(
  before: ProcessMetrics,
  after: ProcessMetrics,
): (name: string, labels?: Record<string, string>) => number {
  return (name, labels = {}) => (after.sum(name, labels) ?? 0) - (before.sum(name, labels) ?? 0);
}
