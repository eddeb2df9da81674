// Reads, announces and deletes revocations, which a trigger adds. All of it concerns sets of rows, hence raw SQL.
import { Inject, Injectable } from '@nestjs/common';
import { ACCESS_TOKEN_SECONDS, CLOCK_LEEWAY_SECONDS, MAX_REVOCATIONS } from '#contracts';
import { CONFIG } from '#platform/config';
import { Database, LOWEST_ID, purge } from '#platform/database';
import type { Config } from '../config.ts';

/** Maximum number of sessions of one announcement. */
const ANNOUNCED = 1000;

type Row = { sessionId: string };

@Injectable()
export class RevocationsStore {
  constructor(
    private readonly database: Database,
    @Inject(CONFIG) private readonly config: Pick<Config, 'CELL'>,
  ) {}

  /** The next MAX_REVOCATIONS revoked sessions in the order of their ids, whatever cells there were when they were revoked. */
  async page(after = LOWEST_ID): Promise<string[]> {
    return idsOf(await this.database.system<Row>(PAGE, [after, MAX_REVOCATIONS]));
  }

  /**
   * Passes the next revocations of this cell to `announce` and marks them; copies of auth share the work. A crash between the two
   * announces them twice. Returns false when there was none.
   */
  async announceNext(announce: (sessionIds: string[]) => Promise<void>): Promise<boolean> {
    const { CELL } = this.config;
    if ((await this.database.system(ANY_UNANNOUNCED, [CELL])).length === 0) return false; // cheaper than a transaction, and the usual case
    return this.database.asSystem(async (tx) => {
      const sessionIds = idsOf(await tx.query<Row[]>(UNANNOUNCED, [CELL, ANNOUNCED]));
      if (sessionIds.length === 0) return false;
      await announce(sessionIds);
      await tx.query(MARK, [CELL, sessionIds]);
      return true;
    });
  }

  /** Deletes revocations whose access tokens have all expired. */
  purge(): Promise<void> {
    return purge(this.database, 'revocation', IS_OLD);
  }
}

function idsOf(rows: readonly Row[]): string[] {
  return rows.map(({ sessionId }) => sessionId);
}

const PAGE =
  'SELECT DISTINCT session_id AS "sessionId" FROM revocation WHERE session_id > $1 ORDER BY session_id LIMIT $2';

const ANY_UNANNOUNCED = 'SELECT FROM revocation WHERE cell = $1 AND NOT is_announced LIMIT 1';

const UNANNOUNCED = `
  SELECT session_id AS "sessionId" FROM revocation WHERE cell = $1 AND NOT is_announced LIMIT $2 FOR UPDATE SKIP LOCKED`;

const MARK = 'UPDATE revocation SET is_announced = true WHERE cell = $1 AND session_id = ANY ($2::uuid[])';

// The tokens expire by the clocks of auth and of the gateways, which may be behind that of Postgres.
const IS_OLD = `revoked_at <= now() - interval '${ACCESS_TOKEN_SECONDS + CLOCK_LEEWAY_SECONDS} seconds'`;
