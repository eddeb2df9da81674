// Tests the form of responses, good and bad, load shedding at a gateway with few places, and the documentation page.
import { connect } from 'node:net';
import {
  AppError,
  getAccount,
  getImport,
  getProduct,
  getWorkspaceDetails,
  listProducts,
  listSpending,
  type ErrorResponse,
} from '#contracts';
import { exchange } from '#testing/http';
import { until } from '#testing/until';
import { inFlight, openConnections } from '../src/metrics.ts';
import { exampleAccount, exampleWorkspace } from '../src/openapi/examples/account-examples.ts';
import { exampleImportState } from '../src/openapi/examples/examples.ts';
import { SILENCE } from './owner-doubles.ts';
import {
  ACCOUNT,
  CORE,
  GENERATIONS,
  PRODUCTS,
  SIGN_IN,
  errorIn,
  errorOf,
  servedBy,
  startGateway,
  untilRead,
  type GatewayEnvironment,
} from './gateway-environment.ts';

const PLACES = 4;
const IMPORT = `${PRODUCTS}/imports/${exampleImportState.id}`;
const UUID_7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

let gateway: GatewayEnvironment;
beforeAll(async () => {
  gateway = await startGateway({ IN_FLIGHT_MAX: PLACES });
});
afterAll(() => gateway.close());
beforeEach(() => gateway.owners.answerWithExamples());

describe('a response', () => {
  it.each([
    ['a success', PRODUCTS, 200],
    ['an error', `${PRODUCTS}?limit=0`, 400],
    ['an unknown route', '/nope', 404],
    ['an address that cannot be decoded', '/%zz', 400],
  ])(
    'of %s carries its id, forbids caching and sniffing, and does not name the server',
    async (_, path, status) => {
      const { headers, ...response } = await gateway.raw(
        `GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${gateway.token}\r\n\r\n`,
      );
      expect(response.status).toBe(status);
      expect(headers['x-request-id']).toMatch(UUID_7);
      expect(headers['cache-control']).toBe('no-store');
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['content-type']).toBe('application/json; charset=utf-8');
      expect(headers).not.toHaveProperty('server');
      expect(headers).not.toHaveProperty('x-powered-by');
    },
  );

  it('has an id that no other response has', async () => {
    const ids = await Promise.all(
      [1, 2, 3].map(async () => (await gateway.call(PRODUCTS)).headers.get('x-request-id')),
    );
    expect(new Set(ids).size).toBe(3);
  });

  it('passes the bytes of the owner on unchanged', async () => {
    const odd = '{ "products" : [ ] ,"more":"\\u00e9 \u{1F600}"}';
    await gateway.owners.on(listProducts, () => odd);
    expect(await (await gateway.call(PRODUCTS)).text()).toBe(odd);
  });
});

describe('Accept-Language', () => {
  it.each([
    [{}, 'There is no such resource.'],
    [{ 'accept-language': 'zh-CN,zh;q=0.9,en;q=0.8' }, '资源不存在。'],
    [{ 'accept-language': 'de' }, 'There is no such resource.'],
  ])('answers the headers %j with %j', async (headers, message) =>
    expect((await errorOf(await gateway.call('/nope', { headers }))).message).toBe(message),
  );
});

describe('an owner', () => {
  it('that is down causes 503 with Retry-After, and not the 504 of one that hangs', async () => {
    await gateway.owners.off(listProducts);
    const response = await gateway.call(PRODUCTS);
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('1');
    expect((await errorOf(response)).code).toBe('Unavailable');
  });

  it('that hangs causes 504 when the time for its answer is over', async () => {
    const origin = await (await gateway.openCopy({ ANSWER_TIMEOUT_MS: 300 })).getUrl();
    await gateway.owners.on(listProducts, () => SILENCE);
    const headers = { authorization: `Bearer ${gateway.token}` };
    const startedAt = performance.now();
    const response = await fetch(`${origin}${PRODUCTS}`, { headers });
    expect(performance.now() - startedAt).toBeGreaterThan(290);
    expect(response.status).toBe(504);
    expect((await errorOf(response)).code).toBe('UpstreamTimeout');
  });

  it('explains its refusal with its own message and target', async () => {
    const details = [{ code: 'InvalidArgument', message: 'Too old.', target: 'nextToken' }];
    await gateway.owners.on(
      listProducts,
      () => new AppError('InvalidNextToken', { message: 'Too old.', target: 'nextToken', details }),
    );
    const { id, ...error } = await errorOf(await gateway.call(PRODUCTS));
    expect(error).toEqual({ code: 'InvalidNextToken', message: 'Too old.', target: 'nextToken', details });
  });

  it('may tell the client when to retry', async () => {
    await gateway.owners.on(listProducts, () => new AppError('QuotaExceeded', { retryAfter: 7 }));
    const response = await gateway.call(PRODUCTS);
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '7']);
  });

  it('about a workspace has what it has spent, unless generations is away', async () => {
    const { spentMicros = 0, ...workspace } = exampleWorkspace;
    await gateway.owners.on(getWorkspaceDetails, () => workspace);
    const read = async () => (await gateway.call(`${CORE}/workspaces/${workspace.id}`)).json();
    expect(await read()).toEqual(workspace);
    await gateway.owners.on(listSpending, ({ workspaceIds }) => {
      expect(workspaceIds).toEqual([workspace.id]);
      return { spentMicros: [spentMicros] };
    });
    expect(await read()).toEqual(exampleWorkspace);
    await gateway.owners.off(listSpending);
  });

  it('answers the id of another workspace like an unknown id', async () => {
    await gateway.owners.on(getProduct, () => new AppError('NotFound'));
    const bodies = await Promise.all(
      ['one', 'two'].map(async (id) => {
        const { id: _, ...error } = await errorOf(await gateway.call(`${PRODUCTS}/${id}`));
        return error;
      }),
    );
    expect(bodies[0]).toEqual(bodies[1]);
  });

  it.each([
    ['fails internally', () => new AppError('InternalFault', { message: 'secret db-host:5432' })],
    ['answers no JSON', () => 'secret at /srv/app'],
    ['breaks its contract', () => '{"id":"secret"}'],
  ])('that %s causes 500 in both documented shapes without leaking details', async (_, answer) => {
    await gateway.owners.on(getImport, answer);
    const response = await gateway.call(IMPORT);
    expect(response.status).toBe(500);
    const body = (await response.json()) as ErrorResponse;
    expect(body).toEqual({
      error: {
        code: 'InternalFault',
        id: response.headers.get('x-request-id'),
        message: 'Internal service error. Please contact the administrator.',
        details: [],
      },
      code: 'InternalFault',
      message: '服务内部错误，请联系管理员。',
    });
    await gateway.owners.on(getImport, () => exampleImportState);
    expect((await gateway.call(IMPORT)).status).toBe(200);
  });
});

describe('load shedding', () => {
  /** Waits until so many places are occupied. */
  const untilOccupied = (count: number): Promise<unknown> =>
    until(`${count} places are occupied`, async () => (await inFlight.get()).values[0]?.value === count);

  /** Occupies all places until released. */
  const fill = async (): Promise<{ release: () => void; all: Promise<Response[]> }> => {
    const { promise: gate, resolve: release } = Promise.withResolvers<void>();
    await gateway.owners.on(getAccount, () => gate.then(() => exampleAccount));
    const all = Promise.all(Array.from({ length: PLACES }, () => gateway.call(ACCOUNT)));
    await untilOccupied(PLACES);
    return { release, all };
  };

  it('answers 503 with Retry-After while all places are occupied, and serves the admitted requests', async () => {
    const { release, all } = await fill();
    const response = await gateway.call(PRODUCTS);
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '1']);
    expect((await errorOf(response)).code).toBe('Unavailable');
    release();
    expect((await all).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect((await gateway.call(PRODUCTS)).status).toBe(200);
  });

  it('does not admit a request before its body has arrived', async () => {
    const served = servedBy(gateway.app);
    const text = `POST ${SIGN_IN} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 90\r\n\r\n{`;
    const slow = Array.from({ length: 2 * PLACES }, () => {
      const socket = connect(gateway.port, '127.0.0.1');
      socket.write(text);
      return socket;
    });
    await untilRead(served, slow.length, text.length);
    const { status } = await gateway.call(PRODUCTS);
    for (const socket of slow) socket.destroy();
    expect(status).toBe(200);
  });

  it('frees the place of a client that hangs up, also in a pipeline and within a body', async () => {
    let asked = 0;
    await gateway.owners.on(getAccount, () => {
      asked += 1;
      return SILENCE;
    });
    const bearer = `Host: x\r\nAuthorization: Bearer ${gateway.token}\r\n`;
    const get = `GET ${ACCOUNT} HTTP/1.1\r\n${bearer}\r\n`;
    const post = `POST ${GENERATIONS} HTTP/1.1\r\n${bearer}Content-Type: application/json\r\nContent-Length: 90\r\n\r\n{`;
    for (const text of [get + get, post, post]) {
      const served = servedBy(gateway.app);
      const socket = connect(gateway.port, '127.0.0.1', () => socket.write(text));
      await untilRead(served, 1, text.length);
      if (text.startsWith(get)) await until('the owner is asked', () => asked === 1);
      socket.destroy();
    }
    await untilOccupied(0);
    const { release, all } = await fill();
    release();
    expect((await all).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  });

  it('forgets the connection of a client that hangs up before its answer', async () => {
    const { promise: asked, resolve: begin } = Promise.withResolvers<void>();
    const { promise: gate, resolve: answer } = Promise.withResolvers<void>();
    await gateway.owners.on(getAccount, async () => {
      begin();
      await gate;
      return exampleAccount;
    });
    await untilOccupied(0);
    const before = await connectionsNow();
    const text = `GET ${ACCOUNT} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${gateway.token}\r\n\r\n`;
    const socket = connect(gateway.port, '127.0.0.1', () => socket.write(text));
    await asked;
    socket.destroy();
    await untilOccupied(0);
    answer();
    await until('it is forgotten', async () => (await connectionsNow()) <= before);
  });

  /** How many connections are open beside one that makes the gateway count them. */
  async function connectionsNow(): Promise<number> {
    await exchange(gateway.port, 'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    return (await openConnections.get()).values[0]?.value ?? 0;
  }
});

describe('a client with slow headers', () => {
  it('is refused when its time is over', async () => {
    const copy = await gateway.openCopy({ HEADERS_TIMEOUT_MS: 500 });
    const port = Number(new URL(await copy.getUrl()).port);
    const startedAt = performance.now();
    const response = await exchange(port, 'GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ');
    expect(performance.now() - startedAt).toBeGreaterThan(490);
    expect(response).toMatchObject({ status: 400, closed: true });
    expect(errorIn(response).message).toBe('The request did not arrive in time.');
  });

  it('that has sent nothing yet gets no answer: it could take it for that of its next request', async () => {
    const copy = await gateway.openCopy({ HEADERS_TIMEOUT_MS: 500 });
    const socket = connect(Number(new URL(await copy.getUrl()).port), '127.0.0.1');
    const received = await socket.toArray().catch(() => []); // it may be reset
    expect(Buffer.concat(received as Buffer[]).toString()).toBe('');
  });
});

describe('the documentation page', () => {
  it('contains no inline script and names no other host', async () => {
    const response = await fetch(`${gateway.origin}/docs`, { headers: { accept: 'text/html' } });
    expect(response.status).toBe(200);
    const policy = response.headers.get('content-security-policy');
    expect(policy).toContain("default-src 'none'; script-src 'self';");
    const html = await response.text();
    expect(html).not.toMatch(/https?:\/\//);
    expect([...html.matchAll(/<script[^>]*>([^<]*)</g)].map(([, inside]) => inside)).toEqual(['', '']);
  });

  it('loads its scripts from the gateway', async () => {
    const start = await (await fetch(`${gateway.origin}/docs/start.js`)).text();
    expect(start).toContain("Scalar.createApiReference('#reference'");
    const scalar = await fetch(`${gateway.origin}/docs/scalar.js`);
    expect(scalar.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(scalar.headers.get('content-encoding')).toBe('gzip');
    expect(await scalar.text()).toContain('createApiReference');
  });
});
