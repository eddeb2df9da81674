// Tests the operations on generations that exist, and what clients look up.
import {
  AppError,
  batchChanged,
  cancelBatch,
  cancelGeneration,
  createBatch,
  deleteGeneration,
  ERROR_CODES,
  estimateBatch,
  GENERATION_ERROR_CODES,
  getBatch,
  IMPORT_ITEM_ERROR_CODES,
  listBatches,
  listGenerations,
  listModels,
  retryGeneration,
  type Batch,
  type ErrorTables,
} from '#contracts';
import { newId } from '#platform/context';
import { EventReader } from '#testing/http';
import { until } from '#testing/until';
import {
  exampleBatch,
  exampleBatches,
  exampleBatchEstimate,
  exampleCancelledBatch,
  exampleNewBatch,
} from '../src/openapi/examples/batch-examples.ts';
import {
  exampleFinishedGeneration,
  exampleGeneration,
  exampleGenerations,
  exampleModels,
  exampleRetriedGeneration,
} from '../src/openapi/examples/examples.ts';
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
});
afterAll(() => gateway.close());

describe('the list of generations', () => {
  it('passes its filters to the owner, and the page back as it is', async () => {
    const inputs: object[] = [];
    await gateway.owners.on(listGenerations, ({ actor: _, ...input }) => {
      inputs.push(input);
      return JSON.stringify(exampleGenerations);
    });
    const filters =
      'status=FAILED&applicationId=a&documentId=b&productId=c&batchId=d&manual=false&createdAfter=1&createdBefore=2';
    const response = await gateway.call(`${GENERATIONS}?${filters}&limit=5`);
    expect(await response.json()).toEqual(exampleGenerations);
    await gateway.call(GENERATIONS);
    const named = { status: 'FAILED', applicationId: 'a', documentId: 'b', productId: 'c', batchId: 'd' };
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

describe('batches', () => {
  const BATCHES = `${GENERATIONS}/batches`;

  it('are accepted, and only estimated with dryRun', async () => {
    const asked: object[] = [];
    await gateway.owners.on(createBatch, ({ actor: _, ...input }) => {
      asked.push(input);
      return { batch: exampleNewBatch, replayed: true };
    });
    await gateway.owners.on(estimateBatch, ({ body }) => {
      asked.push({ body });
      return exampleBatchEstimate;
    });
    const ids = Array.from({ length: 1000 }, newId); // more than 16 KB
    const body = { applicationId: 'product-title', products: { ids }, maxCostMicros: 5 };
    const headers = { ...JSON_TYPE, 'idempotency-key': 'k' };
    const response = await gateway.post(BATCHES, JSON.stringify(body), headers);
    expect([response.status, await response.json()]).toEqual([202, exampleNewBatch]);
    expect(response.headers.get('location')).toBe(`${BATCHES}/${exampleNewBatch.id}`);
    expect(response.headers.get('idempotency-replayed')).toBe('true');
    const computed = await gateway.post(BATCHES, JSON.stringify({ ...body, dryRun: true }));
    expect([computed.status, await computed.json()]).toEqual([200, exampleBatchEstimate]);
    expect(asked).toEqual([{ body, idempotencyKey: 'k' }, { body }]);
  });

  it.each([
    [{}, 'products'],
    [{ ids: [], first: 1 }, 'products.ids'],
    [{ ids: ['a'], filter: {} }, 'products'],
    [{ ids: ['a'], first: 1 }, 'products.first'],
    [{ filter: { colour: 'red' } }, 'products.filter.colour'],
    [{ filter: { edited: 'true' } }, 'products.filter.edited'],
    [{ filter: {}, first: 10_001 }, 'products.first'],
  ])('of the products %j are refused', async (products, target) => {
    const response = await gateway.post(BATCHES, JSON.stringify({ applicationId: 'a', products }));
    expect(await errorOf(response)).toMatchObject({ code: 'InvalidArgument', target });
  });

  it('are listed, read and cancelled', async () => {
    await gateway.owners.on(listBatches, () => JSON.stringify(exampleBatches));
    await gateway.owners.on(getBatch, () => exampleBatch);
    await gateway.owners.on(cancelBatch, () => exampleCancelledBatch);
    const { id } = exampleBatch;
    expect(await (await gateway.call(BATCHES)).json()).toEqual(exampleBatches);
    expect(await (await gateway.call(`${BATCHES}/${id}`)).json()).toEqual(exampleBatch);
    const cancelled = await gateway.call(`${BATCHES}/${id}/cancel`, { method: 'POST' });
    expect([cancelled.status, await cancelled.json()]).toEqual([200, exampleCancelledBatch]);
  });

  it('are followed: a snapshot, the counts at most twice a second, the end', async () => {
    const id = newId();
    let batch: Batch = { ...exampleNewBatch, id };
    let reads = 0;
    await gateway.owners.on(getBatch, () => {
      reads += 1;
      return batch;
    });
    const tell = (change: Partial<Batch>): void => {
      batch = { ...batch, ...change };
      gateway.owners.notify(batchChanged, id, {});
    };
    const url = `${gateway.origin}${BATCHES}/${id}/events`;
    const reader = await EventReader.open(url, gateway.token, {});
    try {
      await until('the snapshot is there', () => reader.events.length === 1);
      const startedAt = performance.now();
      const readsBefore = reads;
      for (let success = 0; success < 100; success += 1) {
        tell({ counts: { ...batch.counts, waiting: 500 - success, success } });
        await new Promise((resolve) => setImmediate(resolve));
      }
      await until('the counts are there', () => reader.events.at(-1)?.id === '401.0.99.0');
      const elapsed = performance.now() - startedAt;
      expect(reads - readsBefore).toBeLessThanOrEqual(2 + elapsed / 500);
      const { counts, status, completedAt } = exampleBatch;
      tell({ counts, status, completedAt });
      await until('the stream is over', () => reader.state !== 'open');
      expect(reader.events.slice(-2).map(({ event, data }) => [event, data])).toEqual([
        ['batch.progress', { counts }],
        ['batch.completed', batch],
      ]);
      expect(reader.events[0]).toMatchObject({ event: 'batch.snapshot' });
    } finally {
      reader.close();
    }
    const again = await EventReader.open(url, gateway.token, { lastEventId: 'end' });
    expect(again.response.status).toBe(204);
  });
});
