// Connects to a database that may still be starting.
import { setTimeout as sleep } from 'node:timers/promises';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { logger } from '../observability/log.ts';

const log = logger('database');

/** Longest wait for the database at start, in milliseconds. */
const FIRST_CONNECT_MS = 30_000;

/** Connects. Throws the last error after 30 s. */
export async function connect(options: DataSourceOptions): Promise<DataSource> {
  const source = new DataSource(options);
  for (const giveUp = performance.now() + FIRST_CONNECT_MS; ;) {
    try {
      return await source.initialize();
    } catch (error) {
      if (performance.now() > giveUp) throw error;
      log.warn({ reason: String(error) }, 'The database is not there yet; trying again');
      await sleep(500);
    }
  }
}
