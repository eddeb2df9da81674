// Writes and deletes sessions.
import { Injectable } from '@nestjs/common';
import { MoreThan } from 'typeorm';
import type { Actor } from '#contracts';
import { Database } from '#platform/database';
import { Account } from '../accounts/accounts.entity.ts';
import { Session } from './sessions.entity.ts';

/** Maximum number of sessions that one statement deletes. */
const PURGE_BATCH = 1000;

@Injectable()
export class SessionsStore {
  constructor(private readonly database: Database) {}

  /** Adds a session and records the sign-in. False when the account is disabled. */
  insert(session: Omit<Session, 'account'>): Promise<boolean> {
    return this.database.asApp(async (tx) => {
      const active = { id: session.accountId, status: 'ACTIVE' } as const;
      const signIn = { lastSignInAt: session.createdAt };
      const { affected } = await tx.getRepository(Account).update(active, signIn);
      if (affected !== 1) return false;
      await tx.getRepository(Session).insert(session);
      return true;
    });
  }

  /** Moves a live session to a workspace of its account. False when the session has ended. */
  setWorkspace({ sessionId: id, accountId, workspaceId }: Actor, now: Date): Promise<boolean> {
    return this.database.asApp(async (tx) => {
      const live = { id, accountId, expiresAt: MoreThan(now) };
      const { affected } = await tx.getRepository(Session).update(live, { workspaceId });
      return affected === 1;
    });
  }

  /** Deletes up to PURGE_BATCH expired sessions. True when there may be more. */
  async purge(): Promise<boolean> {
    const purged = await this.database.system(PURGE, [PURGE_BATCH]);
    return purged.length === PURGE_BATCH;
  }
}

// Raw SQL: a DELETE of a repository takes no LIMIT. It skips rows that another copy of auth is deleting. The clock is that
// of Postgres: a copy of auth whose clock is ahead would revoke live sessions.
const PURGE = `
  WITH purged AS (
    DELETE FROM session WHERE id = ANY (ARRAY(
      SELECT id FROM session WHERE expires_at <= now() ORDER BY expires_at LIMIT $1 FOR UPDATE SKIP LOCKED
    )) RETURNING id
  ) SELECT id FROM purged`;
