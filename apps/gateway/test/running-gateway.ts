// A running gateway on a bus of its own, with owners that a test directs, and ways to talk to it.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { exampleAccount } from '../src/openapi/examples.rules.ts';
import { listKeys, type AccessTokenClaims, type ErrorResponse, type KeySet } from '#contracts';
import { openWeb } from '#platform/boot';
import { newId } from '#platform/context';
import { newSigningKey, openSigningKey, signAccessToken } from '#platform/crypto';
import { temporaryFolder } from '#testing/harness';
import { BUS_USERS, startNats, type BusUser, type NatsServer } from '#testing/nats';
import { freePort } from '#testing/ports';
import { loadSecrets } from '#testing/secrets';
import { exchange, type RawResponse } from '#testing/wire';
import { configSchema } from '../src/config.ts';
import { GatewayModule, webServer } from '../src/gateway.module.ts';
import { Owners } from './owners.ts';

const SEAL = 'a secret for tests that nobody else would use';
export const ISSUER = 'https://issuer.example';
export const AUDIENCE = 'shelfscribe-api';
export const BASE = '/api/v2';
export const CORE = '/core/api/v2';

/** A key that signs access tokens. */
export interface Signer {
  kid: string;
  jwk: KeySet['keys'][number];
  key: Awaited<ReturnType<typeof openSigningKey>>;
  /** Signs these claims, or usual ones where none are given. */
  token(claims?: Partial<AccessTokenClaims>): Promise<string>;
}

/** A running gateway. */
export interface RunningGateway {
  app: NestFastifyApplication;
  origin: string;
  nats: NatsServer;
  owners: Owners;
  signer: Signer;
  token: string;
  claims: AccessTokenClaims;
  /** Sends a request with the token, unless `init` says otherwise. */
  call(path: string, init?: RequestInit): Promise<Response>;
  /** Writes bytes to the port and reads the first response. */
  raw(text: string | Buffer): Promise<RawResponse>;
  close(): Promise<void>;
}

/** Starts a gateway with settings of its own. */
export async function startGateway(settings: Record<string, unknown> = {}): Promise<RunningGateway> {
  const dir = await temporaryFolder('gateway');
  const secret = await loadSecrets(dir);
  const passwords = Object.fromEntries(BUS_USERS.map((user) => [user, secret(user)])) as Record<
    BusUser,
    string
  >;
  const nats = await startNats({ dir: join(dir, 'nats'), port: await freePort(), passwords });
  const owners = await Owners.open(nats);
  const signer = await newSigner();
  await owners.on(listKeys, () => ({ keys: [signer.jwk] }));
  const config = configSchema.parse({
    ...nats.variables('gateway'),
    LOG_LEVEL: 'error',
    REDIS_URL: 'redis://127.0.0.1:1', // nobody is there: counted in memory
    PUBLIC_URL: 'https://api.example.com',
    TOKEN_ISSUER: ISSUER,
    TOKEN_AUDIENCE: AUDIENCE,
    ...settings,
  });
  const module = GatewayModule.forRoot(config);
  const app = await openWeb({
    name: 'gateway',
    module,
    config,
    port: 0,
    host: '127.0.0.1',
    ...webServer(config),
  });
  const origin = await app.getUrl();
  const claims = usualClaims();
  const token = await signer.token(claims);
  return {
    app,
    origin,
    nats,
    owners,
    signer,
    token,
    claims,
    call: (path, init = {}) =>
      fetch(`${origin}${path}`, {
        ...init,
        headers: {
          authorization: `Bearer ${token}`,
          ...(init.headers as Record<string, string> | undefined),
        },
      }),
    raw: (text) => exchange(Number(new URL(origin).port), text),
    async close() {
      await app.close();
      await owners.close();
      await nats.stop();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

/** Claims of a token that is good for an hour. */
export function usualClaims(): AccessTokenClaims {
  const now = Math.floor(Date.now() / 1000);
  return {
    iss: ISSUER,
    aud: AUDIENCE,
    sub: exampleAccount.id,
    wid: exampleAccount.currentWorkspaceId,
    sid: exampleAccount.auth.sessionId,
    iat: now,
    exp: now + 3600,
    jti: newId(),
  };
}

/** A new signing key. */
export async function newSigner(): Promise<Signer> {
  const { kid, n, e, sealedPrivateKey } = await newSigningKey(SEAL);
  const key = await openSigningKey(SEAL, sealedPrivateKey);
  return {
    kid,
    key,
    jwk: { kty: 'RSA', use: 'sig', alg: 'RS256', kid, n, e },
    token: (claims = {}) => signAccessToken({ ...usualClaims(), ...claims }, kid, key),
  };
}

/** The error of a response; throws when it is not the documented envelope with the id of its header. */
export async function errorOf(response: Response): Promise<ErrorResponse['error']> {
  const { error } = (await response.json()) as ErrorResponse;
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(error.id).toBe(response.headers.get('x-request-id'));
  return error;
}
