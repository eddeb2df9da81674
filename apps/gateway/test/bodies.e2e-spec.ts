// Tests how the gateway checks bodies and queries.
import { listProducts } from '#contracts';
import { exampleImport, exampleProducts } from '../src/openapi/examples/examples.ts';
import {
  ACCOUNT,
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
beforeEach(() => gateway.owners.answerWithExamples());

const post: GatewayEnvironment['post'] = (...request) => gateway.post(...request);

describe('a body', () => {
  it.each(['{', '{"asins":["A"],}', '{"asins":', 'asins', "{'asins':[]}", '\u0000'])(
    'of %j is refused as MalformedJson',
    async (body) => expect((await errorOf(await post(IMPORT, body))).code).toBe('MalformedJson'),
  );

  it.each(['[]', 'null', '"text"', '7'])('of %s is refused, because it is not an object', async (body) =>
    expect((await errorOf(await post(IMPORT, body))).code).toBe('InvalidArgument'),
  );

  it('must not be absent', async () => {
    expect((await gateway.call(IMPORT, { method: 'POST' })).status).toBe(400);
    expect((await gateway.call(IMPORT, { method: 'POST', headers: JSON_TYPE })).status).toBe(400);
  });

  it('may nest 32 levels and no deeper', async () => {
    const deep = (levels: number): string =>
      `{"applicationId":"x","inputs":{"a":${'['.repeat(levels - 2)}${']'.repeat(levels - 2)}}}`;
    expect((await errorOf(await post(GENERATIONS, deep(33)))).message).toBe(
      'The body nests deeper than 32 levels.',
    );
    expect((await post(GENERATIONS, deep(30_000))).status).toBe(400);
    expect((await post(GENERATIONS, deep(32))).status).toBe(201);
  });

  it.each([
    '{"__proto__":{"admin":true},"asins":["A"]}',
    '{"constructor":{"prototype":{"admin":true}},"asins":["A"]}',
    '{"asins":["A"],"marketplace":{"__proto__":{"admin":true}}}',
  ])('of %s is refused and poisons no prototype', async (body) => {
    expect((await errorOf(await post(IMPORT, body))).code).toBe('MalformedJson');
    expect(({} as { admin?: boolean }).admin).toBeUndefined();
  });

  it.each([
    [IMPORT, '{"asins":["A"],"asins":["A"]}', 'asins'],
    [IMPORT, String.raw`{"asins":["A"],"refresh":true,"re\u0066resh":false}`, 'refresh'],
    [SIGN_IN, '{"email":"a@example.com","password":"x","email":"b@example.com"}', 'email'],
    [GENERATIONS, '{"applicationId":"x","inputs":{"a":[0,{"b":{"c":1,"":2,"c":1}}]}}', 'inputs.a[1].b.c'],
  ])('of %s, %s, is refused for the field that is there twice', async (path, body, target) => {
    expect(await errorOf(await post(path, body))).toMatchObject({ code: 'InvalidArgument', target });
    expect(gateway.owners.accepted).toEqual([]);
  });

  it.each([
    [String.raw`{"applicationId":"x","inputs":{"a":{"b":["\u0000"]}}}`, 'inputs.a.b[0]'],
    [String.raw`{"applicationId":"x","inputs":{"a":{"\ud800":1}}}`, 'inputs.a.\ufffd'],
    [String.raw`{"applicationId":"x\ud800"}`, 'applicationId'],
    [String.raw`{"applicationId":"x","environment":{"tone":"\udc00\ud800"}}`, 'environment.tone'],
    [
      String.raw`{"applicationId":"x","environment":{"system_prompt":"a\u0000"}}`,
      'environment.system_prompt',
    ],
  ])('of a generation with NUL or half of a surrogate pair, %s, is refused', async (body, target) => {
    expect(await errorOf(await post(GENERATIONS, body))).toMatchObject({ code: 'InvalidArgument', target });
    expect(gateway.owners.accepted).toEqual([]);
  });

  it('may have whole surrogate pairs, and escapes of what is not encoded', async () => {
    const body = String.raw`{"applicationId":"x","inputs":{"\ud83d\ude00":"\\u0000 \\ud800 😀"}}`;
    expect((await post(GENERATIONS, body)).status).toBe(201);
    expect(gateway.owners.accepted).toEqual([{ applicationId: 'x', inputs: { '😀': '\\u0000 \\ud800 😀' } }]);
  });

  it.each(['c3', 'c080', 'eda080', 'f4908080'])(
    'with the bytes %s, which are not UTF-8, is refused',
    async (hex) => {
      const body = Buffer.concat([Buffer.from('{"asins":["'), Buffer.from(hex, 'hex'), Buffer.from('"]}')]);
      const init = { method: 'POST', headers: JSON_TYPE, body };
      expect((await errorOf(await gateway.call(IMPORT, init))).code).toBe('MalformedJson');
    },
  );

  it.each(['accountId', 'workspaceId', 'status', 'result', 'id', 'constructor', 'prototype', 'toString'])(
    'with the field %s, which clients may not set, is refused and reaches no owner',
    async (field) => {
      const error = await errorOf(await post(IMPORT, JSON.stringify({ asins: ['A'], [field]: 'x' })));
      expect(error).toMatchObject({ code: 'InvalidArgument', target: field });
      expect(gateway.owners.accepted).toEqual([]);
    },
  );

  it.each([
    ['{}', 'asins'],
    ['{"asins":[]}', 'asins'],
    ['{"asins":"A"}', 'asins'],
    [JSON.stringify({ asins: Array.from({ length: 1001 }, () => 'A') }), 'asins'],
    ['{"asins":["A",null]}', 'asins[1]'],
    ['{"asins":["A"],"marketplace":"XX"}', 'marketplace'],
    ['{"asins":["A"],"refresh":"yes"}', 'refresh'],
  ])('of an import, %.40s, is refused with the target %s', async (body, target) => {
    const error = await errorOf(await post(IMPORT, body));
    expect(error).toMatchObject({ code: 'InvalidArgument', target });
    expect(error.details[0]).toMatchObject({ code: 'InvalidArgument', target });
    expect(gateway.owners.accepted).toEqual([]);
  });

  it('is refused with one detail for each wrong part', async () => {
    const { details } = await errorOf(await post(IMPORT, '{"asins":[1,"A",2],"x":1,"y":2}'));
    expect(details.map(({ target }) => target)).toEqual(['asins[0]', 'asins[2]', 'x', 'y']);
  });

  it('may hold malformed identifiers, which the owner gets unchanged', async () => {
    const asins = ['b00x', '../../x', '１２３', "'; DROP TABLE", 'A', 'A'];
    const response = await post(IMPORT, JSON.stringify({ asins }));
    expect(response.status).toBe(202);
    expect(gateway.owners.accepted).toEqual([{ asins }]);
  });

  it.each<[unknown]>([
    [undefined],
    [7],
    [['a@example.com']],
    [`${'a'.repeat(300)}@example.com`],
    ['a@b'],
    ['a@b.co\r\nBcc: x'],
  ])('with the e-mail %.30j is refused with its target, and the e-mail is not echoed', async (email) => {
    const response = await post(SIGN_IN, JSON.stringify({ email, password: 'x' }));
    const error = await errorOf(response);
    expect(error).toMatchObject({ code: 'InvalidArgument', target: 'email' });
    if (typeof email === 'string') expect(JSON.stringify(error)).not.toContain(email.slice(0, 8));
  });

  it.each([
    ['{"inputs":{}}', 'applicationId'],
    ['{"applicationId":""}', 'applicationId'],
    ['{"applicationId":7}', 'applicationId'],
    [`{"applicationId":"${'x'.repeat(65)}"}`, 'applicationId'],
    ['{"applicationId":"x","manual":"true"}', 'manual'],
    ['{"applicationId":"x","environment":{"temperature":"0.5"}}', 'environment.temperature'],
    ['{"applicationId":"x","environment":{"temperature":2.1}}', 'environment.temperature'],
    ['{"applicationId":"x","environment":{"temperature":1e999}}', 'environment.temperature'],
    ['{"applicationId":"x","environment":{"temperature":null}}', 'environment.temperature'],
    ['{"applicationId":"x","environment":{"temperature":-0.1}}', 'environment.temperature'],
    ['{"applicationId":"x","environment":{"mood":"x"}}', 'environment.mood'],
    [`{"applicationId":"x","environment":{"language":"${'x'.repeat(10_240)}"}}`, 'environment.language'],
    [`{"applicationId":"x","environment":{"tone":"${'x'.repeat(10_240)}"}}`, 'environment.tone'],
    [
      `{"applicationId":"x","environment":{"system_prompt":"${'x'.repeat(4001)}"}}`,
      'environment.system_prompt',
    ],
  ])('of a generation, %.60s, is refused with the target %s', async (body, target) =>
    expect(await errorOf(await post(GENERATIONS, body))).toMatchObject({ code: 'InvalidArgument', target }),
  );
});

it('an input named like a field of a prototype reaches the owner', async () => {
  const body = '{"applicationId":"x","inputs":{"prototype":"Mk II","constructor":{"name":"Oakline"}}}';
  expect((await post(GENERATIONS, body)).status).toBe(201);
  expect(JSON.stringify(gateway.owners.accepted)).toBe(`[${body}]`);
});

describe('a query', () => {
  it.each(['0', '-1', '101', '1.5', '10abc', '1e1', '', '%20', '5&limit=6', '0x10'])(
    'with limit=%s is refused',
    async (limit) => {
      const response = await gateway.call(`${PRODUCTS}?limit=${limit}`);
      expect(await errorOf(response)).toMatchObject({ code: 'InvalidArgument', target: 'limit' });
    },
  );

  it.each(['custom', 'RETAILER', '', 'Other', 'Custom&genre=Custom'])(
    'with genre=%s is refused',
    async (genre) => {
      const response = await gateway.call(`${PRODUCTS}?genre=${genre}`);
      expect(await errorOf(response)).toMatchObject({ code: 'InvalidArgument', target: 'genre' });
    },
  );

  it.each([
    [`${PRODUCTS}?page=2`, 'page'],
    [`${PRODUCTS}/x?fields=id`, 'fields'],
    [`${ACCOUNT}?__proto__=1`, '__proto__'],
  ])('with an unknown parameter, %s, is refused', async (path, target) =>
    expect(await errorOf(await gateway.call(path))).toMatchObject({ code: 'InvalidArgument', target }),
  );

  it.each(['nextToken=%00', 'genre=%ED%A0%80', 'limit=%zz', 'nextToken=a%C3', '%ff=1'])(
    'with %s, which encodes no text, is refused',
    async (query) => {
      const target = query.split('=')[0];
      const response = await gateway.raw(
        `GET ${PRODUCTS}?limit=5&${query} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${gateway.token}\r\n\r\n`,
      );
      expect(response.status).toBe(400);
      expect(errorIn(response)).toMatchObject({ code: 'InvalidArgument', target });
    },
  );

  it('reaches the owner as typed values with defaults', async () => {
    let seen: unknown;
    await gateway.owners.on(listProducts, ({ actor, ...query }) => {
      seen = query;
      return JSON.stringify(exampleProducts);
    });
    await gateway.call(PRODUCTS);
    expect(seen).toEqual({ limit: 10 });
    await gateway.call(`${PRODUCTS}?limit=100&genre=Custom&nextToken=abc`);
    expect(seen).toEqual({ limit: 100, genre: 'Custom', nextToken: 'abc' });
  });
});

describe('a body of an import that is a text', () => {
  const send = (body: string | Buffer, type = 'text/csv', query = ''): Promise<Response> =>
    gateway.call(`${IMPORT}${query}`, {
      method: 'POST',
      body: new Uint8Array(Buffer.from(body)),
      headers: { 'content-type': type },
    });

  it('is an import of its lines or of its column, with the rest in the query', async () => {
    const csv = '\uFEFFtitle,asin\r\n"a, b",B000000001\r\nc,B000000002\r\n';
    const accepted = await send(csv, 'text/csv; charset=utf-8', '?marketplace=DE&refresh=true');
    expect([accepted.status, accepted.headers.get('location')]).toEqual([
      202,
      `${PRODUCTS}/imports/${exampleImport.id}`,
    ]);
    expect((await send('B000000001\n\nnot one\n', 'text/plain')).status).toBe(202);
    expect(gateway.owners.accepted).toEqual([
      { asins: ['B000000001', 'B000000002'], marketplace: 'DE', refresh: true },
      { asins: ['B000000001', 'not one'] },
    ]);
  });

  it.each([
    ['nothing', '', '', 'asins'],
    ['more identifiers than fit', 'B\n'.repeat(1001), '', 'asins'],
    ['several columns and no header', 'B1,x\nB2,y', '', 'asin'],
    ['a quote that is not closed', 'asin\n"B1', '', undefined],
    ['only quotes', '"'.repeat(128 * 1024 - 1), '', undefined],
    ['bytes of another encoding', Buffer.from('asin\n\xc9\xcc\xc6\xb7', 'latin1'), '', undefined],
    ['an unknown parameter', 'B1', '?limit=1', 'limit'],
    ['an unknown marketplace', 'B1', '?marketplace=XX', 'marketplace'],
    ['a parameter twice', 'B1', '?marketplace=US&marketplace=DE', 'marketplace'],
    ['neither true nor false', 'B1', '?refresh=1', 'refresh'],
    ['identifiers in the query', 'B1', '?asins=B2', 'asins'],
    ['several identifiers in the query', 'B1', '?asins=B2&asins=B3', 'asins'],
  ])('with %s is refused', async (_, body, query, target) => {
    const error = await errorOf(await send(body, 'text/csv', query));
    expect([error.code, error.target]).toEqual(['InvalidArgument', target]);
    expect(gateway.owners.accepted).toEqual([]);
  });

  it('is refused where it is too large, of another type, or on another route', async () => {
    expect((await send('B'.repeat(128 * 1024 + 1))).status).toBe(413);
    expect((await send('B1', 'text/html')).status).toBe(415);
    expect((await send('B1', 'text/csv; charset=gb18030')).status).toBe(415);
    const elsewhere = await gateway.post(PRODUCTS, 'B1', { 'content-type': 'text/plain' });
    expect(elsewhere.status).toBe(415);
    const json = await gateway.post(`${IMPORT}?refresh=true`, '{"asins":["B1"]}');
    expect(await errorOf(json)).toMatchObject({ code: 'InvalidArgument', target: 'refresh' });
  });
});
