// Reads from the database of generations how accepted generations ended, past the API.
import type { Client } from 'pg';
import { until } from '#testing/until';

/** How many generations succeeded, and of how many the ledger has the attempt that produced the result. */
export interface Outcome {
  successes: number;
  entries: number;
}

/** The outcome of these generations so far. */
export async function outcomeOf(database: Client, ids: readonly string[]): Promise<Outcome> {
  const { rows } = await database.query<Outcome>(
    `SELECT (SELECT count(*)::int FROM generation WHERE id = ANY ($1) AND status = 'SUCCESS') AS successes,
            (SELECT count(*)::int FROM invocation JOIN generation
               ON generation.workspace_id = invocation.workspace_id AND invocation_id = invocation.id
             WHERE generation_id = ANY ($1) AND ended_at IS NOT NULL) AS entries`,
    [ids],
  );
  return rows[0] ?? { successes: -1, entries: -1 };
}

/** Waits until all of these generations have succeeded, and expects one ledger entry for each. */
export async function expectSuccess(
  database: Client,
  ids: readonly string[],
  withinMs: number,
): Promise<void> {
  const look = async (): Promise<boolean> => (await outcomeOf(database, ids)).successes === ids.length;
  await until(`${ids.length} generations have succeeded`, look, { withinMs, everyMs: 50 });
  expect(await outcomeOf(database, ids)).toEqual({ successes: ids.length, entries: ids.length });
}
