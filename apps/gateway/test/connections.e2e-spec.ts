// Connections that clients keep open: how many requests one may carry, and how its end comes.
import { connect } from 'node:net';
import { CORE, startGateway, type RunningGateway } from './running-gateway.ts';

let gateway: RunningGateway;
beforeAll(async () => {
  gateway = await startGateway();
}, 30_000);
afterAll(() => gateway.close());

/** Most requests of one connection, so that clients spread over new copies of the gateway. */
const SHARE = 1000;

it('a connection that has carried its share of requests is closed, also to a client that does not heed the header', async () => {
  const answers = await askOn(SHARE + 1);
  expect(answers).toHaveLength(SHARE);
  expect(new Set(answers.map((head) => head.split('\r\n', 1)[0]))).toEqual(new Set(['HTTP/1.1 200 OK']));
  const closing = answers.flatMap((head, nth) => (/^connection: close$/im.test(head) ? [nth] : []));
  expect(closing).toEqual([SHARE - 1]);
}, 30_000);

/** Asks one after the other on one connection until the server hangs up; the heads of the answers. */
function askOn(count: number): Promise<string[]> {
  const { port } = new URL(gateway.origin);
  const request = `GET ${CORE}/.well-known/jwks.json HTTP/1.1\r\nHost: localhost\r\n\r\n`;
  const heads: string[] = [];
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), '127.0.0.1', () => socket.write(request));
    let got = '';
    socket.on('data', (chunk) => {
      got += chunk.toString('latin1');
      const end = got.indexOf('\r\n\r\n') + 4;
      const length = Number(/^content-length: (\d+)/im.exec(got)?.[1]);
      if (end < 4 || got.length < end + length) return;
      heads.push(got.slice(0, end));
      got = got.slice(end + length);
      if (heads.length < count) socket.write(request);
      else socket.end();
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(heads));
  });
}
