// The table of sessions.
import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database';
import { Account } from '../accounts/accounts.entity.ts';
import { Session } from './sessions.entity.ts';

/** Sessions deleted by one statement. */
const PURGE_BATCH = 1000;

/** A session to be opened. */
type NewSession = Omit<Session, 'account'>;

@Injectable()
export class SessionsStore {
  constructor(private readonly database: Database) {}

  /** Opens a session. False when its account is disabled. */
  open(session: NewSession): Promise<boolean> {
    return this.database.asApp(async (tx) => {
      const active = { id: session.accountId, status: 'ACTIVE' } as const;
      const { affected } = await tx.update(Account, active, { lastSignInAt: session.createdAt });
      if (affected !== 1) return false;
      await tx.insert(Session, session);
      return true;
    });
  }

  /** Deletes some of the sessions that ended before a moment. True when there may be more. */
  async purge(before: Date): Promise<boolean> {
    const purged = await this.database.system(PURGE, [before, PURGE_BATCH]);
    return purged.length === PURGE_BATCH;
  }
}

// Rows that another copy is deleting are left to it.
const PURGE = `
  WITH purged AS (
    DELETE FROM session WHERE id = ANY (ARRAY(
      SELECT id FROM session WHERE expires_at <= $1 ORDER BY expires_at LIMIT $2 FOR UPDATE SKIP LOCKED
    )) RETURNING id
  ) SELECT id FROM purged`;
