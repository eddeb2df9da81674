// Writes many rows by SQL, faster than the service could: in steps, without triggers, and with the indexes made afterwards.
import { Client } from 'pg';

/** A workspace that gets rows: number 1 is the newest of them. */
export interface Part {
  workspaceId: string;
  rows: number;
}

/** How workspaces are filled. */
export interface Filling {
  /** The time of row 0. */
  newest: Date;
  /** Tells how far the work is. */
  say: (text: string) => void;
}

/** Rows of one statement: its changes are held in memory or on disk until its end. */
const STEP = 250_000;

/** Does something with a database as its superuser. */
export async function asSuperuser(url: string, work: (client: Client) => Promise<void>): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`SET synchronous_commit = off; SET maintenance_work_mem = '2GB'`);
    await work(client);
  } finally {
    await client.end();
  }
}

/** Does something with a table that has no index but that of its key, and makes the others again. */
export async function withoutIndexes(
  client: Client,
  table: string,
  work: () => Promise<void>,
): Promise<void> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `SELECT indexrelid::regclass AS name, pg_get_indexdef(indexrelid) AS definition FROM pg_index
     WHERE indrelid = $1::regclass AND NOT indisunique`,
    [table],
  );
  for (const { name } of rows) await client.query(`DROP INDEX ${name}`);
  await work();
  for (const { definition } of rows) await client.query(definition.replace(' ON ONLY ', ' ON ')); // of all partitions
  await client.query(`VACUUM ANALYZE ${table}`);
}

/**
 * Sends a statement for each step of each workspace: its rows are `$1` to `$2`, `$3` is the workspace, and `$4` the time of row 0.
 */
export async function inSteps(
  client: Client,
  parts: readonly Part[],
  { newest, say }: Filling,
  sql: string,
): Promise<void> {
  const all = parts.reduce((sum, { rows }) => sum + rows, 0);
  let done = 0;
  for (const { workspaceId, rows } of parts) {
    for (let first = 1; first <= rows; first += STEP) {
      const last = Math.min(rows, first + STEP - 1);
      await client.query(sql, [first, last, workspaceId, newest]);
      done += last - first + 1;
      if (done === all || done % STEP < rows)
        say(`  ${done.toLocaleString('en')} of ${all.toLocaleString('en')}`);
    }
  }
}

/** SQL of a product of row `i`: products are a second apart. */
export const PRODUCT_TIME = `$4::timestamptz - i * interval '1 second'`;
/** Its id, a UUID of version 4. */
export const PRODUCT_ID = `(SELECT (left(hash, 12) || '4' || substr(hash, 14, 3) || '8' || right(hash, 15))::uuid
    FROM md5($3::uuid::text || ' product ' || i) AS hash)`;

/** SQL of the generation for that product: generations are 10 ms apart. */
export const GENERATION_TIME = `$4::timestamptz - i * interval '10 milliseconds'`;
/** Its id, a UUID of version 7: the month in its time chooses the partition. */
export const GENERATION_ID = `(SELECT (lpad(to_hex((extract(epoch FROM ${GENERATION_TIME}) * 1000)::bigint), 12, '0') || '7'
    || left(hash, 3) || '8' || substr(hash, 4, 15))::uuid FROM md5($3::uuid::text || ' generation ' || i) AS hash)`;
