// Measures for how long CSV files that are hard to read keep the gateway from anything else.
import type { ImportResult, ImportState } from '#contracts';
import { LAG_TIMER_MS } from '#platform/observability';
import { HOSTILE_CSV } from '#testing/http';
import { ProcessMetrics } from '#testing/processes';
import { until } from '#testing/until';
import type { BenchEnvironment } from './bench-environment.ts';

/** Imports files of 5 MB one after the other, and gives a line with the delays of the gateway's event loop. */
export async function benchHostileCsv({ environment, person, client }: BenchEnvironment): Promise<string> {
  /** The delays since the last call, in milliseconds. */
  const delays = async (): Promise<Record<'p99' | 'max', number>> => {
    const metrics = await ProcessMetrics.read(environment.opsUrls['gateway'] ?? '');
    const delay = (which: string): number =>
      Math.max(0, (metrics.sum(`nodejs_eventloop_lag_${which}_seconds`) ?? NaN) * 1000 - LAG_TIMER_MS);
    return { p99: delay('p99'), max: delay('max') };
  };
  const found: (Record<'p99' | 'max', number> & { of: string })[] = [];
  for (const { of, file, status } of HOSTILE_CSV) {
    const body = file();
    await delays();
    const answer = await fetch(`${environment.baseUrl}/products/import/csv`, {
      method: 'POST',
      headers: { authorization: `Bearer ${person.token}`, 'content-type': 'text/csv' },
      body,
    });
    const { id } = (await answer.json()) as ImportResult;
    if (answer.status !== status) throw new Error(`5 MB of ${of} were answered with ${answer.status}.`);
    found.push({ of, ...(await delays()) });
    if (status === 202) await ended(client, id);
  }
  const [longest] = found.toSorted((a, b) => b.max - a.max);
  const p99 = Math.max(...found.map((one) => one.p99));
  return (
    `CSV files that are hard to read, ${found.length} kinds of 5 MB: delay of the gateway's event loop ` +
    `p99 ${p99.toFixed(0)} ms, at most ${longest?.max.toFixed(0)} ms (${longest?.of})`
  );
}

/** Waits for the end of an import, because the next file shall have the machine for itself. */
async function ended(client: BenchEnvironment['client'], id: string): Promise<void> {
  const hasEnded = async (): Promise<boolean> =>
    (await client.call<ImportState>('GET', `/products/imports/${id}`)).status !== 'RUNNING';
  await until('the import ends', hasEnded, { withinMs: 120_000, everyMs: 200 });
}
