// Exchanges refresh tokens for new ones.
import { Injectable } from '@nestjs/common';
import { AppError, type SessionTokens } from '#contracts';
import { nextRefreshToken, refreshTokenHashes } from '#platform/crypto';
import { logger } from '#platform/observability';
import { AccessTokensService } from '../keys/index.ts';
import { RefreshStore } from './refresh.store.ts';

const log = logger('sessions');

@Injectable()
export class RefreshService {
  private key: string | undefined;

  constructor(
    private readonly store: RefreshStore,
    private readonly tokens: AccessTokensService,
  ) {}

  /**
   * Exchanges a refresh token for its successor and a new access token. Who uses an older one may have a copy of it, so that
   * ends the session. Errors: InvalidToken, the same for every token that is not good.
   */
  async refresh(token: string, now: Date): Promise<SessionTokens> {
    const hashes = refreshTokenHashes(token);
    if (!hashes) throw new AppError('InvalidToken');
    const refreshToken = nextRefreshToken((this.key ??= await this.store.key()), token);
    // Before the token is used up: a client whose answer is an error has no other one, and repeats with it when it can.
    const issue = await this.tokens.issuer(now);
    const session = await this.store.use(hashes, refreshTokenHashes(refreshToken)!.token);
    if (!session) throw new AppError('InvalidToken');
    const { use, sessionId, refreshExpiresIn } = session;
    if (use === 'reused') {
      log.warn(
        { session_id: sessionId },
        'An old refresh token was used, perhaps a copy: its session has ended',
      );
      throw new AppError('InvalidToken');
    }
    const access = await issue(session);
    return { ...access, refreshToken, refreshExpiresIn, sessionId };
  }
}
