// Tests the import worker on a real bus and real queues, between an owner of fetch batches and a marketplace.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { AppError, importQueue, MAX_REPORT_BYTES, type Marketplace, type Region } from '#contracts';
import { newId } from '#platform/context';
import { Health } from '#platform/observability';
import { Queues } from '#platform/jobs';
import { Redis } from '#platform/redis';
import {
  loadSecrets,
  startNats,
  startRedis,
  temporaryFolder,
  type NatsServer,
  type RedisServer,
} from '#testing/servers';
import { until } from '#testing/until';
import { configSchema } from '../src/config.ts';
import { ImportWorkerModule } from '../src/import-worker.module.ts';
import { inventedExchanges } from './exchanges.ts';
import { answer, openMarketplace, silence, type MarketplaceServer } from './marketplace-server.ts';
import { openFetchBatchOwner, type FetchBatchOwner } from './fetch-batch-owner.ts';

const A = 'B00000000A';
const B = 'B00000000B';

let dir: string;
let nats: NatsServer;
let redis: RedisServer;
let queues: Queues;
let owner: FetchBatchOwner;
let market: MarketplaceServer;
const workers: INestApplicationContext[] = [];

beforeAll(async () => {
  dir = await temporaryFolder('import-worker');
  const secrets = await loadSecrets(dir);
  [nats, redis] = await Promise.all([
    startNats({ dir: join(dir, 'nats'), secrets }),
    startRedis({ dir: join(dir, 'redis'), secrets, testingUser: true }),
  ]);
  const health = new Health();
  queues = new Queues(redis.url('catalogue'), 'test', health);
  await until('the queues can be reached', async () => Object.keys(await health.problems()).length === 0);
});

afterAll(async () => {
  await queues.onApplicationShutdown();
  await Promise.all([nats.stop(), redis.stop()]);
  await rm(dir, { recursive: true, force: true });
});

beforeEach(async () => {
  owner = await openFetchBatchOwner(nats.variables('catalogue'));
  market = await openMarketplace();
});

afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.close()));
  await Promise.all([owner.close(), market.close()]);
});

/** Starts a worker, without a pause between marketplace calls unless the settings say otherwise. */
async function startWorker(settings: Record<string, string> = {}): Promise<void> {
  const config = configSchema.parse({
    ...nats.variables('import-worker'),
    REDIS_URL: redis.url('import-worker'),
    IMPORT_CALL_INTERVAL_MS: '0',
    SHUTDOWN_MS: '2000',
    SP_API_TOKEN_URL: `${market.url}/auth/o2/token`,
    SP_API_URL_NA: `${market.url}/na`,
    SP_API_URL_EU: `${market.url}/eu`,
    SP_API_REFRESH_TOKEN_NA: 'refresh-na',
    SP_API_REFRESH_TOKEN_EU: 'refresh-eu',
    ...settings,
  });
  class HealthModule {}
  class RootModule {}
  const health = { module: HealthModule, global: true, providers: [Health], exports: [Health] };
  const root = { module: RootModule, imports: [health, ImportWorkerModule.forRoot(config)] };
  const worker = await NestFactory.createApplicationContext(root, { logger: false, abortOnError: false });
  workers.push(worker);
  await worker.init();
}

/** Queues a fetch batch of these products in a region; it can be claimed so many times. */
async function addBatch(
  asins: string[],
  marketplace: Marketplace = 'US',
  region: Region = 'na',
  times = 1,
): Promise<string> {
  const batchId = newId();
  const claims = Array.from({ length: times }, (_, i) => ({
    state: 'claimed' as const,
    epoch: i + 1,
    marketplace,
    asins,
  }));
  owner.claims.set(batchId, claims);
  await enqueue(batchId, region);
  return batchId;
}

async function enqueue(batchId: string, region: Region = 'na'): Promise<void> {
  const envelope = { context: { requestId: newId() }, data: { v: 1, batchId } };
  const jobs = [{ queue: importQueue(region), jobId: `import-${batchId}-1`, envelope, attempts: 3 }];
  // As a relay does: while Redis is away, for example because this process was busy for seconds, it tries again.
  await until('the job is queued', () =>
    queues
      .add(jobs)
      .then(() => true)
      .catch(() => false),
  );
}

/** True once the job of a batch has ended, as far as Redis can be asked. */
const isOver = async (batchId: string, region: Region = 'na') =>
  !(await queues.isPending(importQueue(region), `import-${batchId}-1`).catch(() => true));

const addItem = (asin: string, extra: object = {}) =>
  market.items.set(asin, {
    asin,
    summaries: [{ marketplaceId: 'ATVPDKIKX0DER', itemName: `Title ${asin}` }],
    ...extra,
  });

describe('a fetch batch', () => {
  beforeEach(() => startWorker());

  it('is claimed, fetched by one call and reported', async () => {
    const { fullItem } = inventedExchanges();
    market.items.set(fullItem.asin, fullItem);
    market.items.set('B00000000C', { asin: 'B00000000C' });
    const batchId = await addBatch([fullItem.asin, B, 'B00000000C']);
    await until('the job is over', () => isOver(batchId));
    expect(owner.reports).toEqual([
      {
        batchId,
        epoch: 1,
        outcomes: [
          {
            asin: fullItem.asin,
            outcome: 'found',
            product: expect.objectContaining({
              brand: 'Lumora',
              mainImage: 'https://images.example/lamp.jpg',
            }),
          },
          { asin: B, outcome: 'failed', errorCode: 'NotFound' },
          { asin: 'B00000000C', outcome: 'failed', errorCode: 'SourceRejected' },
        ],
      },
    ]);
    expect([owner.claimed.length, market.searches.length, owner.releases.length]).toEqual([1, 1, 0]);
  });

  it('is reported in parts that the bus can carry', async () => {
    const asins = Array.from({ length: 20 }, (_, i) => `B0000000${i + 10}`);
    const product_description = [{ value: '長"'.repeat(20_000) }];
    for (const asin of asins)
      addItem(asin, { attributes: { product_description, bullet_point: product_description } });
    const batchId = await addBatch(asins);
    await until('the job is over', () => isOver(batchId));
    expect(owner.reports.length).toBeGreaterThan(1);
    expect(Math.max(...owner.reportBytes)).toBeLessThanOrEqual(MAX_REPORT_BYTES);
    expect(owner.reports.flatMap(({ outcomes }) => outcomes).map(({ asin }) => asin)).toEqual(asins);
  });

  it('is dropped once a report is refused as too late', async () => {
    owner.accepts = false;
    for (const asin of [A, B]) {
      const bullet_point = Array.from({ length: 50 }, (_, i) => ({ value: `${i}${'長'.repeat(1900)}` }));
      addItem(asin, { attributes: { bullet_point } });
    }
    const batchId = await addBatch([A, B]);
    await until('the job is over', () => isOver(batchId));
    expect(owner.reports).toHaveLength(1);
    expect(owner.claimed).toHaveLength(1);
  });

  it('that is already settled causes no marketplace call', async () => {
    const batchId = newId();
    await enqueue(batchId);
    await until('the job is over', () => isOver(batchId));
    expect([owner.claimed.length, market.searches.length]).toEqual([1, 0]);
  });

  it('that another worker holds is claimed again after the time that the owner names', async () => {
    addItem(A);
    const batchId = newId();
    owner.claims.set(batchId, [
      { state: 'busy', retryAfterMs: 300 },
      { state: 'claimed', epoch: 7, marketplace: 'US', asins: [A] },
    ]);
    await enqueue(batchId);
    await until('the job is over', () => isOver(batchId));
    const [first, second] = owner.claimed as [(typeof owner.claimed)[0], (typeof owner.claimed)[0]];
    expect(second.at - first.at).toBeGreaterThanOrEqual(290);
    expect(second.worker).not.toBe(first.worker);
    expect(owner.reports).toMatchObject([{ batchId, epoch: 7 }]);
  });

  it('is claimed again when its owner is unavailable', async () => {
    addItem(A);
    const batchId = newId();
    const claim = { state: 'claimed' as const, epoch: 1, marketplace: 'US' as const, asins: [A] };
    owner.claims.set(batchId, [new AppError('Unavailable'), claim]);
    await enqueue(batchId);
    await until('the job is over', () => isOver(batchId));
    expect(owner.reports).toMatchObject([{ batchId }]);
  });

  it.each([
    ['rejected', answer(400, '')],
    ['unavailable', answer(503, '')],
    ['unauthorised', answer(403, '')],
  ])('is released as %s, and its job ends', async (failure, respond) => {
    market.nextSearches.push(respond);
    const batchId = await addBatch([A], 'US', 'na', 2);
    await until('the job is over', () => isOver(batchId));
    expect(owner.releases).toEqual([{ batchId, epoch: 1, failure }]);
    expect([owner.claimed.length, market.searches.length, owner.reports.length]).toEqual([1, 1, 0]);
  });
});

describe('a throttled fetch batch', () => {
  beforeEach(() => startWorker({ IMPORT_CONCURRENCY: '1' }));

  it('is released and fetched again after its region has paused, on all workers', async () => {
    await startWorker({ IMPORT_CONCURRENCY: '1' });
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
    market.nextSearches.push((...exchange) => void held.then(() => answer(200, { items: [] })(...exchange)));
    const inFlight = await addBatch([B]);
    await until('one batch is in flight', () => market.searches.length === 1);
    market.nextSearches.push(answer(429, '', { 'retry-after': '2' }));
    const batchId = await addBatch([A], 'US', 'na', 2);
    await until('the batch is released', () => owner.releases.length === 1);
    expect(owner.releases).toEqual([{ batchId, epoch: 1, failure: 'throttled' }]);
    letGo();
    const next = await addBatch([B]);
    for (const id of [inFlight, batchId, next]) await until('its job is over', () => isOver(id));
    const others = owner.claimed.slice(2);
    expect(others.map((claim) => claim.batchId).toSorted()).toEqual([batchId, next].toSorted());
    expect(Math.min(...others.map(({ at }) => at)) - owner.claimed[1]!.at).toBeGreaterThan(1900);
    expect(owner.reports.filter((report) => report.batchId === batchId)).toMatchObject([{ epoch: 2 }]);
  });

  it('holds up its own region alone', async () => {
    market.nextSearches.push(answer(429, '', { 'retry-after': '60' }));
    const batchId = await addBatch([A], 'US', 'na', 2);
    await until('the batch is released', () => owner.releases.length === 1);
    await addBatch([B]);
    const elsewhere = await addBatch([B], 'DE', 'eu');
    await until('the job of the other region is over', () => isOver(elsewhere, 'eu'));
    expect(owner.claimed.map((claim) => claim.batchId)).toEqual([batchId, elsewhere]);
    await workers[0]?.close();
    const operator = new Redis(redis.url('testing'));
    await operator.flushall(); // the pause would hold up the next tests
    operator.disconnect();
  });
});

describe('a fetch batch of a worker that shuts down', () => {
  beforeEach(() => startWorker({ SHUTDOWN_MS: '500' }));

  it('is released as throttled, and another worker fetches it', async () => {
    addItem(A);
    market.nextSearches.push(silence);
    const batchId = await addBatch([A], 'US', 'na', 2);
    await until('the marketplace is called', () => market.searches.length === 1);
    await workers[0]?.close();
    expect(owner.releases).toEqual([{ batchId, epoch: 1, failure: 'throttled' }]);
    expect(await isOver(batchId)).toBe(false);
    await startWorker();
    await until('the job is over', () => isOver(batchId));
    expect(owner.reports).toMatchObject([{ batchId, epoch: 2 }]);
  });
});

describe('the queues', () => {
  it('let one call through in each interval of a region', async () => {
    await startWorker({ IMPORT_CALL_INTERVAL_MS: '200', IMPORT_CONCURRENCY: '5' });
    const startedAt = performance.now();
    const batches = await Promise.all(Array.from({ length: 5 }, () => addBatch([A])));
    for (const batchId of batches) await until('the job is over', () => isOver(batchId));
    expect(owner.claimed).toHaveLength(5);
    expect((owner.claimed.at(-1)?.at ?? 0) - startedAt).toBeGreaterThan(4 * 200 - 20);
  });

  it('of unconfigured regions are left to other workers', async () => {
    await startWorker({ IMPORT_REGIONS: 'eu' });
    const left = await addBatch([A], 'US', 'na');
    const taken = await addBatch([A], 'DE', 'eu');
    await until('the job is over', () => isOver(taken, 'eu'));
    expect(await isOver(left)).toBe(false);
  });
});
