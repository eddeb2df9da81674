// passport-jwt for our access tokens, with the checks that it leaves to its user: type, key id, critical, expiry.
import type { IncomingMessage } from 'node:http';
import { PassportStrategy } from '@nestjs/passport';
import { Strategy } from 'passport-jwt';
import { ACCESS_TOKEN_ALGORITHM, accessTokenClaims, AppError, type AccessTokenClaims } from '#contracts';
import type { PublicKeysService } from './public-keys.service.ts';
import { bearerToken, keyIdOf } from './tokens.rules.ts';

/** Name under which passport knows the strategy. */
export const ACCESS_TOKEN = 'access-token';

/** Whose tokens for whom. */
export interface Parties {
  issuer: string;
  audience: string;
}

/** Checks an access token: who made it, for whom, and whether it still holds. */
export class AccessTokenStrategy extends PassportStrategy(Strategy, ACCESS_TOKEN) {
  constructor(parties: Parties, keys: PublicKeysService) {
    super({
      ...parties,
      algorithms: [ACCESS_TOKEN_ALGORITHM],
      jwtFromRequest: (request: Pick<IncomingMessage, 'headers'>) =>
        bearerToken(request.headers.authorization) ?? null,
      secretOrKeyProvider: (_request: unknown, token: string, done: KeyFound) => {
        findKey(keys, token).then(
          (key) => done(null, key),
          (error: unknown) => done(error),
        );
      },
    });
  }

  /** The claims; a token without an end or with an id that is none of ours has never been one of ours. */
  validate(payload: unknown): AccessTokenClaims | false {
    const claims = accessTokenClaims.safeParse(payload);
    return claims.success && claims.data;
  }
}

type KeyFound = (error: unknown, key?: string) => void;

async function findKey(keys: PublicKeysService, token: string): Promise<string> {
  const kid = keyIdOf(token);
  const key = kid === undefined ? undefined : await keys.find(kid);
  if (!key) throw new AppError('InvalidToken');
  // The type knows PEM texts only; the verifier takes whatever crypto.createPublicKey takes, such as a JWK.
  return { key, format: 'jwk' } as unknown as string;
}
