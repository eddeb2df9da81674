// The test environment: a gateway on a bus of its own, doubles of its owners, and ways to send requests to it.
import { rm } from 'node:fs/promises';
import type { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import {
  listKeys,
  listRevocations,
  type AccessTokenClaims,
  type ErrorResponse,
  type KeySet,
} from '#contracts';
import { openWeb } from '#platform/boot';
import { newId } from '#platform/context';
import { newSigningKey, openSigningKey, signAccessToken } from '#platform/crypto';
import { Health } from '#platform/observability';
import type { Redis } from '#platform/redis';
import { freePort, loadSecrets, startNats, temporaryFolder } from '#testing/servers';
import { exchange, type RawResponse } from '#testing/http';
import { until } from '#testing/until';
import { configSchema } from '../src/config.ts';
import { GatewayModule, webServer } from '../src/gateway.module.ts';
import { exampleAccount } from '../src/openapi/examples/account-examples.ts';
import { OwnerDoubles } from './owner-doubles.ts';

export const BASE = '/api/v2';
export const CORE = '/core/api/v2';
export const PRODUCTS = `${BASE}/products`;
export const IMPORT = `${BASE}/products/import/retailer`;
export const GENERATIONS = `${BASE}/generations`;
export const ACCOUNT = `${CORE}/accounts`;
export const SIGN_IN = `${CORE}/accounts/sessions/email`;
export const JSON_TYPE = { 'content-type': 'application/json' };

const KEY_SECRET = 'a secret for tests that nobody else would use';
const ISSUER = 'https://issuer.example';
const AUDIENCE = 'shelfscribe-api';

/** A key that signs access tokens. */
export interface Signer {
  kid: string;
  jwk: KeySet['keys'][number];
  key: Awaited<ReturnType<typeof openSigningKey>>;
  /** Signs the valid claims of a token, with these changes. */
  token(changes?: Partial<AccessTokenClaims>): Promise<string>;
}

/** A running gateway and what surrounds it. */
export interface GatewayEnvironment {
  app: NestFastifyApplication;
  origin: string;
  port: number;
  owners: OwnerDoubles;
  signer: Signer;
  token: string;
  claims: AccessTokenClaims;
  /** Sends a request with the token, unless `init` has another Authorization header. */
  call(path: string, init?: RequestInit): Promise<Response>;
  /** Sends a POST with the token and a JSON body. */
  post(path: string, body: string, headers?: Record<string, string>): Promise<Response>;
  /** Opens another gateway on the same bus, with further settings; `close` closes it too. */
  openCopy(changes?: Record<string, unknown>): Promise<NestFastifyApplication>;
  /** Writes bytes to the port and reads the first response. */
  raw(text: string | Buffer): Promise<RawResponse>;
  close(): Promise<void>;
}

/**
 * Starts a gateway with these settings; its owners answer with the examples of the API document. A gateway that shall
 * not be ready gets no list of revoked sessions.
 */
export async function startGateway(
  settings: Record<string, unknown> = {},
  { isReady = true } = {},
): Promise<GatewayEnvironment> {
  const dir = await temporaryFolder('gateway');
  const secrets = await loadSecrets(dir);
  const nats = await startNats({ dir: join(dir, 'nats'), port: await freePort(), secrets });
  const owners = await OwnerDoubles.open(nats);
  await owners.answerWithExamples();
  if (!isReady) await owners.off(listRevocations);
  const signer = await newSigner();
  await owners.on(listKeys, () => ({ keys: [signer.jwk] }));
  const apps: NestFastifyApplication[] = [];
  const open = async (changes: Record<string, unknown> = {}): Promise<NestFastifyApplication> => {
    const opened = await openGateway({ ...nats.variables('gateway'), ...settings, ...changes });
    apps.push(opened);
    const problems = (): Promise<object> => opened.get(Health, { strict: false }).problems();
    if (isReady) await until('the gateway is ready', async () => Object.keys(await problems()).length === 0);
    return opened;
  };
  const app = await open();
  const origin = await app.getUrl();
  const port = Number(new URL(origin).port);
  const claims = validClaims();
  const token = await signer.token(claims);
  const call: GatewayEnvironment['call'] = (path, init = {}) => {
    const headers = { authorization: `Bearer ${token}`, ...(init.headers as Record<string, string>) };
    return fetch(`${origin}${path}`, { ...init, headers });
  };
  return {
    app,
    origin,
    port,
    owners,
    signer,
    token,
    claims,
    call,
    post: (path, body, headers = JSON_TYPE) => call(path, { method: 'POST', body, headers }),
    openCopy: open,
    raw: (text) => exchange(port, text),
    async close() {
      await Promise.all(apps.map((one) => one.close()));
      await owners.close();
      await nats.stop();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

function openGateway(settings: Record<string, unknown>): Promise<NestFastifyApplication> {
  const config = configSchema.parse({
    LOG_LEVEL: 'error',
    REDIS_URL: 'redis://127.0.0.1:1', // no Redis is there: limits are counted in memory
    FALLBACK_READ_MS: 3_600_000, // so that what changes within a test was told by a notification
    PUBLIC_URL: 'https://api.example.com',
    CONSOLE_DIR: '/nowhere', // the API alone
    TOKEN_ISSUER: ISSUER,
    TOKEN_AUDIENCE: AUDIENCE,
    ...settings,
  });
  const module = GatewayModule.forRoot(config);
  return openWeb({ name: 'gateway', module, config, port: 0, host: '127.0.0.1', ...webServer(config) });
}

/** Waits until a gateway counts in Redis: before it is connected, it counts alone. `signer` is that of the last gateway. */
export async function untilCountedIn(redis: Redis, { origin }: { origin: string }, signer: Signer) {
  await until('the gateway counts in Redis', async () => {
    const sub = newId();
    await fetch(`${origin}${PRODUCTS}`, {
      headers: { authorization: `Bearer ${await signer.token({ sub })}` },
    });
    return (await redis.del(`limits:read:${sub}`)) === 1;
  });
}

/** The gateway's ends of the connections that are opened from now on. */
export function servedBy(app: NestFastifyApplication): Socket[] {
  const served: Socket[] = [];
  (app.getHttpServer() as EventEmitter).on('connection', (socket: Socket) => served.push(socket));
  return served;
}

/** Waits until so many connections have been served, and the gateway has read so many bytes of each. */
export async function untilRead(served: readonly Socket[], count: number, bytes: number): Promise<void> {
  const isRead = ({ bytesRead }: Socket): boolean => bytesRead >= bytes;
  await until('the bytes are read', () => served.length >= count && served.every(isRead));
}

/** Claims of a token that is valid for an hour. */
export function validClaims(): AccessTokenClaims {
  const now = Math.floor(Date.now() / 1000);
  return {
    iss: ISSUER,
    aud: AUDIENCE,
    sub: exampleAccount.id,
    wid: exampleAccount.currentWorkspaceId,
    sid: exampleAccount.auth.sessionId!,
    iat: now,
    exp: now + 3600,
    jti: newId(),
  };
}

/** A new signing key. */
export async function newSigner(): Promise<Signer> {
  const { kid, n, e, sealedPrivateKey } = await newSigningKey(KEY_SECRET);
  const key = await openSigningKey(KEY_SECRET, sealedPrivateKey);
  return {
    kid,
    key,
    jwk: { kty: 'RSA', use: 'sig', alg: 'RS256', kid, n, e },
    token: (changes = {}) => signAccessToken({ ...validClaims(), ...changes }, kid, key),
  };
}

/** The error of a response; fails unless it is the documented envelope with the id of its header. */
export async function errorOf(response: Response): Promise<ErrorResponse['error']> {
  const { error } = (await response.json()) as ErrorResponse;
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(error.id).toBe(response.headers.get('x-request-id'));
  return error;
}

/** The error in the text of a response; fails as errorOf does. */
export function errorIn({ text, headers }: RawResponse): ErrorResponse['error'] {
  const { error } = JSON.parse(text) as ErrorResponse;
  expect(error.id).toBe(headers['x-request-id']);
  return error;
}
