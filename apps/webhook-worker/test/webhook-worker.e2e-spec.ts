// Tests the whole worker on a real queue and bus, between receivers that are hostile and a service that plays the owner.
import { rm } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import type { INestApplicationContext, INestMicroservice } from '@nestjs/common';
import { z } from 'zod';
import { WEBHOOK_QUEUE } from '#contracts';
import { openService, openWorker } from '#platform/boot';
import { busConfig, processConfig } from '#platform/config';
import { newId } from '#platform/context';
import { Queues } from '#platform/jobs';
import { BusModule } from '#platform/messaging';
import { Health } from '#platform/observability';
import { ANY_WEBHOOK_PORT, nodeEnv } from '#testing/environment';
import { startWebhookReceiver, verifyWebhook, type WebhookReceiver } from '#testing/neighbours';
import { Child } from '#testing/processes';
import {
  freePort,
  loadSecrets,
  onPort,
  bundledProgram,
  startNats,
  startRedis,
  temporaryFolder,
  type NatsServer,
  type RedisServer,
} from '#testing/servers';
import { until } from '#testing/until';
import { configSchema } from '../src/config.ts';
import { WebhookWorkerModule } from '../src/webhook-worker.module.ts';
import { DeliveryOwnerModule, stories, type Story } from './delivery-owner.ts';

const SECRETS = ['new', 'old'].map(
  (word) => `whsec_${Buffer.from(`${word} secret of a test`).toString('base64')}`,
);

let dir: string;
let nats: NatsServer;
let redis: RedisServer;
let owner: INestMicroservice;
let worker: INestApplicationContext | undefined;
let queues: Queues;
let receiver: WebhookReceiver;

beforeAll(async () => {
  dir = await temporaryFolder('webhook-worker');
  const secrets = await loadSecrets(dir);
  [nats, redis] = await Promise.all([
    startNats({ dir: `${dir}/nats`, secrets }),
    startRedis({ dir: `${dir}/redis`, secrets }),
  ]);
  const config = z
    .object({ ...processConfig, ...busConfig })
    .parse({ LOG_LEVEL: 'error', ...nats.variables('notifications') });
  owner = await openService({
    name: 'notifications',
    module: { module: DeliveryOwnerModule, imports: [BusModule.forRoot(config, 'notifications')] },
    config,
    requests: [],
  });
  const health = new Health();
  queues = new Queues(redis.url('notifications'), 'test', health);
  await until('the queue is connected', async () => Object.keys(await health.problems()).length === 0);
});

afterAll(async () => {
  await queues.onApplicationShutdown();
  await owner.close();
  await Promise.all([nats.stop(), redis.stop()]);
  await rm(dir, { recursive: true, force: true });
});

beforeEach(async () => {
  receiver = await startWebhookReceiver();
});
afterEach(async () => {
  await worker?.close();
  worker = undefined;
  await receiver.close();
});

const settings = (): Record<string, string> => ({
  LOG_LEVEL: 'error',
  SHUTDOWN_MS: '5000',
  REDIS_URL: redis.url('webhook-worker'),
  WEBHOOK_ALLOW_LOCALHOST: 'true',
  ...ANY_WEBHOOK_PORT,
  ...nats.variables('webhook-worker'),
});

/** Starts a worker in a process of its own; the lock of its job ends soon after it. */
function startProcess(opsPort: number): Promise<Child> {
  return Child.start({
    name: 'webhook-worker',
    command: process.execPath,
    args: [bundledProgram('webhook-worker')],
    env: { ...nodeEnv(), ...settings(), OPS_PORT: String(opsPort), WORKER_LOCK_MS: '2000' },
    ready: `http://127.0.0.1:${opsPort}/health/ready`,
    readyMs: 30_000,
    stopSignal: 'SIGTERM',
    stopMs: 10_000,
  });
}

async function startWorker(): Promise<void> {
  const config = configSchema.parse({ ...settings(), WORKER_STALLED_CHECK_MS: '300' });
  worker = await openWorker({ name: 'webhook-worker', module: WebhookWorkerModule.forRoot(config), config });
}

/** Queues a delivery. */
async function begin(
  told: Partial<Story> = {},
  url = `${receiver.url}/hooks`,
): Promise<{ id: string; story: Story }> {
  const id = newId();
  const eventId = newId();
  const body = JSON.stringify({ id: eventId, type: 'import.completed', data: { note: '橡木 "é" \u2028' } });
  const letter = { url, eventId, body, secrets: [SECRETS[0] ?? ''] };
  const story: Story = { letter, before: [], lostReports: 0, claims: 0, reports: [], ...told };
  stories.set(id, story);
  const envelope = { context: { requestId: newId() }, data: { v: 1, deliveryId: id } };
  const jobs = [{ queue: WEBHOOK_QUEUE, jobId: `hook-${id}`, envelope, attempts: 3 }];
  // As a relay does: while Redis is away, for example because this process was busy for seconds, it tries again.
  await until('the job is queued', () =>
    queues.add(jobs).then(
      () => true,
      () => false,
    ),
  );
  return { id, story };
}

/** True until the job of a delivery has ended, as far as Redis can be asked. */
const isPending = (id: string): Promise<boolean> =>
  queues.isPending(WEBHOOK_QUEUE, `hook-${id}`).catch(() => true);

/** Waits for the report of a delivery; it must be the only one. */
async function reportOf({
  id,
  story,
}: {
  id: string;
  story: Story;
}): Promise<Story['reports'][number]['attempt']> {
  await until('its job ends', async () => !(await isPending(id)));
  expect(story.reports).toHaveLength(1);
  return story.reports[0]!.attempt;
}

describe('a delivery', () => {
  beforeEach(startWorker);

  it('arrives as it was signed, by both secrets of a rotation, and is reported', async () => {
    receiver.respond = (_, response) => void response.writeHead(202).end('taken');
    const begun = await begin();
    begun.story.letter.secrets.push(SECRETS[1]!);
    const { at, ms, ...rest } = await reportOf(begun);
    expect(rest).toEqual({ statusCode: 202, response: 'taken' });
    expect([Math.abs(at - Date.now() / 1000) < 60, ms < 60_000]).toEqual([true, true]);
    const { letter } = begun.story;
    expect(receiver.received).toHaveLength(1);
    const [webhook] = receiver.received as [WebhookReceiver['received'][number]];
    expect(webhook.body.equals(Buffer.from(letter.body))).toBe(true);
    expect(webhook.headers).toMatchObject({
      'content-type': 'application/json',
      'webhook-id': letter.eventId,
      'user-agent': 'Shelfscribe-Webhooks/1.0',
    });
    for (const secret of SECRETS) expect(verifyWebhook(webhook, secret)).toEqual(JSON.parse(letter.body));
    const stranger = `whsec_${Buffer.from('of somebody else').toString('base64')}`;
    expect(() => verifyWebhook(webhook, stranger)).toThrow('No matching signature');
  });

  it.each<[string, RequestListener, object]>([
    ['410', (_, response) => response.writeHead(410).end(), { statusCode: 410, error: 'StatusRefused' }],
    ['500', (_, response) => response.writeHead(500).end('oh'), { statusCode: 500, error: 'StatusRefused' }],
    [
      'a redirect',
      (_, response) => response.writeHead(307, { location: '/elsewhere' }).end(),
      { statusCode: 307, error: 'Redirected' },
    ],
    [
      'fewer bytes than it says',
      (_, response) =>
        response.writeHead(200, { 'content-length': '99' }).write('thanks', () => response.destroy()),
      { statusCode: 200, response: 'thanks' },
    ],
    ['nothing, and hangs up', (_, response) => response.destroy(), { error: 'ConnectionFailed' }],
    ['what is no HTTP', (_, { socket }) => socket?.end('+OK\r\n'), { error: 'InvalidResponse' }],
  ])('is tried once and reported when its receiver answers with %s', async (_, respond, expected) => {
    receiver.respond = respond;
    expect(await reportOf(await begin())).toMatchObject(expected);
    expect(receiver.received.map(({ path }) => path)).toEqual(['/hooks']);
  });

  it.each(['https://169.254.169.254/latest/meta-data/', 'http://10.0.0.1/', 'https://[::ffff:127.0.0.1]/'])(
    'does not leave for %s',
    async (url) => expect(await reportOf(await begin({}, url))).toMatchObject({ error: 'AddressRefused' }),
  );

  it('is reported until the owner answers, and not sent again', async () => {
    const begun = await begin({ lostReports: 2 });
    expect(await reportOf(begun)).toMatchObject({ statusCode: 204 });
    expect([begun.story.claims, receiver.received.length]).toEqual([1, 1]);
  });

  it('is left alone when no try is due, and waits while another worker holds it', async () => {
    const idle = await begin({ before: [{ state: 'nothing' }] });
    const busy = await begin({ before: [{ state: 'busy', retryAfterMs: 50 }] });
    await reportOf(busy);
    await until('the other job ends', async () => !(await isPending(idle.id)));
    expect([idle.story.claims, busy.story.claims]).toEqual([1, 2]);
    expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual([
      busy.story.letter.eventId,
    ]);
  });

  it('ends before its worker does', async () => {
    let stopped: Promise<void> | undefined;
    receiver.respond = (_, response) => {
      stopped = worker?.close();
      worker = undefined;
      setImmediate(() => response.writeHead(204).end());
    };
    const begun = await begin();
    expect(await reportOf(begun)).toMatchObject({ statusCode: 204 });
    await stopped;
  });
});

describe('kill -9 of a worker', () => {
  it('in the middle of a delivery has another one send it again, with the same id', async () => {
    const child = await onPort(freePort, startProcess);
    try {
      receiver.respond = () => undefined; // the first worker waits until it dies
      const begun = await begin();
      await until('the event has arrived', () => receiver.received.length === 1);
      await child.kill();
      receiver.respond = (_, response) => void response.writeHead(204).end();
      await startWorker();
      expect(await reportOf(begun)).toMatchObject({ statusCode: 204 });
      const { eventId, body } = begun.story.letter;
      expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual([eventId, eventId]);
      expect(begun.story.reports[0]?.epoch).toBe(2);
      for (const one of receiver.received) expect(verifyWebhook(one, SECRETS[0]!)).toEqual(JSON.parse(body));
    } finally {
      await child.stop();
    }
  });
});
