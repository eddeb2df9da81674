// Tests how the gateway checks routes, media types and sizes.
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError, archiveApplication, deletePolicy, getProduct, updateWorkspace } from '#contracts';
import { newId } from '#platform/context';
import { exampleProducts } from '../src/openapi/examples/examples.ts';
import {
  BASE,
  CORE,
  GENERATIONS,
  IMPORT,
  JSON_TYPE,
  PRODUCTS,
  SIGN_IN,
  errorIn,
  errorOf,
  startGateway,
  type GatewayEnvironment,
} from './gateway-environment.ts';

let gateway: GatewayEnvironment;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.close());

const post: GatewayEnvironment['post'] = (...request) => gateway.post(...request);

describe('the route check', () => {
  it.each(['/', '/nope', `${BASE}/nope`, `${CORE}/products`, `${BASE}/accounts`])(
    'answers the unknown path %s with 404, with and without a token',
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
  ])('answers %s with 404, because nothing for operators is public', async (path) =>
    expect((await errorOf(await gateway.call(path))).code).toBe('NotFound'),
  );

  it.each([
    ['DELETE', PRODUCTS, 'GET, HEAD, POST'],
    ['PUT', GENERATIONS, 'POST, GET, HEAD'],
    ['GET', IMPORT, 'POST'],
    ['PUT', `${PRODUCTS}/x`, 'GET, HEAD, PATCH, DELETE'],
    ['OPTIONS', SIGN_IN, 'POST'],
    ['DELETE', SIGN_IN, 'POST'], // it is not the session of the id `email`
    ['PATCH', `${PRODUCTS}/count`, 'GET, HEAD'],
    ['DELETE', `${PRODUCTS}/count?q=x`, 'GET, HEAD'],
    ['TRACE', PRODUCTS, 'GET, HEAD, POST'],
    ['PROPFIND', PRODUCTS, 'GET, HEAD, POST'],
  ])('refuses %s %s with 405 and names the served methods', async (method, path, allow) => {
    const response = await gateway.raw(`${method} ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
    expect(response.status).toBe(405);
    expect(response.headers['allow']).toBe(allow);
    expect(errorIn(response).code).toBe('MethodNotAllowed');
  });

  it.each([['..%2f..%2fetc'], ['x'.repeat(5000)], ["' OR 1=1 --"], ['%F0%9F%98%80']])(
    'passes the malformed id %.20s to the owner unchanged, which answers 404',
    async (id) => {
      let seen = '';
      await gateway.owners.on(getProduct, (input) => {
        seen = input.id;
        return new AppError('NotFound');
      });
      const response = await gateway.call(`${PRODUCTS}/${id.includes('%') ? id : encodeURIComponent(id)}`);
      expect((await errorOf(response)).code).toBe('NotFound');
      expect(seen).toBe(id.includes('%') ? decodeURIComponent(id) : id);
    },
  );

  it('passes an id in capitals as the owners write it, so that one id has one spelling everywhere', async () => {
    const ids: string[] = [];
    const note = ({ id }: { id: string }): AppError => {
      ids.push(id);
      return new AppError('NotFound');
    };
    await gateway.owners.on(updateWorkspace, note);
    await gateway.owners.on(archiveApplication, note);
    const id = newId();
    await gateway.call(`${CORE}/workspaces/${id.toUpperCase()}`, {
      method: 'PATCH',
      body: '{"name":"Shop"}',
      headers: JSON_TYPE,
    });
    await gateway.call(`${BASE}/applications/${id.toUpperCase()}`, { method: 'DELETE' });
    expect(ids).toEqual([id, id]);
  });

  it.each([
    ['NotFound', null],
    ['MethodNotAllowed', 'GET, HEAD'], // a record that can only be read
  ] as const)('has the owner say %s to a change of a policy, with Allow: %s', async (code, allow) => {
    await gateway.owners.on(deletePolicy, () => new AppError(code));
    const response = await gateway.call(`${BASE}/policies/title-length`, { method: 'DELETE' });
    expect((await errorOf(response)).code).toBe(code);
    expect(response.headers.get('allow')).toBe(allow);
  });

  it.each(['%zz', '%00', 'a%ED%A0%80', '%C3'])('refuses %s, which encodes no text, with 400', async (id) => {
    const response = await gateway.call(`${PRODUCTS}/${id}`);
    expect(response.status).toBe(400);
    expect(await errorOf(response)).toMatchObject({ code: 'InvalidArgument', target: 'path' });
  });

  it.each([
    [`GET http://other.example${PRODUCTS} HTTP/1.1`, 200],
    ['OPTIONS * HTTP/1.1', 404],
    ['GET products HTTP/1.1', 400],
  ])('answers the request line %s with %i', async (line, status) => {
    const response = await gateway.raw(
      `${line}\r\nHost: x\r\nAuthorization: Bearer ${gateway.token}\r\n\r\n`,
    );
    expect(response.status).toBe(status);
    expect(response.headers['x-request-id']).toBeDefined();
  });

  it('refuses a request without a Host header with 400', async () => {
    const response = await gateway.raw(`GET ${PRODUCTS} HTTP/1.1\r\n\r\n`);
    expect(response.status).toBe(400);
    expect(errorIn(response)).toMatchObject({ code: 'InvalidArgument', target: 'Host' });
  });

  it.each([
    ['Host', 'Host: y'],
    ['Content-Type', 'Content-Type: application/json\r\ncontent-type: text/plain'],
  ])('refuses a request with two headers %s', async (target, more) => {
    const response = await gateway.raw(
      `POST ${SIGN_IN} HTTP/1.1\r\nHost: x\r\n${more}\r\nContent-Length: 2\r\n\r\n{}`,
    );
    expect(response.status).toBe(400);
    expect(errorIn(response)).toMatchObject({ code: 'InvalidArgument', target });
  });

  it('ignores no header, however many there are', async () => {
    const head = `GET ${PRODUCTS} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${gateway.token}\r\n`;
    const response = await gateway.raw(`${head}${'a:b\r\n'.repeat(2100)}Authorization: Bearer x\r\n\r\n`);
    expect(response.status).toBe(400);
    expect(errorIn(response)).toMatchObject({ code: 'InvalidArgument', target: 'Authorization' });
  });

  it('answers HEAD like GET without a body', async () => {
    const response = await gateway.call(PRODUCTS, { method: 'HEAD' });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-length')).toBe(String(JSON.stringify(exampleProducts).length));
  });
});

describe('the media type check', () => {
  it.each([
    ['text/plain'],
    ['application/x-www-form-urlencoded'],
    ['multipart/form-data; boundary=x'],
    ['application/json; charset=utf-16'],
    ['application/merge-patch+json'],
  ])('refuses a body of %s with 415', async (type) => {
    const response = await post(SIGN_IN, '{"email":"a@example.com","password":"x"}', {
      'content-type': type,
    });
    expect(response.status).toBe(415);
    expect((await errorOf(response)).code).toBe('UnsupportedMediaType');
  });

  it('refuses a body without a type with 415, whole or in chunks', async () => {
    for (const framing of [
      'Content-Length: 2\r\n\r\n{}',
      'Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n',
    ]) {
      const response = await gateway.raw(`POST ${SIGN_IN} HTTP/1.1\r\nHost: x\r\n${framing}`);
      expect(response.status).toBe(415);
    }
  });

  it('refuses a compressed body with 415', async () => {
    const response = await post(SIGN_IN, '{}', { ...JSON_TYPE, 'content-encoding': 'gzip' });
    expect((await errorOf(response)).code).toBe('UnsupportedMediaType');
  });

  it('accepts JSON with the charset UTF-8', async () => {
    const headers = { 'content-type': 'application/json; charset=UTF-8' };
    expect((await post(SIGN_IN, '{"email":"a@example.com","password":"x"}', headers)).status).toBe(201);
  });

  it.each(['text/html', 'application/xml, text/*', 'application/json;q=0'])(
    'refuses a client that accepts only %s with 406',
    async (accept) => {
      const response = await gateway.call(PRODUCTS, { headers: { accept } });
      expect(response.status).toBe(406);
      expect((await errorOf(response)).code).toBe('NotAcceptable');
    },
  );
});

describe('the size check', () => {
  const LIMITS: [string, number][] = [
    [SIGN_IN, 16 * 1024],
    [GENERATIONS, 64 * 1024],
    [IMPORT, 128 * 1024],
  ];
  const head = (path: string): string =>
    `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${gateway.token}\r\nContent-Type: application/json\r\n`;
  /** JSON text of this many bytes. */
  const filler = (bytes: number): string => `"${'x'.repeat(bytes - 2)}"`;

  it.each(LIMITS)('accepts a body for %s of %i bytes and not one more', async (path, limit) => {
    expect((await post(path, filler(limit))).status).toBe(400); // read, then refused because it is not an object
    const response = await gateway.raw(
      `${head(path)}Content-Length: ${limit + 1}\r\n\r\n${filler(limit + 1)}`,
    );
    expect(response).toMatchObject({ status: 413, closed: true });
    expect(errorIn(response).code).toBe('PayloadTooLarge');
  });

  it.each(LIMITS)('refuses a chunked body for %s over %i bytes with 413', async (path, limit) => {
    const chunk = 'x'.repeat(1024);
    const chunks = `400\r\n${chunk}\r\n`.repeat(limit / 1024 + 1);
    const response = await gateway.raw(`${head(path)}Transfer-Encoding: chunked\r\n\r\n${chunks}0\r\n\r\n`);
    expect(response).toMatchObject({ status: 413, closed: true });
  });

  it('refuses a too large Content-Length before it reads the body or checks the session', async () => {
    const response = await gateway.raw(
      `POST ${IMPORT} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 99999999\r\n\r\n`,
    );
    expect(response).toMatchObject({ status: 413, closed: true });
  });

  it('refuses too large headers with 431 in our envelope, while the client sends on', async () => {
    for (const length of [20_000, 200_000]) {
      const response = await gateway.raw(
        `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(length)}\r\n\r\n`,
      );
      expect(response).toMatchObject({ status: 431, closed: true });
      expect(errorIn(response).code).toBe('HeadersTooLarge');
    }
  });

  it.each([9000, 20_000, 60_000])('refuses a URL of %i bytes with 414 in our envelope', async (length) => {
    const response = await gateway.raw(`GET /${'x'.repeat(length)} HTTP/1.1\r\nHost: x\r\n\r\n`);
    expect(response.status).toBe(414);
    expect(errorIn(response).code).toBe('UriTooLong');
  });

  it('refuses bytes that are not HTTP with 400 in our envelope', async () => {
    const response = await gateway.raw('HELLO\r\n\r\n');
    expect(response).toMatchObject({ status: 400, closed: true });
    expect(errorIn(response).code).toBe('InvalidArgument');
  });

  it('sends its 413 without a reset that could overtake it, while the client sends on', async () => {
    const socket = connect({ port: gateway.port, host: '127.0.0.1', allowHalfOpen: true });
    const errors: Error[] = [];
    socket.on('error', (error) => errors.push(error));
    socket.write(`${head(IMPORT)}Content-Length: 5000000\r\n\r\n`);
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 413 /);
    for (let i = 0; i < 10; i += 1) {
      socket.write('x'.repeat(10_000));
      await sleep(20);
    }
    expect(errors).toEqual([]);
    socket.destroy();
  });
});
