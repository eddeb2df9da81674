// Tests a fail-over of Redis that keeps the connections to the old primary: it is a replica now and refuses writes.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Injectable, type INestApplicationContext } from '@nestjs/common';
import { z } from 'zod';
import { job } from '#contracts';
import { openWorker } from '#platform/boot';
import { processConfig, workerConfig } from '#platform/config';
import { Health } from '#platform/observability';
import { done, JobsModule, OnJob, Queues, type JobOutcome } from '#platform/jobs';
import { Redis } from '#platform/redis';
import { FaultProxy } from '#testing/neighbours';
import { freePort, loadSecrets, startRedis, temporaryFolder, type RedisServer } from '#testing/servers';
import { until } from '#testing/until';

const definition = job({ queues: ['tests'], data: z.object({ v: z.literal(1) }), attempts: 1 });

let dir: string;
let servers: RedisServer[];
let ports: number[];
let proxy: FaultProxy;
let queues: Queues;
let worker: INestApplicationContext;
const worked: string[] = [];

@Injectable()
class TestProcessor {
  @OnJob(definition)
  async work(_: unknown, { worker: name }: { worker: string }): Promise<JobOutcome> {
    worked.push(name);
    return done;
  }
}

beforeAll(async () => {
  dir = await temporaryFolder('redis-failover');
  const secrets = await loadSecrets(dir);
  ports = [await freePort(), await freePort()];
  servers = await Promise.all(
    ports.map((port) => startRedis({ dir: join(dir, String(port)), port, secrets, testingUser: true })),
  );
  proxy = await FaultProxy.open(ports[0] ?? 0);
  const url = Object.assign(new URL(servers[0]?.url('testing') ?? ''), { port: proxy.port }).href;
  queues = new Queues(url, 'test', new Health());
  class TestModule {}
  const config = z
    .object({ ...processConfig, ...workerConfig })
    .parse({ LOG_LEVEL: 'error', REDIS_URL: url });
  const imports = [JobsModule.forRoot(config, { concurrency: 1 })];
  const module = { module: TestModule, imports, providers: [TestProcessor] };
  worker = await openWorker({ name: 'test-worker', module, config });
});
afterAll(async () => {
  await worker?.close();
  await queues?.onApplicationShutdown();
  await proxy?.close();
  await Promise.all(servers.map((server) => server.stop()));
  await rm(dir, { recursive: true, force: true });
});

/** Adds a job once; false when that was refused. */
function add(jobId: string): Promise<boolean> {
  const envelope = { context: { requestId: jobId }, data: { v: 1 } };
  return queues.add([{ queue: 'tests', jobId, envelope, attempts: 1 }]).then(
    () => true,
    () => false,
  );
}

it('an old primary is left at once by owners and by workers', async () => {
  await until('a job is queued', () => add('before'));
  await until('it is done', () => worked.length === 1);
  const operator = new Redis(servers[0]?.url('testing') ?? '');
  await operator.replicaof('127.0.0.1', ports[1] ?? 0);
  operator.disconnect();
  proxy.redirect(ports[1] ?? 0);
  await until('a job is queued at the new primary', () => add('after'), { withinMs: 3000 });
  await until('it is done', () => worked.length === 2);
});
