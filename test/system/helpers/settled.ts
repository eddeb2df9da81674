// Waits until nothing of what earlier suites began is still running.
import { Client } from 'pg';
import type { Environment } from '#testing/environment';
import { until } from '#testing/until';

/** What is left to do, in the databases of generations and the catalogue. */
const LEFT = {
  generations: `SELECT (SELECT count(*) FROM generation WHERE status = 'RUNNING')
    + (SELECT count(*) FROM outbox WHERE due_at < 'infinity') AS left`,
  catalogue: `SELECT (SELECT count(*) FROM import WHERE status = 'RUNNING')
    + (SELECT count(*) FROM outbox WHERE due_at < 'infinity') AS left`,
};

/** Waits until no generation and no import is running, and no message waits to be sent. */
export async function settled({ servers }: Environment): Promise<void> {
  for (const [owner, query] of Object.entries(LEFT)) {
    const client = new Client(servers.postgres.superuserUrl(owner));
    await client.connect();
    try {
      const isDone = async (): Promise<boolean> => {
        const { rows } = await client.query<{ left: string }>(query);
        return rows[0]?.left === '0';
      };
      await until(`nothing is left to do in ${owner}`, isDone, { withinMs: 60_000, everyMs: 50 });
    } finally {
      await client.end();
    }
  }
}
