// Uses refresh tokens: looks at their session, and replaces them or ends it.
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { REFRESH_TOKEN_SECONDS, sessionReuseDetected, type Actor } from '#contracts';
import type { RefreshTokenHashes } from '#platform/crypto';
import { Database, SYSTEM } from '#platform/database';
import { Outbox } from '#platform/outbox';
import { GRACE_SECONDS, tokenUse, type KnownTokens, type TokenUse } from './refresh.rules.ts';
import { RefreshKey, Session } from '../tables/index.ts';
import { HomesStore, type Home } from '../workspaces/index.ts';

/** The session of a refresh token that was used. */
type UsedSession = Actor &
  Home & {
    use: TokenUse;
    /** Seconds for which the present refresh token is good. */
    refreshExpiresIn: number;
  };

type LockedSession = Omit<UsedSession, 'use' | keyof Home> & KnownTokens & { workspaceId: string | null };

@Injectable()
export class RefreshStore {
  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly homes: HomesStore,
    @InjectRepository(RefreshKey, SYSTEM) private readonly keys: Repository<RefreshKey>,
  ) {}

  /** The key that derives refresh tokens. */
  async key(): Promise<string> {
    const { key } = await this.keys.findOneByOrFail({ onlyRow: true });
    return key;
  }

  /**
   * Uses a token, whose successor has the hash `next`. The session stays locked meanwhile, so that of many uses at once one is
   * the first. A session whose account has left its workspace goes on in another one. Undefined when there is no session; a
   * session whose token was reused is gone afterwards.
   *
   * A repeated use after a change of the key has another successor than the first one had: it takes the place of that one, whose
   * answer was lost.
   */
  use({ family, token }: RefreshTokenHashes, next: string): Promise<UsedSession | undefined> {
    return this.database.asSystem(async (tx) => {
      const [session] = await tx.query<[LockedSession?]>(LOCK, [family]);
      if (!session) return undefined;
      const { sessionId, accountId } = session;
      const home = await this.homes.find(tx, accountId, session.workspaceId);
      const { workspaceId } = home;
      const use = tokenUse(session, token);
      if (use === 'first') {
        await tx.query(REPLACE, [sessionId, next, workspaceId]);
        return { ...session, ...home, use, refreshExpiresIn: REFRESH_TOKEN_SECONDS };
      }
      if (use === 'repeated' && next !== session.refreshHash)
        await tx.getRepository(Session).update({ id: sessionId }, { refreshHash: next });
      if (use === 'reused') {
        await tx.getRepository(Session).delete({ id: sessionId });
        const data = { workspaceId, accountId, sessionId };
        this.outbox.events(tx, sessionReuseDetected, [{ subject: sessionId, data }]);
      }
      return { ...session, ...home, use };
    });
  }
}

// Raw SQL: times are those of Postgres, because the clocks of two copies of auth may differ.
const LOCK = `
  SELECT id AS "sessionId", account_id AS "accountId", workspace_id AS "workspaceId",
    refresh_hash AS "refreshHash", parent_hash AS "parentHash",
    refreshed_at > now() - interval '${GRACE_SECONDS} seconds' AS "isInGrace",
    floor(extract(epoch FROM expires_at - now()))::int AS "refreshExpiresIn"
  FROM session WHERE refresh_family = $1 AND expires_at > now() FOR UPDATE`;

const REPLACE = `
  UPDATE session SET parent_hash = refresh_hash, refresh_hash = $2, refreshed_at = now(), workspace_id = $3,
    expires_at = now() + interval '${REFRESH_TOKEN_SECONDS} seconds'
  WHERE id = $1`;
