// A worker on a real queue and bus, whose owner is played by this process; its model servers are those of the test.
import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { INestApplicationContext, INestMicroservice } from '@nestjs/common';
import { parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { GENERATION_QUEUE, PEOPLE_QUEUE, type GenerationTask } from '#contracts';
import { openService, openWorker } from '#platform/boot';
import { BusModule } from '#platform/messaging';
import { busConfig, processConfig } from '#platform/config';
import { newId } from '#platform/context';
import { Health } from '#platform/observability';
import { Queues } from '#platform/jobs';
import { Redis } from '#platform/redis';
import {
  loadSecrets,
  projectFile,
  startNats,
  startRedis,
  temporaryFolder,
  type NatsServer,
  type RedisServer,
} from '#testing/servers';
import { until } from '#testing/until';
import { loadOf } from '../../../k8s/validate/load.ts';
import { configSchema } from '../src/config.ts';
import { GenerationWorkerModule } from '../src/generation-worker.module.ts';
import { newStory, OwnerModule, stories, type Story } from './generation-owner.ts';

/** The autoscaler of the worker. */
const SCALER = parseAllDocuments(readFileSync(projectFile('k8s/components/keda/scaled-objects.yaml'), 'utf8'))
  .map((document) => document.toJS() as { metadata: { name: string }; spec: ScaledObjectSpec })
  .find(({ metadata }) => metadata.name === 'generation-worker')?.spec;
interface ScaledObjectSpec {
  advanced: { scalingModifiers: { formula: string } };
  triggers: { name: string; metadata: { listName: string } }[];
}

/** How many jobs each of the keys has, all at one moment. */
const COUNT = `
  local counts = {}
  for i, key in ipairs(KEYS) do
    counts[i] = redis.call(redis.call('TYPE', key).ok == 'list' and 'LLEN' or 'ZCARD', key)
  end
  return counts`;

/** What happened to a generation, in order. */
export const sequence = ({ events }: Story): string[] => events.map(({ what }) => what);

export class WorkerStack {
  private readonly counter: Redis;

  private constructor(
    private readonly dir: string,
    private readonly nats: NatsServer,
    private readonly redis: RedisServer,
    private readonly queues: Queues,
    readonly owner: INestMicroservice,
  ) {
    this.counter = new Redis(redis.url('generations'));
  }

  static async start(): Promise<WorkerStack> {
    const dir = await temporaryFolder('generation-worker');
    const secrets = await loadSecrets(dir);
    const [nats, redis] = await Promise.all([
      startNats({ dir: `${dir}/nats`, secrets }),
      startRedis({ dir: `${dir}/redis`, secrets }),
    ]);
    const config = z
      .object({ ...processConfig, ...busConfig })
      .parse({ LOG_LEVEL: 'error', ...nats.variables('generations') });
    const owner = await openService({
      name: 'generations',
      module: { module: OwnerModule, imports: [BusModule.forRoot(config, 'generations')] },
      config,
      requests: [],
    });
    const health = new Health();
    const queues = new Queues(redis.url('generations'), 'test', health);
    await until('the queues are connected', async () => Object.keys(await health.problems()).length === 0);
    return new WorkerStack(dir, nats, redis, queues, owner);
  }

  /** Starts a worker with these model servers; who calls it closes it. */
  startWorker(servers: object[], variables: Record<string, string> = {}): Promise<INestApplicationContext> {
    const config = configSchema.parse({
      LOG_LEVEL: 'error',
      SHUTDOWN_MS: '1500',
      REDIS_URL: this.redis.url('generation-worker'),
      MODEL_SERVERS: JSON.stringify(servers),
      ...this.nats.variables('generation-worker'),
      ...variables,
    });
    return openWorker({ name: 'generation-worker', module: GenerationWorkerModule.forRoot(config), config });
  }

  /** Queues a generation; its job names the model, as that of an owner does. */
  async begin(
    task: GenerationTask,
    told: Partial<Story> = {},
    attempts = 3,
  ): Promise<{ id: string; story: Story }> {
    const id = newId();
    const story = { ...newStory(task), ...told };
    stories.set(id, story);
    const { model } = task.environment;
    const envelope = { context: { requestId: newId() }, data: { v: 1, generationId: id, model } };
    const jobs = [{ queue: GENERATION_QUEUE, jobId: `gen-${id}`, envelope, attempts, priority: 1 }];
    // As a relay does: while Redis is away, for example because this process was busy for seconds, it tries again.
    await until('the job is queued', () =>
      this.queues.add(jobs).then(
        () => true,
        () => false,
      ),
    );
    return { id, story };
  }

  /** Queues the second job of a generation that has begun, for which a person waits. */
  async beginForPerson(id: string): Promise<void> {
    const model = stories.get(id)?.task.environment.model;
    const envelope = { context: { requestId: newId() }, data: { v: 1, generationId: id, model } };
    await this.queues.add([{ queue: PEOPLE_QUEUE, jobId: `person-${id}`, envelope, attempts: 1 }]);
  }

  /** True once the second job of a generation has ended. */
  async hasEndedForPerson(id: string): Promise<boolean> {
    return !(await this.queues.isPending(PEOPLE_QUEUE, `person-${id}`));
  }

  /** True once the job of a generation has ended, as far as Redis can be asked. */
  async hasEnded(id: string): Promise<boolean> {
    return !(await this.queues.isPending(GENERATION_QUEUE, `gen-${id}`).catch(() => true));
  }

  /** Number of jobs that wait for their time. */
  async waiting(queue = GENERATION_QUEUE): Promise<number> {
    const { counts } = await this.queues.snapshot(queue);
    return counts.delayed;
  }

  /** The load that the autoscaler of the worker counts. */
  async load(): Promise<number> {
    const { triggers, advanced } = SCALER ?? { triggers: [], advanced: undefined };
    const keys = triggers.map(({ metadata }) => metadata.listName);
    const counts = (await this.counter.eval(COUNT, keys.length, ...keys)) as number[];
    const named = triggers.map(({ name }, i): [string, number] => [name, counts[i] ?? NaN]);
    return loadOf(advanced?.scalingModifiers.formula ?? 'NaN', Object.fromEntries(named));
  }

  async stop(): Promise<void> {
    this.counter.disconnect();
    await this.queues.onApplicationShutdown();
    await this.owner.close();
    await Promise.all([this.nats.stop(), this.redis.stop()]);
    await rm(this.dir, { recursive: true, force: true });
  }
}
