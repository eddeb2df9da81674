// Routes, media types and sizes, at a running gateway.
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError, getProduct, type ErrorResponse } from '#contracts';
import { exampleProducts } from '../src/openapi/examples.rules.ts';
import { BASE, CORE, errorOf } from './running-gateway.ts';
import {
  GENERATIONS,
  IMPORT,
  JSON_TYPE,
  SIGN_IN,
  startUsualGateway,
  type UsualGateway,
} from './usual-gateway.ts';

let gateway: UsualGateway;
beforeAll(async () => {
  gateway = await startUsualGateway();
}, 60_000);
afterAll(() => gateway.close());

const post: UsualGateway['post'] = (...request) => gateway.post(...request);
const errorIn = (text: string): ErrorResponse['error'] => (JSON.parse(text) as ErrorResponse).error;

describe('routes', () => {
  it.each(['/', '/nope', `${BASE}/nope`, `${CORE}/products`, `${BASE}/accounts`])(
    'D29: an unknown one, %s, is 404 with and without a token',
    async (path) => {
      expect((await errorOf(await gateway.call(path))).code).toBe('NotFound');
      expect((await fetch(`${gateway.origin}${path}`)).status).toBe(404);
    },
  );

  it.each([
    '/metrics',
    '/health',
    '/health/live',
    '/health/ready',
    '/debug',
    `${BASE}/metrics`,
    `${BASE}/docs`,
  ])('D52: nothing for operators is public: %s is 404', async (path) =>
    expect((await errorOf(await gateway.call(path))).code).toBe('NotFound'),
  );

  it.each([
    ['DELETE', `${BASE}/products`, 'GET, HEAD'],
    ['PUT', `${BASE}/generations`, 'POST'],
    ['GET', IMPORT, 'POST'],
    ['PATCH', `${BASE}/products/x`, 'GET, HEAD'],
    ['OPTIONS', SIGN_IN, 'POST'],
    ['TRACE', `${BASE}/products`, 'GET, HEAD'],
    ['PROPFIND', `${BASE}/products`, 'GET, HEAD'],
  ])('D29: %s %s is 405 and names the methods that are served', async (method, path, allow) => {
    const response = await gateway.raw(`${method} ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
    expect(response.status).toBe(405);
    expect(response.headers['allow']).toBe(allow);
    expect(errorIn(response.text).code).toBe('MethodNotAllowed');
    expect(errorIn(response.text).id).toBe(response.headers['x-request-id']);
  });

  it.each([['%00'], ['..%2f..%2fetc'], ['x'.repeat(5000)], ["' OR 1=1 --"], ['%F0%9F%98%80']])(
    'D27: an odd id (%.20s) is an unknown one: 404, and the owner gets it as it is',
    async (id) => {
      let seen = '';
      await gateway.owners.on(getProduct, (input) => {
        seen = input.id;
        return new AppError('NotFound');
      });
      const response = await gateway.call(
        `${BASE}/products/${id.includes('%') ? id : encodeURIComponent(id)}`,
      );
      expect((await errorOf(response)).code).toBe('NotFound');
      expect(seen).toBe(id.includes('%') ? decodeURIComponent(id) : id);
    },
  );

  it('D27: a path that cannot be decoded is 400', async () => {
    const response = await gateway.call(`${BASE}/products/%zz`);
    expect(response.status).toBe(400);
    expect((await errorOf(response)).code).toBe('InvalidArgument');
  });

  it.each([
    [`GET http://other.example${BASE}/products HTTP/1.1`, 200],
    ['OPTIONS * HTTP/1.1', 404],
    ['GET products HTTP/1.1', 400],
  ])('the target of %s is read as its form wants it: %i', async (line, status) => {
    const response = await gateway.raw(
      `${line}\r\nHost: x\r\nAuthorization: Bearer ${gateway.token}\r\n\r\n`,
    );
    expect(response.status).toBe(status);
    expect(response.headers['x-request-id']).toBeDefined();
  });

  it('a request without a Host is 400', async () => {
    const response = await gateway.raw(`GET ${BASE}/products HTTP/1.1\r\n\r\n`);
    expect(response.status).toBe(400);
    expect(errorIn(response.text)).toMatchObject({ code: 'InvalidArgument', target: 'Host' });
  });

  it('HEAD answers as GET does, without a body', async () => {
    const response = await gateway.call(`${BASE}/products`, { method: 'HEAD' });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-length')).toBe(String(JSON.stringify(exampleProducts).length));
  });
});

describe('media types', () => {
  it.each([
    ['text/plain'],
    ['application/x-www-form-urlencoded'],
    ['multipart/form-data; boundary=x'],
    ['application/json; charset=utf-16'],
    ['application/merge-patch+json'],
  ])('D15: %s is 415', async (type) => {
    const response = await post(SIGN_IN, '{"email":"a@example.com","password":"x"}', {
      'content-type': type,
    });
    expect(response.status).toBe(415);
    expect((await errorOf(response)).code).toBe('UnsupportedMediaType');
  });

  it('D15: a body of no type is 415, whole or in chunks', async () => {
    for (const framing of [
      'Content-Length: 2\r\n\r\n{}',
      'Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n',
    ]) {
      const response = await gateway.raw(`POST ${SIGN_IN} HTTP/1.1\r\nHost: x\r\n${framing}`);
      expect(response.status).toBe(415);
    }
  });

  it('D17: a packed body is 415', async () => {
    const response = await post(SIGN_IN, '{}', { ...JSON_TYPE, 'content-encoding': 'gzip' });
    expect((await errorOf(response)).code).toBe('UnsupportedMediaType');
  });

  it('JSON in UTF-8, said aloud, is fine', async () => {
    const headers = { 'content-type': 'application/json; charset=UTF-8' };
    expect((await post(SIGN_IN, '{"email":"a@example.com","password":"x"}', headers)).status).toBe(201);
  });

  it.each(['text/html', 'application/xml, text/*', 'application/json;q=0'])(
    'D16: accepting only %s is 406',
    async (accept) => {
      const response = await gateway.call(`${BASE}/products`, { headers: { accept } });
      expect(response.status).toBe(406);
      expect((await errorOf(response)).code).toBe('NotAcceptable');
    },
  );
});

describe('sizes', () => {
  const LIMITS: [string, number][] = [
    [SIGN_IN, 16 * 1024],
    [GENERATIONS, 64 * 1024],
    [IMPORT, 128 * 1024],
  ];
  const head = (path: string): string =>
    `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${gateway.token}\r\nContent-Type: application/json\r\n`;
  /** JSON of exactly so many bytes. */
  const filler = (bytes: number): string => `"${'x'.repeat(bytes - 2)}"`;

  it.each(LIMITS)('D17: %s takes %i bytes, and not one more', async (path, limit) => {
    expect((await post(path, filler(limit))).status).toBe(400); // read, then found to be no object
    const response = await gateway.raw(
      `${head(path)}Content-Length: ${limit + 1}\r\n\r\n${filler(limit + 1)}`,
    );
    expect(response).toMatchObject({ status: 413, closed: true });
    expect(errorIn(response.text).code).toBe('PayloadTooLarge');
  });

  it.each(LIMITS)('D17: %s counts what comes in chunks: over %i bytes is 413', async (path, limit) => {
    const chunk = 'x'.repeat(1024);
    const chunks = `400\r\n${chunk}\r\n`.repeat(limit / 1024 + 1);
    const response = await gateway.raw(`${head(path)}Transfer-Encoding: chunked\r\n\r\n${chunks}0\r\n\r\n`);
    expect(response).toMatchObject({ status: 413, closed: true });
  });

  it('D17: a size that is only said is refused before anything is read or anybody known', async () => {
    const response = await gateway.raw(
      `POST ${IMPORT} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 99999999\r\n\r\n`,
    );
    expect(response).toMatchObject({ status: 413, closed: true });
  });

  it('too large headers are 400 in our envelope', async () => {
    const response = await gateway.raw(`GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`);
    expect(response).toMatchObject({ status: 400, closed: true });
    expect(errorIn(response.text)).toMatchObject({
      code: 'InvalidArgument',
      id: response.headers['x-request-id'],
      message: 'The request headers are too large.',
    });
  });

  it('what is not HTTP is 400 in our envelope', async () => {
    const response = await gateway.raw('HELLO\r\n\r\n');
    expect(response).toMatchObject({ status: 400, closed: true });
    expect(errorIn(response.text).code).toBe('InvalidArgument');
  });

  it('D17: a client that sends on meets no reset, which might overtake its 413', async () => {
    const port = Number(new URL(gateway.origin).port);
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    const wrong: Error[] = [];
    socket.on('error', (error) => wrong.push(error));
    socket.write(`${head(IMPORT)}Content-Length: 5000000\r\n\r\n`);
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 413 /);
    for (let i = 0; i < 10; i += 1) {
      socket.write('x'.repeat(10_000));
      await sleep(20);
    }
    expect(wrong).toEqual([]);
    socket.destroy();
  });

  it.each(['100-continue', '200-ok'])('an Expect of %s changes nothing', async (expected) => {
    const response = await gateway.raw(
      `GET ${BASE}/products HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${gateway.token}\r\nExpect: ${expected}\r\n\r\n`,
    );
    expect(response.status).toBe(200);
    expect(JSON.parse(response.text)).toEqual(exampleProducts);
  });

  it('two framings at once are refused', async () => {
    const both = 'Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n';
    expect((await gateway.raw(`${head(SIGN_IN)}${both}`)).status).toBe(400);
  });
});
