// Signs accounts in and deletes expired sessions.
import { Injectable } from '@nestjs/common';
import { ACCESS_TOKEN_SECONDS, AppError, toUnixSeconds, type AccessToken, type SignIn } from '#contracts';
import { newId } from '#platform/context';
import { toAppError } from '#platform/errors';
import { Every } from '#platform/resilience';
import { AccountsService } from '../accounts/accounts.service.ts';
import { AccessTokensService } from '../keys/access-tokens.service.ts';
import { logins } from '../metrics.ts';
import { SessionsStore } from './sessions.store.ts';

@Injectable()
export class SessionsService {
  constructor(
    private readonly accounts: AccountsService,
    private readonly sessions: SessionsStore,
    private readonly tokens: AccessTokensService,
  ) {}

  /**
   * Signs in. An unknown e-mail, a wrong password and a disabled account take the same steps to the same answer, so
   * that a client cannot tell them apart. Errors: InvalidCredentials; Unavailable when too many sign in at once.
   */
  async create(request: SignIn, now: Date): Promise<AccessToken> {
    try {
      const token = await this.signIn(request, now);
      logins.inc({ outcome: 'ok' });
      return token;
    } catch (error) {
      logins.inc({ outcome: toAppError(error).code });
      throw error;
    }
  }

  private async signIn(request: SignIn, now: Date): Promise<AccessToken> {
    const { accountId, workspaceId } = await this.accounts.authenticate(request);
    const id = newId();
    const expiresAt = new Date((toUnixSeconds(now) + ACCESS_TOKEN_SECONDS) * 1000);
    const session = { id, accountId, workspaceId, createdAt: now, expiresAt };
    if (!(await this.sessions.insert(session))) throw new AppError('InvalidCredentials');
    return this.tokens.issue({ accountId, workspaceId, sessionId: id }, now);
  }

  /** Deletes all sessions that have expired, so that the table stays small. */
  @Every('session purge', 60_000)
  async purge(): Promise<void> {
    while (await this.sessions.purge());
  }
}
