// Signing in, and forgetting sessions that have ended.
import { Injectable } from '@nestjs/common';
import { ACCESS_TOKEN_SECONDS, AppError, type AccessToken, type Credentials } from '#contracts';
import { newId } from '#platform/context';
import { toAppError } from '#platform/errors';
import { verifyPassword } from '#platform/crypto';
import { AccountsStore } from '../accounts/accounts.store.ts';
import { SigningKeysService } from '../keys/signing-keys.service.ts';
import { logins } from '../metrics.ts';
import { SessionsStore } from './sessions.store.ts';
import { unixSeconds } from '../accounts/times.rules.ts';

/** Who gives the tokens and who takes them: their `iss` and `aud`. */
interface TokenParties {
  iss: string;
  aud: string;
}

@Injectable()
export class SessionsService {
  constructor(
    private readonly accounts: AccountsStore,
    private readonly sessions: SessionsStore,
    private readonly keys: SigningKeysService,
    private readonly parties: TokenParties,
  ) {}

  /**
   * Signs in. Unknown e-mail, wrong password and disabled account take the same steps to the same answer, so
   * nothing tells which it was. Errors: InvalidCredentials; Unavailable when too many sign in at once.
   */
  async create(credentials: Credentials, now: Date): Promise<AccessToken> {
    try {
      const token = await this.signIn(credentials, now);
      logins.inc({ outcome: 'ok' });
      return token;
    } catch (error) {
      logins.inc({ outcome: toAppError(error).code });
      throw error;
    }
  }

  private async signIn({ email, password }: Credentials, now: Date): Promise<AccessToken> {
    const account = await this.accounts.findForSignIn(email);
    const matches = await verifyPassword(account?.passwordHash, password);
    if (!account || !matches) throw new AppError('InvalidCredentials');
    const { id: accountId, workspaceId } = account;
    const [id, iat] = [newId(), unixSeconds(now)];
    const exp = iat + ACCESS_TOKEN_SECONDS;
    const session = { id, accountId, workspaceId, createdAt: now, expiresAt: new Date(exp * 1000) };
    if (!(await this.sessions.open(session))) throw new AppError('InvalidCredentials');
    const claims = { ...this.parties, sub: accountId, wid: workspaceId, sid: id, iat, exp, jti: newId() };
    const accessToken = await this.keys.sign(claims, now);
    return { accessToken, tokenType: 'Bearer', tokenFormat: 'jwt', expiresIn: ACCESS_TOKEN_SECONDS };
  }

  /** Forgets the sessions that have ended, so that the table stays small. */
  async purge(now: Date): Promise<void> {
    while (await this.sessions.purge(now));
  }
}
