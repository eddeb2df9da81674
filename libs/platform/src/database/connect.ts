// Connects to a database that may still be starting.
import { setTimeout as sleep } from 'node:timers/promises';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { logger } from '../observability/log.ts';

const log = logger('database');

/** Longest wait for the database at start, in milliseconds. */
const FIRST_CONNECT_MS = 30_000;

/** Reasons that time does not cure: a server without TLS, or with a certificate that this process does not trust. */
const LASTING = /certificate|SSL/;

/** Connects. Throws the last error after 30 s, and at once when TLS is refused. */
export async function connect(options: DataSourceOptions): Promise<DataSource> {
  const source = new DataSource(options);
  for (const giveUp = performance.now() + FIRST_CONNECT_MS; ;) {
    try {
      return await source.initialize();
    } catch (error) {
      if (performance.now() > giveUp || LASTING.test(String(error))) throw error;
      log.warn({ reason: String(error) }, 'The database is not there yet; trying again');
      await sleep(500);
    }
  }
}
