// The stack of the suites that kill, stop and restart what they like, and wait until all is ready again. Its model is a relay,
// which holds calls for as long as a test wants.
import { Client } from 'pg';
import { ANY_WEBHOOK_PORT, concurrencyFor, Environment } from '#testing/environment';
import { startModelRelay, type ModelRelay } from '#testing/neighbours';
import { freePort } from '#testing/servers';
import { sized } from '#testing/size';
import { until } from '#testing/until';
import { QUEUE_VIEW_PASSWORD } from '../helpers/everyday-stack.ts';

/** Generations that the worker writes at the same time. */
export const CONCURRENCY = sized(20, 50);

const MANY = '1000000';

export class RestartsStack {
  environment!: Environment;
  models!: ModelRelay;
  /** The databases of generations and the catalogue, as superuser. */
  generations!: Client;
  catalogue!: Client;
  /** What the processes have written, each line after the name of its process. */
  readonly lines: string[] = [];

  async start(): Promise<void> {
    const sandbox = await freePort();
    this.models = await startModelRelay(`http://127.0.0.1:${sandbox}`);
    const servers = [{ name: 'sandbox', baseURL: `${this.models.url}/v1`, models: ['echo', 'slow'] }];
    const models = { MODEL_SERVERS: JSON.stringify(servers) };
    // What is felt sooner than after an hour was told by a notification.
    const fallback = { FALLBACK_READ_MS: '3600000' };
    this.environment = await Environment.start({
      name: 'restarts',
      ports: { sandbox },
      listener: { line: (name, line) => void this.lines.push(`${name} ${line}`) },
      variables: {
        all: { METRICS_FRESH_MS: '0', ...ANY_WEBHOOK_PORT },
        gateway: {
          LIMIT_READS_PER_MIN: MANY,
          LIMIT_WRITES_PER_MIN: MANY,
          ...fallback,
          ANSWER_TIMEOUT_MS: '60000',
        },
        generations: { ...models, ...fallback, MAX_RUNNING_GENERATIONS: '1000', QUEUE_VIEW_PASSWORD },
        'generation-worker': { ...models, GENERATION_CONCURRENCY: concurrencyFor(CONCURRENCY) },
      },
    });
    const { postgres } = this.environment.servers;
    this.generations = new Client(postgres.superuserUrl('generations'));
    this.catalogue = new Client(postgres.superuserUrl('catalogue'));
    await Promise.all([this.generations.connect(), this.catalogue.connect()]);
  }

  async stop(): Promise<void> {
    await this.generations?.end();
    await this.catalogue?.end();
    await this.environment?.stop();
    await this.models?.close();
  }

  /** True while a worker has a claim on a fetch batch. */
  async isBatchClaimed(): Promise<boolean> {
    const { rowCount } = await this.catalogue.query('SELECT FROM fetch_batch WHERE worker IS NOT NULL');
    return rowCount !== 0;
  }

  /** Waits until every process is ready. */
  async ready(): Promise<void> {
    for (const [name, url] of Object.entries(this.environment.opsUrls)) {
      const isReady = async (): Promise<boolean> =>
        (await fetch(`${url}/health/ready`).catch(() => undefined))?.status === 200;
      await until(`${name} is ready`, isReady, { withinMs: 60_000, everyMs: 100 });
    }
  }
}
