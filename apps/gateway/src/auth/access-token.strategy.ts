// Verifies access tokens with passport-jwt, and adds the checks that passport-jwt does not make: of the type, the key id,
// critical headers and a missing expiry.
import type { IncomingMessage } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { Strategy } from 'passport-jwt';
import { ACCESS_TOKEN_ALGORITHM, accessTokenClaims, AppError, type AccessTokenClaims } from '#contracts';
import { CONFIG } from '#platform/config';
import type { Config } from '../config.ts';
import { PublicKeysService } from './public-keys.service.ts';
import { bearerToken, keyIdOf } from './tokens.rules.ts';

/** Name under which passport knows the strategy. */
export const ACCESS_TOKEN = 'access-token';

/** Accepts tokens of our issuer for our audience, signed by a published key and not expired. */
@Injectable()
export class AccessTokenStrategy extends PassportStrategy(Strategy, ACCESS_TOKEN) {
  constructor(@Inject(CONFIG) config: Config, keys: PublicKeysService) {
    super({
      issuer: config.TOKEN_ISSUER,
      audience: config.TOKEN_AUDIENCE,
      algorithms: [ACCESS_TOKEN_ALGORITHM],
      jwtFromRequest: (request: Pick<IncomingMessage, 'headers'>) =>
        bearerToken(request.headers.authorization) ?? null,
      secretOrKeyProvider: (_request: unknown, token: string, done: KeyCallback) => {
        findKey(keys, token).then(
          (key) => done(null, key),
          (error: unknown) => done(error),
        );
      },
    });
  }

  /** The claims; false when a claim is missing (such as `exp`) or has another form than ours. */
  validate(payload: unknown): AccessTokenClaims | false {
    const claims = accessTokenClaims.safeParse(payload);
    return claims.success && claims.data;
  }
}

type KeyCallback = (error: unknown, key?: string) => void;

async function findKey(keys: PublicKeysService, token: string): Promise<string> {
  const kid = keyIdOf(token);
  const key = kid === undefined ? undefined : await keys.find(kid);
  if (!key) throw new AppError('InvalidToken');
  // The type allows PEM text only, but the verifier accepts everything that crypto.createPublicKey does, such as a JWK.
  return { key, format: 'jwk' } as unknown as string;
}
