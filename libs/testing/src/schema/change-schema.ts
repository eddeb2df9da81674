// Changes the schema beside services that work.

/** Runs statements on one connection of the superuser, always the same; gives the rows. */
export type Query = (sql: string) => Promise<unknown>;

/** Postgres' code for a deadlock. */
const DEADLOCK = '40P01';
/** So many deadlocks in a row are not by chance. */
const MOST = 10;

/**
 * Makes a change, all of it or nothing. A change waits for the transactions that use its table, and later ones wait behind the
 * change. If one of the earlier then waits for one of the later, nobody can go on: Postgres ends one of them with an error. If that
 * is the change, it is made once more; services do the same.
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
