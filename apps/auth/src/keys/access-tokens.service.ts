// Issues access tokens.
import { Inject, Injectable } from '@nestjs/common';
import { ACCESS_TOKEN_SECONDS, toUnixSeconds, type AccessToken, type Actor } from '#contracts';
import { CONFIG } from '#platform/config';
import { newId } from '#platform/context';
import type { Config } from '../config.ts';
import { SigningKeysService } from './signing-keys.service.ts';

@Injectable()
export class AccessTokensService {
  constructor(
    private readonly keys: SigningKeysService,
    @Inject(CONFIG) private readonly config: Pick<Config, 'TOKEN_ISSUER' | 'TOKEN_AUDIENCE'>,
  ) {}

  /** A new access token for an actor, from `now` on, until `latest` (Unix seconds) at the latest. */
  async issue(
    { accountId, workspaceId, sessionId }: Actor,
    now: Date,
    latest = Infinity,
  ): Promise<AccessToken> {
    const { TOKEN_ISSUER: iss, TOKEN_AUDIENCE: aud } = this.config;
    const iat = toUnixSeconds(now);
    const exp = Math.min(iat + ACCESS_TOKEN_SECONDS, latest);
    const claims = { iss, aud, sub: accountId, wid: workspaceId, sid: sessionId, iat, exp, jti: newId() };
    const accessToken = await this.keys.sign(claims, now);
    return { accessToken, tokenType: 'Bearer', tokenFormat: 'jwt', expiresIn: exp - iat };
  }
}
