// Writes, lists and deletes sessions.
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { MoreThan, Not, Repository } from 'typeorm';
import { AppError, withoutNulls, type Actor, type Session as SessionView } from '#contracts';
import { Database, SYSTEM, type Transaction } from '#platform/database';
import { Pages, type PageQuery } from '#platform/paging';
import { Account, Session } from '../tables/index.ts';
import { HomesStore, type Home } from '../workspaces/index.ts';

/** Maximum number of sessions that one statement deletes. */
const PURGE_BATCH = 1000;
/** Most sessions of an account. Ending all of them is one statement, which has to end within a request. */
const MAX_SESSIONS = 1000;

/** The password hash that the account must have, the workspace where the session goes on, and what is done first. */
interface SessionConditions {
  passwordHash: string;
  preferred: string | null;
  before?: ((tx: Transaction) => Promise<void>) | undefined;
}

@Injectable()
export class SessionsStore {
  constructor(
    private readonly database: Database,
    private readonly pages: Pages,
    private readonly homes: HomesStore,
    @InjectRepository(Session, SYSTEM) private readonly sessions: Repository<Session>,
  ) {}

  /**
   * Adds a session in the preferred workspace, or else in the home of its account, and records the sign-in. Beyond MAX_SESSIONS,
   * those end that were unused for longest. Does in the same transaction what comes `before`. Returns the workspace. Errors:
   * InvalidCredentials when by now the account is disabled or has another password hash: a change of the password ends the
   * sessions that the one before began.
   */
  insert(
    session: Omit<Session, 'account' | 'workspaceId'>,
    { passwordHash, preferred, before }: SessionConditions,
  ): Promise<Home> {
    return this.database.asSystem(async (tx) => {
      await before?.(tx);
      const active = { id: session.accountId, status: 'ACTIVE', passwordHash } as const;
      const signIn = { lastSignInAt: session.createdAt };
      const { affected } = await tx.getRepository(Account).update(active, signIn);
      if (affected !== 1) throw new AppError('InvalidCredentials');
      const home = await this.homes.find(tx, session.accountId, preferred);
      await tx.getRepository(Session).insert({ ...session, workspaceId: home.workspaceId });
      await tx.query(END_UNUSED, [session.accountId, MAX_SESSIONS, PURGE_BATCH]);
      return home;
    });
  }

  /** Moves a live session to a workspace of its account. False when the session has ended. */
  async setWorkspace(
    tx: Transaction,
    { sessionId: id, accountId, workspaceId }: Actor,
    now: Date,
  ): Promise<boolean> {
    const live = { id, accountId, expiresAt: MoreThan(now) };
    const { affected } = await tx.getRepository(Session).update(live, { workspaceId });
    return affected === 1;
  }

  /** Keeps the session of an actor from its end until the end of the transaction. False when it has ended. */
  async keep(tx: Transaction, { sessionId, accountId }: Actor): Promise<boolean> {
    const text = `SELECT FROM session WHERE id = $1 AND account_id = $2 AND expires_at > now() FOR KEY SHARE`;
    return (await tx.query<unknown[]>(text, [sessionId, accountId])).length > 0;
  }

  /** One page of the sessions of the actor's account, as JSON. Error: InvalidNextToken. */
  page({ accountId, workspaceId, sessionId }: Actor, page: Omit<PageQuery, 'workspaceId'>): Promise<string> {
    const toJson = ({ id, createdAt, lastUsedAt, expiresAt, userAgent, address }: SessionRow): string => {
      const session = { id, createdAt, lastUsedAt, expiresAt, userAgent, address };
      return JSON.stringify({ ...withoutNulls(session), current: id === sessionId });
    };
    return this.pages.read<SessionRow>(
      { noun: 'sessions', table: LIVE, columns: COLUMNS, accountId, toJson, filters: {} },
      { workspaceId, ...page },
    );
  }

  /** Ends a session of an account. False when the account has no such session. */
  async end(accountId: string, id: string): Promise<boolean> {
    const { affected } = await this.sessions.delete({ accountId, id });
    return affected === 1;
  }

  /** Ends all sessions of an account but one. */
  async endOthers(accountId: string, id: string): Promise<void> {
    await this.sessions.delete({ accountId, id: Not(id) });
  }

  /** Deletes up to PURGE_BATCH expired sessions. True when there may be more. */
  async purge(): Promise<boolean> {
    const purged = await this.database.system(PURGE, [PURGE_BATCH]);
    return purged.length === PURGE_BATCH;
  }
}

type SessionRow = Omit<SessionView, 'current' | 'userAgent' | 'address'> & {
  userAgent: string | null;
  address: string | null;
};

/** The purge leaves expired sessions for up to a minute. */
const LIVE = `(
  SELECT id, account_id, created_at, refreshed_at, expires_at, user_agent, address
  FROM session WHERE expires_at > now()
) AS session`;

const unixSeconds = (column: string): string => `floor(extract(epoch FROM ${column}))::float8`;

const COLUMNS = `id, ${unixSeconds('created_at')} AS "createdAt", ${unixSeconds('refreshed_at')} AS "lastUsedAt",
  ${unixSeconds('expires_at')} AS "expiresAt", user_agent AS "userAgent", address`;

// The account is locked, so that sign-ins at once count each other's sessions.
const END_UNUSED = `
  DELETE FROM session WHERE id = ANY (ARRAY(
    SELECT id FROM session WHERE account_id = $1 ORDER BY refreshed_at DESC OFFSET $2 LIMIT $3
  ))`;

// Raw SQL: a DELETE of a repository takes no LIMIT. It skips rows that another copy of auth is deleting. The clock is that
// of Postgres: a copy of auth whose clock is ahead would revoke live sessions.
const PURGE = `
  WITH purged AS (
    DELETE FROM session WHERE id = ANY (ARRAY(
      SELECT id FROM session WHERE expires_at <= now() ORDER BY expires_at LIMIT $1 FOR UPDATE SKIP LOCKED
    )) RETURNING id
  ) SELECT id FROM purged`;
