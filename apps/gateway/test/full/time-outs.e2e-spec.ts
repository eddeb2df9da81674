// Tests in real time, on an idle machine, how long clients wait at the usual settings: for refusals, delays and owners.
import { connect } from 'node:net';
import { AppError, createSession, listProducts } from '#contracts';
import { newId } from '#platform/context';
import { exampleSignedIn } from '../../src/openapi/examples/account-examples.ts';
import { SILENCE } from '../owner-doubles.ts';
import {
  GENERATIONS,
  JSON_TYPE,
  PRODUCTS,
  SIGN_IN,
  startGateway,
  type GatewayEnvironment,
} from '../gateway-environment.ts';

const FAILURES = 4;
let gateway: GatewayEnvironment;
beforeAll(async () => {
  gateway = await startGateway({ TRUSTED_PROXIES: '127.0.0.1', LIMIT_SIGN_IN_FAILURES: FAILURES });
});
afterAll(() => gateway?.close());
beforeEach(() => gateway.owners.answerWithExamples());

/** How long some work takes, in milliseconds. */
async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

/** Sends the beginning of a request, then a byte per second until the connection ends. */
function sendSlowly(beginning: string): Promise<void> {
  const socket = connect(gateway.port, '127.0.0.1', () => socket.write(beginning));
  const timer = setInterval(() => socket.write('x'), 1000);
  socket.resume().on('error', () => undefined); // a close event follows
  return new Promise((resolve) => {
    socket.once('close', () => {
      clearInterval(timer);
      resolve();
    });
  });
}

describe('a slow client', () => {
  const bearer = (): string => `Host: x\r\nAuthorization: Bearer ${gateway.token}\r\n`;

  it('is refused after 10 to 14 seconds of headers', async () => {
    const ms = await timeOf(() => sendSlowly(`GET ${PRODUCTS} HTTP/1.1\r\nX-Slow: `));
    expect(ms).toBeGreaterThan(9900);
    expect(ms).toBeLessThan(14_000);
  });

  it('is refused after 25 to 34 seconds of body', async () => {
    const head = `POST ${GENERATIONS} HTTP/1.1\r\n${bearer()}Content-Type: application/json\r\n`;
    const ms = await timeOf(() => sendSlowly(`${head}Content-Length: 900\r\n\r\n{`));
    expect(ms).toBeGreaterThan(24_900);
    expect(ms).toBeLessThan(34_000);
  });
});

describe('an owner', () => {
  it('that is down is reported within half a second', async () => {
    await gateway.owners.off(listProducts);
    expect(await timeOf(() => gateway.call(PRODUCTS))).toBeLessThan(500);
  });

  it('that hangs is waited for no longer than 3.2 seconds', async () => {
    await gateway.owners.on(listProducts, () => SILENCE);
    const ms = await timeOf(async () => expect((await gateway.call(PRODUCTS)).status).toBe(504));
    expect(ms).toBeGreaterThan(2900);
    expect(ms).toBeLessThan(3200);
  });
});

describe('an e-mail with failures from many addresses', () => {
  const signIn = async (email: string, password: string, address: string): Promise<number> => {
    const headers = { ...JSON_TYPE, 'x-forwarded-for': address };
    const body = JSON.stringify({ email, password });
    return (await fetch(`${gateway.origin}${SIGN_IN}`, { method: 'POST', body, headers })).status;
  };
  beforeEach(() =>
    gateway.owners.on(createSession, ({ password }) =>
      password === 'right' ? exampleSignedIn : new AppError('InvalidCredentials'),
    ),
  );

  it('is delayed by 2 seconds at most, and auth then has its whole time', async () => {
    const email = `${newId()}@example.com`;
    for (let i = 0; i < 4 * FAILURES; i += 1)
      expect(await signIn(email, 'wrong', `198.51.100.${Math.floor(i / FAILURES)}`)).toBe(401);
    const right = () => signIn(email, 'right', '198.51.100.99');
    const ms = await timeOf(async () => expect(await right()).toBe(201));
    expect(ms).toBeGreaterThan(1900);
    expect(ms).toBeLessThan(2500);
    await gateway.owners.on(createSession, async () => {
      await new Promise((resolve) => setTimeout(resolve, 1600));
      return exampleSignedIn;
    });
    expect(await timeOf(async () => expect(await right()).toBe(201))).toBeGreaterThan(3500);
  });
});
