// Measures refreshes of sessions: each of many clients exchanges its refresh token again and again.
import type { SessionTokens } from '#contracts';
import { HttpClient } from '#testing/http';
import type { BenchEnvironment } from './bench-environment.ts';

const CLIENTS = 20;
/** Time before the measurement and of it, in milliseconds. */
const WARM_UP_MS = 2000;
const MEASURED_MS = 5000;

/** Refreshes per second, as a line for the report. */
export async function benchRefreshes({ environment, person }: BenchEnvironment): Promise<string> {
  const client = new HttpClient({ baseUrl: `${environment.coreUrl}/accounts/sessions` });
  const tokens: string[] = [];
  // One after the other: only a few sign-ins of an address may run at once.
  while (tokens.length < CLIENTS) tokens.push((await environment.signIn(person)).refreshToken);
  const startedAt = performance.now() + WARM_UP_MS;
  const refreshUntilEnd = async (first: string): Promise<number> => {
    let refreshToken = first;
    let count = 0;
    for (let now = 0; now < startedAt + MEASURED_MS; now = performance.now()) {
      const body = { refreshToken };
      ({ refreshToken } = await client.call<SessionTokens>('POST', '/refresh', { body }));
      if (now > startedAt) count += 1;
    }
    return count;
  };
  const counts = await Promise.all(tokens.map(refreshUntilEnd));
  const sum = counts.reduce((total, count) => total + count, 0);
  return `refreshes of ${CLIENTS} sessions at once: ${Math.round(sum / (MEASURED_MS / 1000))}/s`;
}
