// Tests what the gateway makes of the protocol itself: Expect, HTTP/1.0, framing, Host and scheme.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { exampleProducts } from '../src/openapi/examples/examples.ts';
import {
  GENERATIONS,
  PRODUCTS,
  SIGN_IN,
  startGateway,
  type GatewayEnvironment,
} from './gateway-environment.ts';

let gateway: GatewayEnvironment;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.close());

/** Writes bytes to the gateway; tells what came back so far. */
function converse(bytes: string): { socket: Socket; received: () => string } {
  const socket = connect(gateway.port, '127.0.0.1', () => socket.write(bytes));
  let text = '';
  socket.on('data', (chunk) => (text += chunk.toString()));
  return { socket, received: () => text };
}

it.each([
  ['401', GENERATIONS, 'Content-Type: application/json', 900],
  ['413', SIGN_IN, 'Content-Type: application/json', 20_000],
  ['415', SIGN_IN, 'Content-Type: text/plain', 900],
  ['404', '/nope', 'Content-Type: application/json', 900],
])('answers %s before it asks for the body of %s', async (status, path, type, length) => {
  const { socket, received } = converse(
    `POST ${path} HTTP/1.1\r\nHost: x\r\n${type}\r\nContent-Length: ${length}\r\nExpect: 100-continue\r\n\r\n`,
  );
  await once(socket, 'close');
  expect(received()).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(received()).toMatch(/\r\nconnection: close\r\n/i);
});

it('asks for a body that it wants', async () => {
  const body = '{"email":"a@example.com","password":"x"}';
  const { socket, received } = converse(
    `POST ${SIGN_IN} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nExpect: 100-continue\r\nConnection: close\r\n\r\n`,
  );
  await once(socket, 'data');
  expect(received()).toBe('HTTP/1.1 100 Continue\r\n\r\n');
  socket.write(body);
  await once(socket, 'close');
  expect(received()).toContain('HTTP/1.1 201 ');
});

it.each(['100-continue', '200-ok'])('ignores the header Expect: %s', async (expected) => {
  const response = await gateway.raw(
    `GET ${PRODUCTS} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${gateway.token}\r\nExpect: ${expected}\r\n\r\n`,
  );
  expect(response.status).toBe(200);
  expect(JSON.parse(response.text)).toEqual(exampleProducts);
});

it.each([
  ['', undefined],
  ['Connection: keep-alive\r\n', 'keep-alive'],
  ['Expect: 100-continue\r\n', undefined],
])('answers HTTP/1.0 without Host in its own way (%j)', async (more, connection = 'close') => {
  const response = await gateway.raw(
    `GET ${PRODUCTS} HTTP/1.0\r\nAuthorization: Bearer ${gateway.token}\r\n${more}\r\n`,
  );
  expect(response).toMatchObject({ status: 200, closed: connection === 'close' });
  expect(response.headers).toMatchObject({ connection });
  expect(response.headers).not.toHaveProperty('transfer-encoding');
  expect(JSON.parse(response.text)).toEqual(exampleProducts);
});

it('refuses chunks in HTTP/1.0, which has none', async () => {
  const chunked = 'Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n';
  const response = await gateway.raw(
    `POST ${SIGN_IN} HTTP/1.0\r\nConnection: keep-alive\r\nContent-Type: application/json\r\n${chunked}`,
  );
  expect(response).toMatchObject({ status: 400, closed: true });
});

it('refuses two framings at once with 400', async () => {
  const both = 'Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n';
  expect(
    (await gateway.raw(`POST ${SIGN_IN} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${both}`))
      .status,
  ).toBe(400);
});

describe('a gateway behind a proxy, with names of its own', () => {
  let own: GatewayEnvironment;
  beforeAll(async () => {
    own = await startGateway({ HOSTS: 'localhost,127.0.0.1', TRUSTED_PROXIES: '1', KEEP_ALIVE_MS: 620_000 });
  });
  afterAll(() => own.close());
  const ask = (path: string, ...headers: string[]) =>
    own.raw(`GET ${path} HTTP/1.1\r\n${headers.join('\r\n')}\r\nConnection: close\r\n\r\n`);

  it('answers 421 to another name on every path, before anything else', async () => {
    for (const path of ['/', PRODUCTS, '/docs', '/nope'])
      expect((await ask(path, `Host: evil.test:${own.port}`)).status).toBe(421);
    expect((await ask(PRODUCTS, `Host: localhost:${own.port}`)).status).toBe(401);
    expect((await ask(PRODUCTS, 'Host: 127.0.0.1')).status).toBe(401);
  });

  it('keeps a silent connection for as long as the proxy does', async () => {
    const { headers } = await own.raw(`GET ${PRODUCTS} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
    expect(headers['keep-alive']).toMatch(/^timeout=620\b/);
  });

  it('has browsers come by HTTPS for a year, if they have come so', async () => {
    const headerOf = async (scheme: string) =>
      (await ask(PRODUCTS, 'Host: localhost', `X-Forwarded-Proto: ${scheme}`)).headers[
        'strict-transport-security'
      ];
    expect(await headerOf('https')).toBe('max-age=31536000');
    expect(await headerOf('http')).toBeUndefined();
  });
});
