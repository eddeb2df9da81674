// Reads, announces and deletes revocations, which a trigger adds. All of it concerns sets of rows, hence raw SQL.
import { Injectable } from '@nestjs/common';
import { ACCESS_TOKEN_SECONDS, MAX_REVOCATIONS } from '#contracts';
import { Database, purge } from '#platform/database';

/** Maximum number of sessions of one announcement. */
const ANNOUNCED = 1000;
/** Smaller than the id of any session. */
const FIRST = '00000000-0000-0000-0000-000000000000';

type Row = { sessionId: string };

@Injectable()
export class RevocationsStore {
  constructor(private readonly database: Database) {}

  /** The next MAX_REVOCATIONS revoked sessions in the order of their ids. */
  async page(after = FIRST): Promise<string[]> {
    return idsOf(await this.database.system<Row>(PAGE, [after, MAX_REVOCATIONS]));
  }

  /**
   * Passes the next revocations to `announce` and marks them; copies of auth share the work. A crash between the two
   * announces them twice. Returns false when there was none.
   */
  async announceNext(announce: (sessionIds: string[]) => void): Promise<boolean> {
    if ((await this.database.system(ANY_UNANNOUNCED)).length === 0) return false; // cheaper than a transaction, and the usual case
    return this.database.asSystem(async (tx) => {
      const sessionIds = idsOf(await tx.query<Row[]>(UNANNOUNCED, [ANNOUNCED]));
      if (sessionIds.length === 0) return false;
      announce(sessionIds);
      await tx.query('UPDATE revocation SET is_announced = true WHERE session_id = ANY ($1::uuid[])', [
        sessionIds,
      ]);
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
  'SELECT session_id AS "sessionId" FROM revocation WHERE session_id > $1 ORDER BY session_id LIMIT $2';

const ANY_UNANNOUNCED = 'SELECT FROM revocation WHERE NOT is_announced LIMIT 1';

const UNANNOUNCED = `
  SELECT session_id AS "sessionId" FROM revocation WHERE NOT is_announced LIMIT $1 FOR UPDATE SKIP LOCKED`;

const IS_OLD = `revoked_at <= now() - interval '${ACCESS_TOKEN_SECONDS} seconds'`;
