// How answers look when things go well and when they do not, at a running gateway with few places.
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError, getAccount, getProduct, listProducts, type ErrorResponse } from '#contracts';
import { exampleAccount, exampleProducts } from '../src/openapi/examples.rules.ts';
import { SILENCE } from './owners.ts';
import { BASE, CORE, errorOf, startGateway, type RunningGateway } from './running-gateway.ts';

let gateway: RunningGateway;
const PLACES = 4;
const PRODUCTS = `${BASE}/products`;
const ACCOUNT = `${CORE}/accounts`;
const UUID_7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

beforeAll(async () => {
  gateway = await startGateway({ IN_FLIGHT_MAX: PLACES });
}, 60_000);
afterAll(() => gateway.close());
beforeEach(async () => {
  await gateway.owners.on(listProducts, () => JSON.stringify(exampleProducts));
  await gateway.owners.on(getAccount, () => exampleAccount);
});

describe('every answer', () => {
  it.each([
    ['of success', PRODUCTS, 200],
    ['of an error', `${PRODUCTS}?limit=0`, 400],
    ['of an unknown route', '/nope', 404],
    ['of an address that cannot be decoded', '/%zz', 400],
  ])(
    '%s carries its id, is not to be stored or sniffed, and says nothing of what made it',
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

  it('has an id of its own', async () => {
    const ids = await Promise.all(
      [1, 2, 3].map(async () => (await gateway.call(PRODUCTS)).headers.get('x-request-id')),
    );
    expect(new Set(ids).size).toBe(3);
  });

  it('passes the owner’s bytes on as they are', async () => {
    const odd = '{ "products" : [ ] ,"more":"\\u00e9 \u{1F600}"}';
    await gateway.owners.on(listProducts, () => odd);
    expect(await (await gateway.call(PRODUCTS)).text()).toBe(odd);
  });
});

describe('the language of a message', () => {
  it.each([
    [{}, 'There is no such resource.'],
    [{ 'accept-language': 'zh-CN,zh;q=0.9,en;q=0.8' }, '资源不存在。'],
    [{ 'accept-language': 'de' }, 'There is no such resource.'],
  ])('with %j is %j', async (headers, message) =>
    expect((await errorOf(await gateway.call('/nope', { headers }))).message).toBe(message),
  );
});

describe('an owner', () => {
  it('D39: that is down makes 503 with Retry-After, at once', async () => {
    await gateway.owners.off(listProducts);
    const started = performance.now();
    const response = await gateway.call(PRODUCTS);
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('1');
    expect((await errorOf(response)).code).toBe('Unavailable');
    expect(performance.now() - started).toBeLessThan(500);
  });

  it('D39: that hangs makes 504 within 3.2 seconds', async () => {
    await gateway.owners.on(listProducts, () => SILENCE);
    const started = performance.now();
    const response = await gateway.call(PRODUCTS);
    expect(response.status).toBe(504);
    expect((await errorOf(response)).code).toBe('UpstreamTimeout');
    expect(performance.now() - started).toBeLessThan(3200);
  });

  it('says why in its own words, with the part that is wrong', async () => {
    const details = [{ code: 'InvalidArgument', message: 'Too old.', target: 'nextToken' }];
    await gateway.owners.on(
      listProducts,
      () => new AppError('InvalidNextToken', { message: 'Too old.', target: 'nextToken', details }),
    );
    const { id, ...error } = await errorOf(await gateway.call(PRODUCTS));
    expect(error).toEqual({ code: 'InvalidNextToken', message: 'Too old.', target: 'nextToken', details });
  });

  it('may ask for patience', async () => {
    await gateway.owners.on(listProducts, () => new AppError('QuotaExceeded', { retryAfter: 7 }));
    const response = await gateway.call(PRODUCTS);
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '7']);
  });

  it('D5: has the same words for another’s id as for an unknown one', async () => {
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
    ['fails inside', () => new AppError('InternalFault', { message: 'secret db-host:5432' })],
    ['answers nonsense', () => 'secret at /srv/app'],
    ['answers what the contract does not say', () => '{"id":"secret"}'],
  ])('D40: that %s makes 500 in both documented shapes, and nothing of it gets out', async (_, answer) => {
    await gateway.owners.on(getAccount, answer);
    const response = await gateway.call(ACCOUNT);
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
    await gateway.owners.on(getAccount, () => exampleAccount);
    expect((await gateway.call(ACCOUNT)).status).toBe(200);
  });
});

describe('places', () => {
  /** Takes all places until told to let go. */
  const fill = async (): Promise<{ release: () => void; all: Promise<Response[]> }> => {
    let release = (): void => undefined;
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    await gateway.owners.on(getAccount, () => gate.then(() => exampleAccount));
    const all = Promise.all(Array.from({ length: PLACES }, () => gateway.call(ACCOUNT)));
    await sleep(200);
    return { release, all };
  };

  it('that are all taken make 503 with Retry-After; those who have one are served', async () => {
    const { release, all } = await fill();
    const response = await gateway.call(PRODUCTS);
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '1']);
    expect((await errorOf(response)).code).toBe('Unavailable');
    release();
    expect((await all).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect((await gateway.call(PRODUCTS)).status).toBe(200);
  });

  it('are not taken by clients whose bodies are still on their way', async () => {
    const port = Number(new URL(gateway.origin).port);
    const slow = Array.from({ length: 2 * PLACES }, () => {
      const socket = connect(port, '127.0.0.1');
      socket.write(
        `POST ${CORE}/accounts/sessions/email HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 90\r\n\r\n{`,
      );
      return socket;
    });
    await sleep(200);
    const { status } = await gateway.call(PRODUCTS);
    for (const socket of slow) socket.destroy();
    expect(status).toBe(200);
  });

  it('are given back by clients that hang up, also in a pipeline and in the middle of a body', async () => {
    await gateway.owners.on(getAccount, () => SILENCE);
    const port = Number(new URL(gateway.origin).port);
    const bearer = `Host: x\r\nAuthorization: Bearer ${gateway.token}\r\n`;
    const get = `GET ${ACCOUNT} HTTP/1.1\r\n${bearer}\r\n`;
    const post = `POST ${BASE}/generations HTTP/1.1\r\n${bearer}Content-Type: application/json\r\nContent-Length: 90\r\n\r\n{`;
    for (const text of [get + get, post, post]) {
      const socket = connect(port, '127.0.0.1', () => socket.write(text));
      await sleep(150);
      socket.destroy();
    }
    await sleep(3200); // no owner is waited for any longer
    const { release, all } = await fill();
    release();
    expect((await all).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  });
});

describe('a slow client', () => {
  it('that does not finish its headers within about 10 seconds is sent away', async () => {
    const started = performance.now();
    const response = await gateway.raw('GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ');
    expect(response).toMatchObject({ status: 400, closed: true });
    expect((JSON.parse(response.text) as ErrorResponse).error.message).toBe(
      'The request did not arrive in time.',
    );
    expect(performance.now() - started).toBeLessThan(14_000);
  }, 20_000);
});
