// Floods an owner with writes that wait for each other, while another session holds the lock for which they wait.
import { Client } from 'pg';
import { until } from '#testing/until';

/** More than the connections of two instances of an owner. */
const WRITES = 40;

/** What floods, and what it must not hold up. */
export interface Flood {
  /** Address of the owner's database, for a superuser. */
  url: string;
  /** A statement that takes the lock, with its value. */
  lock: readonly [statement: string, value: string];
  /** One write that waits for the lock; it may be refused after a while. */
  write: () => Promise<unknown>;
  /** A write of somebody else. */
  other: () => Promise<unknown>;
}

/** Ends once the other write is done and the flood is over; says how many waited with a connection then, and were done. */
export async function floodBehind({ url, lock, write, other }: Flood) {
  const [statement, value] = lock;
  const holder = new Client({ connectionString: url });
  const watcher = new Client({ connectionString: url }); // a transaction sees the same activity until its end
  await Promise.all([holder.connect(), watcher.connect()]);
  const waits = `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`;
  const waiting = async (): Promise<number> => (await watcher.query(waits)).rowCount ?? 0;
  try {
    await holder.query('BEGIN');
    await holder.query(statement, [value]);
    let written = 0;
    const all = Array.from({ length: WRITES }, () =>
      write().then(
        () => (written += 1),
        () => undefined,
      ),
    );
    await until('a write waits', async () => (await waiting()) > 0);
    await other();
    const seen = { written, waiting: await waiting() };
    await holder.query('ROLLBACK');
    await Promise.all(all);
    return seen;
  } finally {
    await Promise.all([holder.end(), watcher.end()]);
  }
}
