// Tests the operations on generations that exist, and what clients look up.
import {
  AppError,
  cancelGeneration,
  deleteGeneration,
  ERROR_CODES,
  GENERATION_ERROR_CODES,
  IMPORT_ITEM_ERROR_CODES,
  listGenerations,
  listGenerationStatistics,
  listImportStatistics,
  listModels,
  retryGeneration,
  type ErrorTables,
} from '#contracts';
import {
  exampleFinishedGeneration,
  exampleGeneration,
  exampleGenerations,
  exampleModels,
  exampleRetriedGeneration,
} from '../src/openapi/examples.ts';
import {
  BASE,
  GENERATIONS,
  JSON_TYPE,
  errorOf,
  startGateway,
  type GatewayEnvironment,
} from './gateway-environment.ts';

const RUNNING = exampleGeneration;
const DONE = exampleFinishedGeneration;

let gateway: GatewayEnvironment;
beforeAll(async () => {
  gateway = await startGateway();
}, 60_000);
afterAll(() => gateway.close());

describe('the list of generations', () => {
  it('passes its filters to the owner, and the page back as it is', async () => {
    const inputs: object[] = [];
    await gateway.owners.on(listGenerations, ({ actor: _, ...input }) => {
      inputs.push(input);
      return JSON.stringify(exampleGenerations);
    });
    const filters =
      'status=FAILED&applicationId=a&documentId=b&productId=c&manual=false&createdAfter=1&createdBefore=2';
    const response = await gateway.call(`${GENERATIONS}?${filters}&limit=5`);
    expect(await response.json()).toEqual(exampleGenerations);
    await gateway.call(GENERATIONS);
    const named = { status: 'FAILED', applicationId: 'a', documentId: 'b', productId: 'c' };
    expect(inputs).toEqual([
      { ...named, manual: false, createdAfter: 1, createdBefore: 2, limit: 5 },
      { limit: 10 },
    ]);
  });

  it.each([
    ['status=ENDED', 'status'],
    ['applicationId=', 'applicationId'],
    ['manual=1', 'manual'],
    ['createdAfter=2026-11-22', 'createdAfter'],
    ['createdBefore=-1', 'createdBefore'],
    ['limit=0', 'limit'],
    ['colour=red', 'colour'],
  ])('refuses %s', async (query, target) => {
    const response = await gateway.call(`${GENERATIONS}?${query}`);
    expect(await errorOf(response)).toMatchObject({ code: 'InvalidArgument', target });
  });
});

describe('a generation that exists', () => {
  const path = `${GENERATIONS}/${RUNNING.id}`;

  it('is cancelled', async () => {
    await gateway.owners.on(cancelGeneration, ({ id }) => ({ ...DONE, id }));
    const response = await gateway.call(`${path}/cancel`, { method: 'POST' });
    expect([response.status, await response.json()]).toEqual([200, DONE]);
  });

  it('is repeated, with a body and without one', async () => {
    const asked: object[] = [];
    await gateway.owners.on(retryGeneration, ({ actor: _, ...input }) => {
      asked.push(input);
      return { generation: exampleRetriedGeneration, replayed: false };
    });
    const body = '{"environment":{"tone":"formal"}}';
    const first = await gateway.post(`${path}/retry`, body, { ...JSON_TYPE, 'idempotency-key': 'k' });
    const second = await gateway.call(`${path}/retry`, { method: 'POST' });
    for (const response of [first, second]) {
      expect(response.status).toBe(201);
      expect(response.headers.get('location')).toBe(`${GENERATIONS}/${exampleRetriedGeneration.id}`);
      expect(await response.json()).toEqual(exampleRetriedGeneration);
    }
    const { id } = RUNNING;
    expect(asked).toEqual([
      { id, body: JSON.parse(body) as object, idempotencyKey: 'k' },
      { id, body: {} },
    ]);
    const refused = await gateway.post(`${path}/retry`, '{"applicationId":"other"}');
    expect(await errorOf(refused)).toMatchObject({ code: 'InvalidArgument', target: 'applicationId' });
  });

  it('is deleted without a body in the answer', async () => {
    await gateway.owners.on(deleteGeneration, () => ({}));
    const response = await gateway.call(path, { method: 'DELETE' });
    expect([response.status, await response.text()]).toEqual([204, '']);
    expect(response.headers.get('content-type')).toBeNull();
  });

  it.each(['retry', 'delete'])('is refused a %s with 409 while it is RUNNING', async (action) => {
    await gateway.owners.on(retryGeneration, () => new AppError('InvalidState'));
    await gateway.owners.on(deleteGeneration, () => new AppError('InvalidState'));
    const response =
      action === 'retry'
        ? await gateway.post(`${path}/retry`, '{}')
        : await gateway.call(path, { method: 'DELETE' });
    expect(response.status).toBe(409);
    expect(await errorOf(response)).toMatchObject({ code: 'InvalidState' });
  });
});

describe('statistics', () => {
  it('are joined from both owners, in whole intervals', async () => {
    const asked: object[] = [];
    const figures = {
      success: 2,
      byErrorCode: { ModelTimeout: 1 },
      tokens: { input: 5, output: 1 },
      costMicros: 7,
    };
    await gateway.owners.on(listGenerationStatistics, ({ actor: _, ...range }) => {
      asked.push(range);
      return { points: [{ start: 7200, ...figures }] };
    });
    await gateway.owners.on(listImportStatistics, ({ actor: _, ...range }) => {
      asked.push(range);
      return { points: [{ start: 3600, success: 3, failure: 1 }] };
    });
    const answer = await gateway.call(`${BASE}/statistics?from=4000&to=10799&interval=hour`);
    const whole = { from: 3600, to: 10_800, interval: 'hour' };
    expect(asked).toEqual([whole, { ...whole, byErrorCode: false }]);
    const nothing = { success: 0, failed: 0, byErrorCode: {} };
    const tokens = { input: 0, output: 0 };
    const imports = { success: 3, failure: 1 };
    const generations = { success: 2, failed: 1, byErrorCode: { ModelTimeout: 1 } };
    const used = { tokens: { input: 5, output: 1 }, costMicros: 7 };
    expect(await answer.json()).toEqual({
      ...whole,
      series: [
        { start: 3600, imports, generations: nothing, tokens, costMicros: 0 },
        { start: 7200, imports: { success: 0, failure: 0 }, generations, ...used },
      ],
      total: { imports, generations, ...used },
    });
  });

  it.each([
    ['from', 'to=1'],
    ['to', 'from=5&to=5'],
    ['to', `from=0&to=${400 * 86_400 + 1}`],
    ['to', `from=0&to=${400 * 3600 + 1}&interval=hour`],
    ['interval', 'from=0&to=1&interval=week'],
    ['by', 'from=0&to=1&by=person'],
    ['from', 'from=-1&to=1'],
  ])('with a wrong %s are refused: %s', async (target, query) => {
    const response = await gateway.call(`${BASE}/statistics?${query}`);
    expect(response.status).toBe(400);
    expect(await errorOf(response)).toMatchObject({ code: 'InvalidArgument', target });
  });
});

describe('the reference', () => {
  it('lists models and marketplaces for those who are signed in', async () => {
    await gateway.owners.on(listModels, () => exampleModels);
    expect(await (await gateway.call(`${BASE}/models`)).json()).toEqual(exampleModels);
    const { marketplaces } = (await (await gateway.call(`${BASE}/marketplaces`)).json()) as {
      marketplaces: { code: string }[];
    };
    expect(marketplaces).toHaveLength(22);
    expect(marketplaces.find(({ code }) => code === 'DE')).toEqual({
      code: 'DE',
      region: 'eu',
      host: 'www.amazon.de',
      languages: ['de-DE', 'en-GB'],
      supported: true,
    });
    expect(marketplaces.find(({ code }) => code === 'CN')).toEqual({
      code: 'CN',
      host: 'www.amazon.cn',
      languages: ['zh-CN'],
      supported: false,
    });
    for (const path of ['/models', '/marketplaces'])
      expect((await fetch(`${gateway.origin}${BASE}${path}`)).status).toBe(401);
  });

  it('lists all error codes for everybody', async () => {
    const response = await fetch(`${gateway.origin}${BASE}/errors`);
    const tables = (await response.json()) as ErrorTables;
    expect(tables.requests.map(({ code }) => code)).toEqual(ERROR_CODES);
    expect(tables.generations.map(({ code }) => code)).toEqual(GENERATION_ERROR_CODES);
    expect(tables.importItems.map(({ code }) => code)).toEqual(IMPORT_ITEM_ERROR_CODES);
    expect(tables.requests).toContainEqual({
      code: 'InvalidState',
      status: 409,
      retryable: false,
      message: { en: 'The resource is not in a state that allows this.', zh: '资源当前状态不允许该操作。' },
    });
    expect(tables.generations).toContainEqual({
      code: 'Cancelled',
      retryable: true,
      message: { en: 'The generation was cancelled.', zh: '生成任务已取消。' },
    });
  });
});
