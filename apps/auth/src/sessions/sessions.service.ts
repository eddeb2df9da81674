// Signs accounts in, lists and ends their sessions, and deletes expired ones.
import { Injectable } from '@nestjs/common';
import {
  AppError,
  isUuid,
  REFRESH_TOKEN_SECONDS,
  type Actor,
  type SessionTokens,
  type SignIn,
} from '#contracts';
import { newId } from '#platform/context';
import { newRefreshToken, refreshTokenHashes } from '#platform/crypto';
import type { Transaction } from '#platform/database';
import { toAppError } from '#platform/errors';
import type { PageQuery } from '#platform/paging';
import { Every, repeated } from '#platform/resilience';
import { AccountsService } from '../accounts/index.ts';
import { AccessTokensService } from '../keys/index.ts';
import { logins } from '../metrics.ts';
import { SessionsStore } from './sessions.store.ts';

/** Of whom a session is, how that was proven, and from where it begins. */
interface SessionStart {
  accountId: string;
  passwordHash: string;
  /** Where it goes on, if the account is still a member there. */
  workspaceId?: string | undefined;
  userAgent?: string | undefined;
  address?: string | undefined;
  /** What is done before it begins, in the same transaction. */
  before?: ((tx: Transaction) => Promise<void>) | undefined;
}

@Injectable()
export class SessionsService {
  private readonly purging = repeated(() => this.sessions.purge());

  constructor(
    private readonly accounts: AccountsService,
    private readonly sessions: SessionsStore,
    private readonly tokens: AccessTokensService,
  ) {}

  /**
   * Signs in. An unknown e-mail, a wrong password and a disabled account take the same steps to the same answer, so
   * that a client cannot tell them apart. Errors: InvalidCredentials; Unavailable when too many sign in at once.
   */
  async create(request: SignIn, now: Date): Promise<SessionTokens> {
    try {
      const tokens = await this.signIn(request, now);
      logins.inc({ outcome: 'ok' });
      return tokens;
    } catch (error) {
      logins.inc({ outcome: toAppError(error).code });
      throw error;
    }
  }

  /** One page of the sessions of the actor's account, newest first, as the JSON of a SessionList. Error: InvalidNextToken. */
  list(actor: Actor, page: Omit<PageQuery, 'workspaceId'>): Promise<string> {
    return this.sessions.page(actor, page);
  }

  /** Ends a session of the actor's account. Errors: NotFound. */
  async end({ accountId }: Actor, id: string): Promise<void> {
    if (!isUuid(id) || !(await this.sessions.end(accountId, id)))
      throw new AppError('NotFound', { target: 'id' });
  }

  /** Ends all sessions of the actor's account but the actor's own. */
  endOthers({ accountId, sessionId }: Actor): Promise<void> {
    return this.sessions.endOthers(accountId, sessionId);
  }

  private async signIn(request: SignIn, now: Date): Promise<SessionTokens> {
    const { userAgent, address } = request;
    return this.begin({ ...(await this.accounts.authenticate(request)), userAgent, address }, now);
  }

  /**
   * Begins a session of an account whose password was checked. Errors: InvalidCredentials when that has changed since; those of
   * `before`.
   */
  async begin(start: SessionStart, now: Date): Promise<SessionTokens> {
    const { accountId, passwordHash, workspaceId: preferred = null, before } = start;
    const sessionId = newId();
    const refreshToken = newRefreshToken();
    const { family, token } = refreshTokenHashes(refreshToken)!;
    const session = {
      id: sessionId,
      accountId,
      createdAt: now,
      refreshedAt: now,
      expiresAt: new Date(now.getTime() + REFRESH_TOKEN_SECONDS * 1000),
      refreshFamily: family,
      refreshHash: token,
      parentHash: null,
      userAgent: start.userAgent ?? null,
      address: start.address ?? null,
    };
    const issue = await this.tokens.issuer(now);
    const home = await this.sessions.insert(session, { passwordHash, preferred, before });
    const access = await issue({ accountId, sessionId, ...home });
    return { ...access, refreshToken, refreshExpiresIn: REFRESH_TOKEN_SECONDS, sessionId };
  }

  /** Deletes sessions that have expired, for up to 20 s, so that the table stays small. */
  @Every('session purge', 60_000)
  purge(): Promise<void> {
    return this.purging.run();
  }
}
