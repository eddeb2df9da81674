// Tests the end of a connection that a client keeps open.
import { connect } from 'node:net';
import { CORE, startGateway, type GatewayEnvironment } from './gateway-environment.ts';

let gateway: GatewayEnvironment;
beforeAll(async () => {
  gateway = await startGateway();
}, 30_000);
afterAll(() => gateway.close());

/** Maximum requests on one connection, so that clients spread over new instances of the gateway. */
const MAX_REQUESTS = 1000;

it('a connection is closed after 1000 requests, even if the client ignores the header', async () => {
  const heads = await requestsOn(MAX_REQUESTS + 1);
  expect(heads).toHaveLength(MAX_REQUESTS);
  expect(new Set(heads.map((head) => head.split('\r\n', 1)[0]))).toEqual(new Set(['HTTP/1.1 200 OK']));
  const closing = heads.flatMap((head, nth) => (/^connection: close$/im.test(head) ? [nth] : []));
  expect(closing).toEqual([MAX_REQUESTS - 1]);
}, 30_000);

/** Sends requests one after the other on one connection until the server hangs up; returns the response heads. */
function requestsOn(count: number): Promise<string[]> {
  const request = `GET ${CORE}/.well-known/jwks.json HTTP/1.1\r\nHost: localhost\r\n\r\n`;
  const heads: string[] = [];
  return new Promise((resolve, reject) => {
    const socket = connect(gateway.port, '127.0.0.1', () => socket.write(request));
    let received = '';
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1');
      const end = received.indexOf('\r\n\r\n') + 4;
      const length = Number(/^content-length: (\d+)/im.exec(received)?.[1]);
      if (end < 4 || received.length < end + length) return;
      heads.push(received.slice(0, end));
      received = received.slice(end + length);
      if (heads.length < count) socket.write(request);
      else socket.end();
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(heads));
  });
}
