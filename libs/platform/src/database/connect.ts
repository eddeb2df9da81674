// Connects to a database that may still be starting.
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { logger } from '../observability/log.ts';

const log = logger('database');

/** Longest wait for the database at start, in milliseconds. */
const FIRST_CONNECT_MS = 30_000;

/**
 * Reasons that time does not cure: a server without TLS, or with a certificate that this process does not trust, or a pooler
 * that loses statements.
 */
const LASTING = /certificate|SSL|pooler/;

/**
 * Connects, and has the connections checked. Throws the last error of either after 30 s, and at once when TLS or the pooler
 * is refused.
 */
export async function connect(
  options: DataSourceOptions,
  check?: (source: DataSource) => Promise<void>,
): Promise<DataSource> {
  // The driver is given: TypeORM would look for the package, which is in the bundle of the program.
  const source = new DataSource({ ...options, driver: pg });
  for (const giveUp = performance.now() + FIRST_CONNECT_MS; ;) {
    try {
      if (!source.isInitialized) await source.initialize();
      await check?.(source);
      return source;
    } catch (error) {
      if (performance.now() > giveUp || LASTING.test(String(error))) {
        if (source.isInitialized) await source.destroy();
        throw error;
      }
      log.warn({ reason: String(error) }, 'The database is not there yet; trying again');
      await sleep(500);
    }
  }
}
