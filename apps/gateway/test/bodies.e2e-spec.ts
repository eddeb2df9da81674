// Bodies and queries, good and bad, at a running gateway.
import { listProducts } from '#contracts';
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
beforeEach(() => gateway.accepted.splice(0));

const post: UsualGateway['post'] = (...request) => gateway.post(...request);

describe('bodies', () => {
  it.each(['{', '{"asins":["A"],}', '{"asins":', 'asins', "{'asins':[]}", '\u0000'])(
    'D14: %j is 400 MalformedJson',
    async (body) => expect((await errorOf(await post(IMPORT, body))).code).toBe('MalformedJson'),
  );

  it.each(['[]', 'null', '"text"', '7'])('D14: %s is JSON but no object: 400 InvalidArgument', async (body) =>
    expect((await errorOf(await post(IMPORT, body))).code).toBe('InvalidArgument'),
  );

  it('D14: none at all is 400', async () => {
    expect((await gateway.call(IMPORT, { method: 'POST' })).status).toBe(400);
    expect((await gateway.call(IMPORT, { method: 'POST', headers: JSON_TYPE })).status).toBe(400);
  });

  it('D14: too deep a nest is 400, the deepest allowed is not', async () => {
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
  ])('%s poisons nothing and is 400', async (body) => {
    expect((await errorOf(await post(IMPORT, body))).code).toBe('MalformedJson');
    expect(({} as { admin?: boolean }).admin).toBeUndefined();
  });

  it.each(['accountId', 'workspaceId', 'status', 'result', 'id', 'constructor', 'prototype', 'toString'])(
    'D6: a field that is not the client’s, %s, is 400 and goes nowhere',
    async (field) => {
      const error = await errorOf(await post(IMPORT, JSON.stringify({ asins: ['A'], [field]: 'x' })));
      expect(error).toMatchObject({ code: 'InvalidArgument', target: field });
      expect(gateway.accepted).toEqual([]);
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
  ])('D23: an import of %.40s is 400 with the target %s', async (body, target) => {
    const error = await errorOf(await post(IMPORT, body));
    expect(error).toMatchObject({ code: 'InvalidArgument', target });
    expect(error.details[0]).toMatchObject({ code: 'InvalidArgument', target });
    expect(gateway.accepted).toEqual([]);
  });

  it('D23: every wrong part is named', async () => {
    const { details } = await errorOf(await post(IMPORT, '{"asins":[1,"A",2],"x":1,"y":2}'));
    expect(details.map(({ target }) => target)).toEqual(['asins[0]', 'asins[2]', 'x', 'y']);
  });

  it('D23: odd identifiers are none of our business: the owner gets them as they are', async () => {
    const asins = ['b00x', '../../x', '１２３', "'; DROP TABLE", 'A', 'A'];
    const response = await post(IMPORT, JSON.stringify({ asins }));
    expect(response.status).toBe(202);
    expect(gateway.accepted).toEqual([{ asins }]);
  });

  it.each<[unknown]>([
    [undefined],
    [7],
    [['a@example.com']],
    [`${'a'.repeat(300)}@example.com`],
    ['a@b'],
    ['a@b.co\r\nBcc: x'],
  ])('D12: the e-mail %.30j is 400 with its target, and is not repeated', async (email) => {
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
  ])('D20, D21, D22: a generation of %.60s is 400 with the target %s', async (body, target) =>
    expect(await errorOf(await post(GENERATIONS, body))).toMatchObject({ code: 'InvalidArgument', target }),
  );
});

it('D6: free inputs keep fields that are named as a prototype’s are', async () => {
  const body = '{"applicationId":"x","inputs":{"prototype":"Mk II","constructor":{"name":"Oakline"}}}';
  expect((await post(GENERATIONS, body)).status).toBe(201);
  expect(JSON.stringify(gateway.accepted)).toBe(`[${body}]`);
});

describe('queries', () => {
  it.each(['0', '-1', '101', '1.5', '10abc', '1e1', '', '%20', '5&limit=6', '0x10'])(
    'D24: limit=%s is 400',
    async (limit) => {
      const response = await gateway.call(`${BASE}/products?limit=${limit}`);
      expect(await errorOf(response)).toMatchObject({ code: 'InvalidArgument', target: 'limit' });
    },
  );

  it.each(['custom', 'RETAILER', '', 'Other', 'Custom&genre=Custom'])(
    'D25: genre=%s is 400',
    async (genre) => {
      const response = await gateway.call(`${BASE}/products?genre=${genre}`);
      expect(await errorOf(response)).toMatchObject({ code: 'InvalidArgument', target: 'genre' });
    },
  );

  it.each([
    [`${BASE}/products?page=2`, 'page'],
    [`${BASE}/products/x?fields=id`, 'fields'],
    [`${CORE}/accounts?__proto__=1`, '__proto__'],
  ])('an unknown parameter, %s, is 400', async (path, target) =>
    expect(await errorOf(await gateway.call(path))).toMatchObject({ code: 'InvalidArgument', target }),
  );

  it('good ones reach the owner as what they mean', async () => {
    let seen: unknown;
    await gateway.owners.on(listProducts, ({ actor, ...query }) => {
      seen = query;
      return JSON.stringify(exampleProducts);
    });
    await gateway.call(`${BASE}/products`);
    expect(seen).toEqual({ limit: 10 });
    await gateway.call(`${BASE}/products?limit=100&genre=Custom&nextToken=abc`);
    expect(seen).toEqual({ limit: 100, genre: 'Custom', nextToken: 'abc' });
  });
});
