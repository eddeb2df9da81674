// Tests calls to strangers that are slow, lie about their length, redirect, or change the address of their name.
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, setGlobalProxyFromEnv, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { getCACertificates, setDefaultCACertificates, type TLSSocket } from 'node:tls';
import { makeCertificate, temporaryFolder } from '#testing/servers';
import { EgressClient, MAX_ANSWER_BYTES, type CallResult } from '../src/egress/index.ts';

const config = { WEBHOOK_ALLOW_LOCALHOST: true, WEBHOOK_PORTS: ['1-65535'], WEBHOOK_REFUSED_RANGES: [] };
const never = new AbortController().signal;

let receiver: Server;
let port: number;
let respond: RequestListener;
/** The connections that the receiver has taken. */
let sockets: Socket[] = [];
let bodies: string[] = [];
let client: EgressClient;

beforeAll(async () => {
  receiver = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      bodies.push(Buffer.concat(parts).toString());
      respond(request, response);
    });
  }).on('connection', (socket: Socket) => sockets.push(socket));
  port = await listen(receiver);
});
afterAll(() => end(receiver));
beforeEach(() => {
  client = new EgressClient(config);
  [sockets, bodies] = [[], []];
  respond = (_, response) => response.end('thanks');
});
afterEach(() => client.close());

async function listen(server: Server): Promise<number> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return (server.address() as AddressInfo).port;
}

async function end(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}

const post = (url = `http://localhost:${port}/hooks?a=1`, signal = never): Promise<CallResult> =>
  client.post({ url, headers: { 'content-type': 'application/json' }, body: Buffer.from('{"é":1}'), signal });

describe('a fetched body', () => {
  const get = (url = `http://localhost:${port}/1.png`, most = 1000, signal = never) =>
    client.get({ url, headers: { accept: 'image/png' }, most: () => most, signal });

  it('comes as it is', async () => {
    const seen: unknown[] = [];
    const bytes = Buffer.from([0x89, 0x50, 0, 0xff]);
    respond = ({ method, url, headers }, response) => {
      seen.push(method, url, headers.accept, headers['content-length']);
      response.end(bytes);
    };
    expect(await get()).toEqual({ statusCode: 200, body: bytes });
    expect(seen).toEqual(['GET', '/1.png', 'image/png', undefined]);
  });

  it('is refused when it is too large, whatever it says of its length, and is not read on', async () => {
    let written = 0;
    respond = (_, response) => {
      const more = (): void => {
        written += 1;
        if (!response.destroyed && response.write('x'.repeat(65_536))) setImmediate(more);
        else response.once('drain', more);
      };
      more();
    };
    expect(await get()).toEqual({ error: 'TooLarge' });
    expect(written).toBeLessThan(1000);
  });

  it('is none when it breaks off, when it is elsewhere, or at an address that is not public', async () => {
    respond = (_, response) => {
      response.writeHead(200, { 'content-length': '10' }).write('half');
      setTimeout(() => response.destroy(), 20);
    };
    expect(await get()).toEqual({ error: 'ConnectionFailed' });
    respond = (_, response) => response.writeHead(302, { location: 'http://10.0.0.1/' }).end();
    expect(await get()).toMatchObject({ statusCode: 302 });
    expect(await get('http://10.0.0.1/1.png')).toEqual({ error: 'AddressRefused' });
    expect(await get('https://169.254.169.254/latest')).toEqual({ error: 'AddressRefused' });
  });

  it('ends with the time or the signal of the caller', async () => {
    respond = (_, response) => response.writeHead(200).write('half');
    const hasty = new EgressClient(config, undefined, 200);
    const slow = { url: `http://localhost:${port}/`, headers: {}, most: () => 100, signal: never };
    expect(await hasty.get(slow)).toEqual({ error: 'TimedOut' });
    hasty.close();
    expect(await get(undefined, 1000, AbortSignal.abort())).toEqual({ error: 'Interrupted' });
  });
});

describe('a call', () => {
  it('sends the body as it is and resolves with any status', async () => {
    const seen: unknown[] = [];
    respond = ({ method, url, headers }, response) => {
      seen.push(method, url, headers.host, headers['content-length'], headers['content-type']);
      response.writeHead(503).end('no\0w');
    };
    expect(await post()).toEqual({ statusCode: 503, response: 'no\ufffdw' });
    expect(seen).toEqual(['POST', '/hooks?a=1', `localhost:${port}`, '8', 'application/json']);
    expect(bodies).toEqual(['{"é":1}']);
  });

  it('uses a connection again', async () => {
    for (let i = 0; i < 3; i += 1) expect(await post()).toEqual({ statusCode: 200, response: 'thanks' });
    expect(sockets).toHaveLength(1);
  });

  it('follows no redirect', async () => {
    respond = (_, response) => response.writeHead(307, { location: '/elsewhere' }).end();
    expect(await post()).toEqual({ statusCode: 307, response: '' });
    expect(bodies).toHaveLength(1);
  });

  it('does not use the proxy of the environment', async () => {
    const restore = setGlobalProxyFromEnv({ http_proxy: 'http://127.0.0.1:9' });
    try {
      expect(await post()).toMatchObject({ statusCode: 200 });
    } finally {
      restore();
    }
  });

  it('reads the beginning of an endless answer and hangs up', async () => {
    respond = (_, response) => {
      const more = (): void => void (response.destroyed || response.write('x'.repeat(1000), more));
      more();
    };
    const result = await post();
    expect(result).toEqual({ statusCode: 200, response: 'x'.repeat(MAX_ANSWER_BYTES) });
    const [socket] = sockets;
    if (!socket?.closed) await new Promise((resolve) => socket?.on('close', resolve));
  });

  it('keeps the status of an answer that is shorter than it says', async () => {
    respond = (_, response) => {
      response.writeHead(200, { 'content-length': '999' });
      response.write('half', () => response.destroy());
    };
    expect(await post()).toEqual({ statusCode: 200, response: 'half' });
  });

  it('does not take what follows a shorter length for the next answer', async () => {
    respond = (_, { socket }) =>
      socket?.write(
        'HTTP/1.1 410 Gone\r\ncontent-length: 2\r\n\r\nnoHTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok',
      );
    for (let i = 0; i < 2; i += 1) expect(await post()).toEqual({ statusCode: 410, response: 'no' });
    expect(sockets).toHaveLength(2);
  });

  it.each<[string, string, string]>([
    [
      'headers without end',
      'InvalidResponse',
      `HTTP/1.1 200 OK\r\n${`x-y: ${'z'.repeat(100)}\r\n`.repeat(1000)}`,
    ],
    ['what is not HTTP', 'InvalidResponse', 'SSH-2.0-OpenSSH_9.6\r\n'],
    [
      'another protocol',
      'InvalidResponse',
      'HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n',
    ],
  ])('fails after %s: %s', async (_, error, bytes) => {
    respond = (__, { socket }) => socket?.write(bytes);
    expect(await post()).toEqual({ error });
  });

  it('fails when nobody listens', async () => {
    const closed = createServer();
    const free = await listen(closed);
    await end(closed);
    expect(await post(`http://127.0.0.1:${free}/`)).toEqual({ error: 'ConnectionFailed' });
  });

  it('ends with the signal of its caller', async () => {
    const leaving = new AbortController();
    respond = () => leaving.abort();
    expect(await post(undefined, leaving.signal)).toEqual({ error: 'Interrupted' });
  });

  it('ends after its time, however slowly it is answered', async () => {
    client = new EgressClient(config, undefined, 1500);
    respond = ({ url }, response) => {
      if (url === '/silence') return;
      if (url === '/body') response.writeHead(200).flushHeaders();
      const piece = url === '/body' ? '1\r\n.\r\n' : 'HTTP/1.1 103 Early Hints\r\n\r\n';
      const timer = setInterval(() => response.socket?.write(piece), 50);
      response.on('close', () => clearInterval(timer));
    };
    const [slowBody, ...others] = await Promise.all(
      ['body', 'status', 'silence'].map((path) => post(`http://localhost:${port}/${path}`)),
    );
    expect(slowBody).toMatchObject({ statusCode: 200, response: expect.stringMatching(/^\.+$/) });
    expect(others).toEqual([{ error: 'TimedOut' }, { error: 'TimedOut' }]);
  });
});

describe('a name', () => {
  const stranger = `https://stranger.example:`;

  it.each([[['127.0.0.1']], [['1.1.1.1', '10.0.0.1']], [['::ffff:127.0.0.1']], [['169.254.169.254']]])(
    'that leads to %j is refused',
    async (addresses) => {
      client = new EgressClient(config, () => Promise.resolve(addresses));
      expect(await post(`${stranger}${port}/`)).toEqual({ error: 'AddressRefused' });
      expect(sockets).toEqual([]);
    },
  );

  it('that changes to this machine after the check is connected at the checked address', async () => {
    const answers = [['192.9.200.1'], ['127.0.0.1']];
    let asked = 0;
    client = new EgressClient(config, () => Promise.resolve(answers[asked++] ?? []));
    // Nobody is to be reached at the first address, so the call ends when the test does not want to wait any more.
    expect(await post(`${stranger}${port}/`, AbortSignal.timeout(500))).toHaveProperty('error');
    expect(asked).toBe(1);
    expect(await post(`${stranger}${port}/`)).toEqual({ error: 'AddressRefused' });
    expect(sockets).toEqual([]);
  });

  it('that cannot be resolved is told apart', async () => {
    client = new EgressClient(config, () => Promise.reject(new Error('SERVFAIL')));
    expect(await post(`${stranger}${port}/`)).toEqual({ error: 'NameNotResolved' });
  });

  it('that is never answered does not outlive the call', async () => {
    client = new EgressClient(config, () => new Promise(() => undefined));
    expect(await post(`${stranger}${port}/`, AbortSignal.timeout(100))).toEqual({ error: 'Interrupted' });
  });
});

describe('TLS', () => {
  const authorities = getCACertificates('default');
  let tls: Server;
  let url: string;
  const names: unknown[] = [];

  beforeAll(async () => {
    const files = await makeCertificate(await temporaryFolder('egress'));
    const [cert, key] = await Promise.all([readFile(files.cert, 'utf8'), readFile(files.key, 'utf8')]);
    tls = createTlsServer({ cert, key }, ({ socket }, response) => {
      names.push((socket as TLSSocket).servername);
      response.end('sealed');
    });
    url = `localhost:${await listen(tls)}/`;
    setDefaultCACertificates([...authorities, cert]);
  });
  afterAll(async () => {
    setDefaultCACertificates(authorities);
    await end(tls);
  });

  it('is spoken with the name of the URL, which the certificate must have', async () => {
    expect(await post(`https://${url}`)).toEqual({ statusCode: 200, response: 'sealed' });
    expect(names).toEqual(['localhost']);
    expect(await post(`https://other.${url}`)).toEqual({ error: 'TlsFailed' });
  });

  it('needs a certificate of a known authority, and a server that speaks it', async () => {
    setDefaultCACertificates(authorities);
    expect(await post(`https://${url}`)).toEqual({ error: 'TlsFailed' });
    expect(await post(`https://localhost:${port}/`)).toEqual({ error: 'TlsFailed' });
  });
});
