// A worker on a real queue and bus, whose owner is played by this process; its model servers are those of the test.
import { rm } from 'node:fs/promises';
import type { INestApplicationContext, INestMicroservice } from '@nestjs/common';
import { z } from 'zod';
import { GENERATION_QUEUE, PEOPLE_QUEUE, type GenerationTask } from '#contracts';
import { openService, openWorker } from '#platform/boot';
import { BusModule } from '#platform/messaging';
import { busConfig, processConfig } from '#platform/config';
import { newId } from '#platform/context';
import { Health } from '#platform/observability';
import { Queues } from '#platform/jobs';
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
import { GenerationWorkerModule } from '../src/generation-worker.module.ts';
import { newStory, OwnerModule, stories, type Story } from './generation-owner.ts';

/** What happened to a generation, in order. */
export const sequence = ({ events }: Story): string[] => events.map(({ what }) => what);

export class WorkerStack {
  private constructor(
    private readonly dir: string,
    private readonly nats: NatsServer,
    private readonly redis: RedisServer,
    private readonly queues: Queues,
    readonly owner: INestMicroservice,
  ) {}

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

  async stop(): Promise<void> {
    await this.queues.onApplicationShutdown();
    await this.owner.close();
    await Promise.all([this.nats.stop(), this.redis.stop()]);
    await rm(this.dir, { recursive: true, force: true });
  }
}
