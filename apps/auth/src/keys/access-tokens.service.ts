// Issues access tokens.
import { Inject, Injectable } from '@nestjs/common';
import {
  ACCESS_TOKEN_SECONDS,
  defined,
  MAIN_CELL,
  toUnixSeconds,
  withoutNulls,
  type AccessToken,
  type Actor,
  type Elsewhere,
} from '#contracts';
import { CONFIG } from '#platform/config';
import { newId } from '#platform/context';
import type { Config } from '../config.ts';
import { SigningKeysService } from './signing-keys.service.ts';

/** Whose token it is, and which other cell has the workspace, if one does. */
type TokenOwner = Actor & { elsewhere: Elsewhere | null };

@Injectable()
export class AccessTokensService {
  constructor(
    private readonly keys: SigningKeysService,
    @Inject(CONFIG) private readonly config: Pick<Config, 'TOKEN_ISSUER' | 'TOKEN_AUDIENCE' | 'CELL'>,
  ) {}

  /** A new access token for an actor, from `now` on, until `latest` (Unix seconds) at the latest. */
  async issue(owner: TokenOwner, now: Date, latest?: number): Promise<AccessToken> {
    const issue = await this.issuer(now);
    return issue(owner, latest);
  }

  /**
   * What issues access tokens from `now` on, as `issue` does but without Postgres: for a token of what a transaction makes, which
   * would be left without one if the key could not be read after its commit.
   */
  async issuer(now: Date): Promise<(owner: TokenOwner, latest?: number) => Promise<AccessToken>> {
    const sign = await this.keys.signer(now);
    return async ({ accountId, workspaceId, sessionId, elsewhere }, latest = Infinity) => {
      const { TOKEN_ISSUER: iss, TOKEN_AUDIENCE: aud, CELL } = this.config;
      const iat = toUnixSeconds(now);
      const exp = Math.min(iat + ACCESS_TOKEN_SECONDS, latest);
      const claims = { iss, aud, sub: accountId, wid: workspaceId, sid: sessionId, iat, exp, jti: newId() };
      const cell = elsewhere?.cell ?? CELL;
      const named = defined({ ...claims, cell: cell === MAIN_CELL ? undefined : cell });
      const accessToken = await sign(named);
      const token = { accessToken, tokenType: 'Bearer', tokenFormat: 'jwt', expiresIn: exp - iat } as const;
      return withoutNulls({ ...token, elsewhere });
    };
  }
}
