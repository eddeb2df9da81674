// Measures how many requests of a workspace at its limit the system refuses per second.
import autocannon from 'autocannon';
import type { BenchEnvironment } from './bench-environment.ts';

/** Requests at the same time; the gateway has places for 200. */
const CONNECTIONS = 100;

/** Fills the workspace with generations that run for longer than the measurement, and returns the measurement. */
export async function refusalsPerSecond(
  { environment, person, client }: BenchEnvironment,
  seconds: number,
): Promise<() => Promise<number>> {
  const body = { applicationId: 'product-title', environment: { model: 'sandbox:slow' } };
  const fill = async (): Promise<void> => {
    for (let i = 0; i < 10; i += 1) await client.request('POST', '/generations', { body });
  };
  return async () => {
    await fill();
    const result = await autocannon({
      url: `${environment.baseUrl}/generations`,
      method: 'POST',
      connections: CONNECTIONS,
      duration: seconds,
      headers: { authorization: `Bearer ${person.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    // Without the cache most requests end with 503, because the workspace's queue for the database is full.
    return (result.statusCodeStats?.['429']?.count ?? 0) / result.duration;
  };
}
