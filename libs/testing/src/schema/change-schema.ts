// Changes the schema beside services that work.

/** Runs statements on one connection of the superuser, always the same; gives the rows. */
export type Query = (sql: string) => Promise<unknown>;

/** Postgres' code for a deadlock. */
const DEADLOCK = '40P01';
/** More deadlocks than this in a row are no chance. */
const MOST = 10;

/**
 * Makes a change, all of it or nothing. Who changes a table waits for those that use it, and whoever comes then waits behind
 * it: if one of the former waits for one of the latter, all three do, and Postgres ends one of them. What it was to do is
 * done once more, as services do it.
 */
export async function changeSchema(query: Query, text: string): Promise<void> {
  for (let tries = 1; ; tries += 1)
    try {
      await query(text);
      return;
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === DEADLOCK) || tries === MOST)
        throw error;
    }
}
