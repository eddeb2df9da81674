// Point-in-time recovery of the Postgres of an environment: a base backup and an archive of the write-ahead log.
import { execFile } from 'node:child_process';
import { appendFile, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import type { Servers } from '#testing/servers';

type PostgresServer = Servers['postgres'];

/** A backup beside the data of a server, with which it goes. */
export class PostgresBackup {
  readonly #postgres: PostgresServer;
  readonly #data: string;

  private constructor(postgres: PostgresServer, data: string) {
    this.#postgres = postgres;
    this.#data = data;
  }

  /** Archives the log from now on, and copies the data, for which the server restarts. */
  static async take(postgres: PostgresServer): Promise<PostgresBackup> {
    const client = new Client({ connectionString: postgres.superuserUrl('postgres') });
    await client.connect();
    const { rows } = await client.query<{ data_directory: string }>('SHOW data_directory');
    const data = rows[0]?.data_directory ?? '';
    await mkdir(`${data}.wal`);
    await client.query('ALTER SYSTEM SET archive_mode = on');
    await client.query(`ALTER SYSTEM SET archive_command = 'cp "%p" "${data}.wal/%f"'`);
    await client.end();
    await postgres.stop();
    await copy(data, `${data}.base`);
    await postgres.restart();
    return new PostgresBackup(postgres, data);
  }

  /** Stops the server, and starts it with all that was committed until a moment, as Postgres writes times. */
  async restore(moment: string): Promise<void> {
    const data = this.#data;
    await this.#postgres.stop(); // archives the rest of the log
    await rm(data, { recursive: true });
    await copy(`${data}.base`, data);
    const settings = {
      restore_command: `cp "${data}.wal/%f" "%p"`,
      recovery_target_time: moment,
      recovery_target_action: 'promote',
    };
    const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value}'\n`);
    await appendFile(join(data, 'postgresql.auto.conf'), lines.join(''));
    await writeFile(join(data, 'recovery.signal'), '');
    await this.#postgres.restart();
  }
}

/** Copies a folder with the owners of its files: Postgres may run as another user. */
async function copy(from: string, to: string): Promise<void> {
  await promisify(execFile)('cp', ['-a', from, to]);
}
