// Gives a table with monthly partitions a month that is long past, because tests cannot wait for one.
import { Client } from 'pg';

/** A UUIDv7 of January 2020. */
export const OLD_ID = '016f638d-4400-7000-8000-000000000001';
/** The least UUIDv7 of February 2020. */
const NEXT_MONTH = '016ffe0c-0c00-0000-0000-000000000000';

/** Replaces all months of tables, and their rows, by an empty January 2020, which was found to be old enough long ago. `url` is of the role that owns them. */
export async function startWithOldMonth(url: string, ...tables: string[]): Promise<void> {
  const owner = new Client({ connectionString: url });
  await owner.connect();
  try {
    for (const table of tables) {
      const months = await owner.query<{ name: string }>(
        `SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = $1::regclass`,
        [table],
      );
      await owner.query(`DROP TABLE ${months.rows.map(({ name }) => name).join(', ')}`);
      await owner.query(
        `CREATE TABLE ${table}_2020_01 PARTITION OF ${table} FOR VALUES FROM (MINVALUE) TO ('${NEXT_MONTH}');
         COMMENT ON TABLE ${table}_2020_01 IS 'Old enough since 2020-06-01'`,
      );
    }
  } finally {
    await owner.end();
  }
}
