// Many workspaces and one slow worker: whose generation comes when, and when no more are accepted.
import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Module, type INestApplicationContext, type INestMicroservice } from '@nestjs/common';
import { z } from 'zod';
import { claimGeneration, finishGeneration, generationJob, type Actor } from '#contracts';
import { openWorker } from '#platform/boot';
import { Bus, BusModule } from '#platform/messaging';
import { processConfig, workerConfig } from '#platform/config';
import { done, type JobContext, JobsModule, OnJob, Queues, type JobOutcome } from '#platform/jobs';
import { GenerationAdmissionService } from '../src/queue/generation-admission.service.ts';
import { jobIdOf } from '../src/queue/dispatch.service.ts';
import { reconcile, refusal, someone, Stage, SUCCESS, until } from './stage.ts';

const JOB_MS = 150;
/** More than one workspace may have. */
const BACKLOG_MAX = 110;
let stage: Stage;
let app: INestMicroservice;
let worker: INestApplicationContext;
/** Generations in the order in which they came to the worker. */
const started: string[] = [];

/** Does one generation at a time, and takes long for it. */
@Injectable()
class SlowWorker {
  constructor(private readonly bus: Bus) {}

  @OnJob(generationJob)
  async work(
    { generationId }: z.infer<typeof generationJob.data>,
    { worker }: JobContext,
  ): Promise<JobOutcome> {
    const claim = await this.bus.request(claimGeneration, { generationId, worker });
    if (claim.state !== 'claimed') return done;
    started.push(generationId);
    await sleep(JOB_MS);
    await this.bus.request(finishGeneration, { generationId, epoch: claim.epoch, outcome: SUCCESS });
    return done;
  }
}

@Module({})
class SlowWorkerModule {}

async function startWorker(): Promise<INestApplicationContext> {
  const { nats, redis } = stage.servers;
  const config = z
    .object({ ...processConfig, ...workerConfig })
    .parse({ LOG_LEVEL: 'error', REDIS_URL: redis.url });
  const imports = [
    BusModule.forRoot(nats.variables('generation-worker'), 'slow'),
    JobsModule.forRoot(config, { concurrency: 1 }),
  ];
  const module = { module: SlowWorkerModule, imports, providers: [SlowWorker] };
  return openWorker({ name: 'slow', module, config });
}

beforeAll(async () => {
  stage = await Stage.set();
  app = await stage.serve({ BACKLOG_MAX: String(BACKLOG_MAX) });
  worker = await startWorker();
}, 60_000);
afterAll(async () => {
  await worker?.close();
  await stage?.strike();
}, 60_000);

const look = (of: INestMicroservice): Promise<void> =>
  of.get(GenerationAdmissionService, { strict: false }).look();
const front = (): number => app.get(GenerationAdmissionService, { strict: false }).front;
const create = async (actor: Actor, manual: boolean): Promise<string> =>
  (await stage.create(actor, { manual })).generation.id;

/** Creates many, some at a time: a workspace's requests wait for each other, but not for long. */
async function createMany(count: number, actor: (nth: number) => Actor, manual: boolean): Promise<void> {
  for (let nth = 0; nth < count; nth += 20) {
    const some = Array.from({ length: Math.min(20, count - nth) }, (_, more) => actor(nth + more));
    await Promise.all(some.map((one) => create(one, manual)));
  }
}

/** Generations that came to the worker before one of a newcomer, once that one stood in the queue. */
async function overtakenBy(manual: boolean): Promise<number> {
  const id = await create(someone(), manual);
  await until(() => app.get(Queues, { strict: false }).isPending('generations', jobIdOf(id, 1)), 10_000);
  const before = started.length;
  await until(() => started.includes(id), 10_000);
  return started.indexOf(id) - before;
}

describe('a workspace that floods', () => {
  it.each([
    ['automatic', false, false],
    ['manual', true, false],
    ['manual', true, true],
  ])(
    'with %s ones holds a newcomer up by a job or two',
    async (_, flood, newcomer) => {
      const flooder = someone();
      await createMany(100, () => flooder, flood);
      const asked = started.length;
      await until(() => started.length >= asked + 8, 10_000); // so that it is in full swing
      expect(await overtakenBy(newcomer)).toBeLessThanOrEqual(2);
      await look(app);
      expect(front()).toBeGreaterThan(0);
      expect(await overtakenBy(newcomer)).toBeLessThanOrEqual(2);
      expect(await create(flooder, true)).toEqual(expect.any(String)); // within its quota again
      await clear();
      await until(async () => (await stage.redis.zcard('bull:generations:prioritized')) === 0, 20_000);
      await look(app);
      expect(front()).toBe(0);
    },
    60_000,
  );
});

/** Lets as many wait as may, and one more. */
async function fill(): Promise<void> {
  const actors = Array.from({ length: 4 }, someone);
  await createMany(BACKLOG_MAX + 1, (nth) => actors[nth % actors.length] ?? someone(), false);
}

/** Ends everything. */
async function clear(): Promise<void> {
  await stage.sql(`UPDATE generation SET deadline_at = now() WHERE status = 'RUNNING'`);
  await reconcile(app);
}

describe('too much that waits', () => {
  beforeAll(async () => {
    await worker.close();
    await clear();
  });
  beforeEach(async () => {
    await clear();
    await until(() =>
      look(app).then(
        () => true,
        () => false, // Redis is not back yet
      ),
    );
  });

  it('closes the door for new generations only, until less waits', async () => {
    const actor = someone();
    const kept = await stage.create(actor, {}, 'key');
    await fill();
    await look(app);
    const refused = await refusal(stage.create(someone()));
    expect(refused).toMatchObject({ code: 'Unavailable', retryAfter: 30 });
    expect(refused.message).toContain('waiting');
    expect(await stage.get(actor, kept.generation.id)).toEqual(kept.generation);
    expect(await stage.create(actor, {}, 'key')).toMatchObject({ replayed: true });
    await clear();
    await look(app);
    expect(await create(someone(), false)).toEqual(expect.any(String));
  });

  it('counts what Redis cannot take; without Redis the door stands open until then', async () => {
    await stage.servers.redis.kill();
    try {
      await look(app).catch(() => undefined); // it cannot ask for the front
      await fill();
      expect((await stage.sql('SELECT 1 FROM outbox')).length).toBeGreaterThan(BACKLOG_MAX);
      await look(app).catch(() => undefined);
      expect(await refusal(stage.create(someone()))).toMatchObject({ code: 'Unavailable' });
    } finally {
      await stage.servers.redis.restart();
    }
  });

  it('for too long closes it for the workspace alone whose it is', async () => {
    const [late, other] = [someone(), someone()];
    const id = await create(late, false);
    await stage.sql(
      `UPDATE generation SET created_at = now() - interval '451 s', deadline_at = now() + interval '449 s'
       WHERE id = $1`,
      [id],
    );
    expect(await refusal(stage.create(late))).toMatchObject({ code: 'Unavailable', retryAfter: 30 });
    expect(await create(other, false)).toEqual(expect.any(String));
    expect(await create(late, true)).toEqual(expect.any(String)); // goes ahead of it
    await stage.claimed(id);
    expect(await create(late, false)).toEqual(expect.any(String));
  });
});
