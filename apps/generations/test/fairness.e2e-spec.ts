// Fair order between workspaces at one slow worker, and refusals while too many generations wait.
import { Injectable, Module, type INestApplicationContext, type INestMicroservice } from '@nestjs/common';
import { z } from 'zod';
import {
  claimGeneration,
  createBatch,
  finishGeneration,
  generationJob,
  getBatch,
  type Actor,
} from '#contracts';
import { openWorker } from '#platform/boot';
import { Bus, BusModule } from '#platform/messaging';
import { newId } from '#platform/context';
import { processConfig, workerConfig } from '#platform/config';
import { done, type JobContext, JobsModule, OnJob, Queues, type JobOutcome } from '#platform/jobs';
import { until } from '#testing/until';
import { BatchRoundsService } from '../src/batches/batch-rounds.service.ts';
import { GenerationAdmissionService } from '../src/queue/generation-admission.service.ts';
import { DispatchService, jobIdOf } from '../src/queue/dispatch.service.ts';
import { FairQueue, LOWERING } from '../src/queue/fair-queue.state.ts';
import { errorOf } from '#testing/answers';
import {
  GenerationsEnvironment,
  newActor,
  PRICED_MODELS,
  SUCCESS,
  waitUntil,
} from './generations-environment.ts';
import { reconcile } from './reconciler-steps.ts';
import { productFor } from './stand-in-catalogue.ts';

/** More than the 100 generations that one workspace may have. */
const BACKLOG_MAX = 110;
const AT_ACME = 'bull:generations:models:waiting:acme';
let environment: GenerationsEnvironment;
let app: INestMicroservice;
/** Ids of generations in the order in which the worker claimed them. */
const started: string[] = [];
/** How many generations the worker may still claim. */
let allowed = 0;

/** Ends one generation at a time, as many as it may. */
@Injectable()
class SlowWorker {
  constructor(private readonly bus: Bus) {}

  @OnJob(generationJob)
  async work(
    { generationId }: z.infer<typeof generationJob.data>,
    { worker }: JobContext,
  ): Promise<JobOutcome> {
    await until('the worker may claim', () => allowed > 0, { withinMs: Infinity });
    const claim = await this.bus.request(claimGeneration, { generationId, worker });
    if (claim.state !== 'claimed') return done;
    allowed -= 1;
    started.push(generationId);
    await this.bus.request(finishGeneration, { generationId, epoch: claim.epoch, outcome: SUCCESS });
    return done;
  }
}

@Module({})
class SlowWorkerModule {}

async function startWorker(): Promise<INestApplicationContext> {
  const { nats, redis } = environment.servers;
  const config = z
    .object({ ...processConfig, ...workerConfig })
    .parse({ LOG_LEVEL: 'error', REDIS_URL: redis.url('generation-worker') });
  const imports = [
    BusModule.forRoot(nats.variables('generation-worker'), 'slow'),
    JobsModule.forRoot(config, { concurrency: 1 }),
  ];
  const module = { module: SlowWorkerModule, imports, providers: [SlowWorker] };
  return openWorker({ name: 'slow', module, config });
}

beforeAll(async () => {
  environment = await GenerationsEnvironment.start();
  app = await environment.startInstance({ ...PRICED_MODELS, BACKLOG_MAX: String(BACKLOG_MAX) });
});
afterAll(() => environment?.stop());

const countBacklog = () => app.get(GenerationAdmissionService, { strict: false }).refresh();
const observeFront = () => app.get(DispatchService, { strict: false }).refresh();
const queues = (): Queues => app.get(Queues, { strict: false });
const isQueued = (id: string) => queues().isPending('generations', jobIdOf(id, 1));
const priorityOf = async (jobId: string) => (await queues().open('generations').getJob(jobId))?.priority;
const front = (): number => app.get(FairQueue, { strict: false }).front;
const create = async (actor: Actor, manual: boolean): Promise<string> =>
  (await environment.create(actor, { manual })).generation.id;

/** Creates generations, few at once: those of a workspace wait for each other, and a service refuses one that waits for long. */
async function createMany(count: number, actor: (nth: number) => Actor, manual: boolean): Promise<void> {
  const actors = Array.from({ length: count }, (_, nth) => actor(nth));
  while (actors.length > 0) await Promise.all(actors.splice(0, 5).map((one) => create(one, manual)));
}

/** Lets the worker claim the next generations. */
async function startNext(count: number): Promise<void> {
  allowed = count;
  await waitUntil(() => allowed === 0);
}

/** Creates a generation of a new workspace and counts the jobs that start before it, once it is in the queue. */
async function jobsBeforeNewcomer(manual: boolean): Promise<number> {
  const id = await create(newActor(), manual);
  await waitUntil(() => isQueued(id));
  const before = started.length;
  while (!started.includes(id)) await startNext(1);
  return started.indexOf(id) - before;
}

// A test that failed leaves generations behind: without this, those of the next one would be refused.
beforeEach(async () => {
  allowed = 0;
  await endAll();
  await countBacklog();
});

describe('a workspace that floods the queue', () => {
  let worker: INestApplicationContext;
  beforeAll(async () => {
    worker = await startWorker();
  });
  afterAll(() => {
    allowed = Infinity;
    return worker?.close();
  });

  it.each([
    ['automatic', 'automatic'],
    ['manual', 'automatic'],
    ['manual', 'manual'],
  ])(
    'with %s generations delays a newcomer with %s generations by at most two jobs',
    async (flood, newcomer) => {
      const flooder = newActor();
      await createMany(100, () => flooder, flood === 'manual');
      await startNext(8); // the worker is busy with the flood
      expect(await jobsBeforeNewcomer(newcomer === 'manual')).toBeLessThanOrEqual(2);
      await observeFront();
      expect(front()).toBeGreaterThan(0);
      expect(await jobsBeforeNewcomer(newcomer === 'manual')).toBeLessThanOrEqual(2);
      expect(await create(flooder, true)).toEqual(expect.any(String)); // some of its generations have ended
      await endAll();
      allowed = Infinity;
      await waitUntil(() => observeFront().then(() => front() === 0));
    },
  );
});

function addJob(jobId: string, priority: number, delayMs = 0): Promise<void> {
  const envelope = { context: { requestId: newId() }, data: { v: 1, generationId: newId() } };
  return queues().add([{ queue: 'generations', jobId, envelope, attempts: 1, priority, delayMs }]);
}

it('a queue that was not empty for very long is fair, and keeps its order while its priorities are lowered', async () => {
  await addJob('gen-last', LOWERING.at - 10);
  await addJob('gen-delayed', LOWERING.at - 10, 3_600_000);
  await environment.redis.zadd(AT_ACME, LOWERING.at - 10, 'gen-slow');
  await observeFront();
  const flooder = newActor();
  const flood: string[] = [];
  for (let nth = 0; nth < 40; nth += 1) flood.push(await create(flooder, false));
  await waitUntil(async () => (await environment.redis.zcard('bull:generations:prioritized')) === 41);
  const worker = await startWorker();
  try {
    await startNext(8);
    await observeFront();
    expect(front()).toBeLessThan(LOWERING.by / 2);
    const lowered = LOWERING.at - 10 - LOWERING.by;
    expect(await priorityOf('gen-delayed')).toBe(lowered);
    expect(await environment.redis.zscore(AT_ACME, 'gen-slow')).toBe(`${lowered}`);
    await addJob('gen-high', LOWERING.at, 3_600_000);
    await observeFront();
    expect(await priorityOf('gen-high')).toBe(LOWERING.at); // no job is looked at again
    expect(await jobsBeforeNewcomer(false)).toBeLessThanOrEqual(2);
    allowed = Infinity;
    await waitUntil(() => flood.every((id) => started.includes(id)));
    expect(started.filter((id) => flood.includes(id))).toEqual(flood);
  } finally {
    allowed = Infinity;
    await worker.close();
  }
});

it('a generation joins those that wait for room at its model server; the front stays while a job is delayed', async () => {
  await addJob('gen-slow', 400_000, 3_600_000);
  await environment.redis.zadd(AT_ACME, 400_000, 'gen-slow');
  await environment.redis.set('bull:generations:front', 500_000);
  await waitUntil(() => observeFront().then(() => front() === 500_000));
  for (const model of ['acme:large', 'offline:composer-1']) {
    const { id } = (await environment.create(newActor(), { environment: { model } })).generation;
    await waitUntil(() => isQueued(id));
    expect(await priorityOf(jobIdOf(id, 1))).toBe(model === 'acme:large' ? 400_002 : 500_002);
  }
  await observeFront();
  expect(await environment.redis.get('bull:generations:front:acme')).toBe('400000');
});

/**
 * Creates generations until one more waits than may, beside those that wait already; returns one of those who made them. No more:
 * the backlog is counted each second, and the next one may be refused.
 */
async function overfill(alreadyWaiting = 0): Promise<Actor> {
  const actors = Array.from({ length: 4 }, newActor);
  await createMany(BACKLOG_MAX + 1 - alreadyWaiting, (nth) => actors[nth % actors.length]!, false);
  return actors[0]!;
}

/** Ends all generations. */
async function endAll(): Promise<void> {
  await environment.sql(`UPDATE generation SET deadline_at = now() WHERE status = 'RUNNING'`);
  await reconcile(app);
}

describe('a backlog', () => {
  beforeEach(async () => {
    // Redis may not be back yet.
    await waitUntil(async () => (await Promise.allSettled([observeFront()]))[0].status === 'fulfilled');
    await endAll();
    await countBacklog();
  });

  it('above its maximum refuses new generations of those who filled it, until it is smaller', async () => {
    const actor = newActor();
    const { generation } = await environment.create(actor, {}, 'key');
    const filler = await overfill(1);
    await countBacklog();
    const sister = { ...newActor(), holderId: filler.holderId };
    expect(await errorOf(environment.create(sister))).toMatchObject({ code: 'Unavailable' });
    expect(await create(newActor(), false)).toEqual(expect.any(String));
    const refusal = { code: 'Unavailable', retryAfter: 30, message: expect.stringContaining('waiting') };
    expect(await errorOf(environment.create(filler))).toMatchObject(refusal);
    expect(await environment.get(actor, generation.id)).toEqual(generation);
    expect(await environment.create(actor, {}, 'key')).toMatchObject({ replayed: true });
    await endAll();
    await countBacklog();
    expect(await create(filler, false)).toEqual(expect.any(String));
  });

  it('above its maximum is noticed without Redis, from the outbox', async () => {
    await environment.servers.redis.kill();
    try {
      await countBacklog();
      const filler = await overfill();
      expect((await environment.sql('SELECT 1 FROM outbox')).length).toBeGreaterThan(BACKLOG_MAX);
      await countBacklog();
      expect(await errorOf(environment.create(filler))).toMatchObject({ code: 'Unavailable' });
    } finally {
      await environment.servers.redis.restart();
    }
  });

  /** Has a generation wait for a little more than half of its time. */
  const makeLate = (id: string) =>
    environment.sql(
      `UPDATE generation SET created_at = now() - interval '451 s', deadline_at = now() + interval '449 s'
       WHERE id = $1`,
      [id],
    );

  it('that waits for too long makes only its own workspace wait', async () => {
    const late = newActor();
    const id = await create(late, false);
    await makeLate(id);
    expect(await errorOf(environment.create(late))).toMatchObject({ code: 'Unavailable', retryAfter: 30 });
    expect(await create(newActor(), false)).toEqual(expect.any(String));
    expect(await create(late, true)).toEqual(expect.any(String)); // it goes ahead of the late one
    const { epoch } = await environment.claimSuccessfully(id);
    expect(await create(late, false)).toEqual(expect.any(String));
    await environment.release({ generationId: id, epoch });
    expect(await create(late, false)).toEqual(expect.any(String)); // given back, it waits for its model
  });

  it('that waits for a model for too long makes only what is for that model wait', async () => {
    const actor = newActor();
    const by = (model: string) => ({ environment: { model } });
    const begun = async (model: string): Promise<number> => {
      const body = {
        applicationId: 'product-title',
        products: { ids: [productFor(actor).id] },
        ...by(model),
      };
      const { batch } = await environment.gateway.request(createBatch, { actor, body });
      await app.get(BatchRoundsService, { strict: false }).run();
      await app.get(BatchRoundsService, { strict: false }).run(); // the first may have begun before
      return (await environment.gateway.request(getBatch, { actor, id: batch.id })).counts.running;
    };
    await makeLate((await environment.create(actor, by('acme:large'))).generation.id);
    const refusal = { code: 'Unavailable', retryAfter: 30 };
    expect(await errorOf(environment.create(actor, by('acme:large')))).toMatchObject(refusal);
    expect((await environment.create(actor, by('acme:free'))).generation.id).toEqual(expect.any(String));
    for (let nth = 0; nth < 10; nth += 1) expect(await begun('acme:large')).toBe(0);
    expect(await begun('acme:free')).toBe(1);
  });
});
