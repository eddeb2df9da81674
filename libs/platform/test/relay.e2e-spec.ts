// Tests the relay on real servers: what cannot be sent holds up nothing else, and the stream of events may change.
import type { INestApplicationContext } from '@nestjs/common';
import { jetstreamManager, type JetStreamManager } from '@nats-io/jetstream';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { Client } from 'pg';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { z } from 'zod';
import { event, job } from '#contracts';
import { openWorker } from '#platform/boot';
import { busConfig, databaseConfig, ownerConfig, processConfig } from '#platform/config';
import { Database, DatabaseModule } from '#platform/database';
import { Queues } from '#platform/jobs';
import { BusConnection, BusModule } from '#platform/messaging';
import { Redis } from '#platform/redis';
import { Outbox, OutboxModule, outboxTables } from '#platform/outbox';
import { Health, openOpsPort } from '#platform/observability';
import { ProcessMetrics } from '#testing/processes';
import { freePort, startOwnerServers, type OwnerServers } from '#testing/servers';
import { until } from '#testing/until';

class Outbox1795240000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(outboxTables('catalogue_app', 'catalogue_system'));
  }
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE outbox, refused_event');
  }
}

const noted = event({ type: 'test.noted', version: 1, data: z.object({ text: z.string() }) });
const work = job({ queues: ['tests'], data: z.object({ v: z.literal(1) }), attempts: 1 });

let servers: OwnerServers;
let app: INestApplicationContext;
let superuser: Client;
let nats: NatsConnection;
let streams: JetStreamManager['streams'];
beforeAll(async () => {
  servers = await startOwnerServers('catalogue', [Outbox1795240000001], { testingUser: true });
  superuser = new Client({ connectionString: servers.postgres.superuserUrl('catalogue') });
  await superuser.connect();
  const { NATS_URL, NATS_USER: user, NATS_PASSWORD: pass } = servers.nats.variables('testing');
  nats = await connect({ servers: NATS_URL, user, pass, inboxPrefix: '_INBOX_testing' });
  ({ streams } = await jetstreamManager(nats));
});
afterAll(async () => {
  await superuser?.end();
  await nats?.close();
  await servers?.close();
});
beforeEach(async () => {
  app = await open();
});
afterEach(async () => {
  await app.close();
  await superuser.query('TRUNCATE outbox');
});

function open(): Promise<INestApplicationContext> {
  class TestModule {}
  const schema = z.object({ ...processConfig, ...databaseConfig, ...busConfig, ...ownerConfig });
  const config = schema.parse({
    ...servers.variables,
    REDIS_URL: servers.redis.url('testing'),
    LOG_LEVEL: 'error',
    METRICS_FRESH_MS: '0',
  });
  const imports = [
    DatabaseModule.forRoot(config, 'catalogue'),
    BusModule.forRoot(config, 'catalogue'),
    OutboxModule.forRoot(config, 'catalogue', [work]),
  ];
  return openWorker({ name: 'catalogue', module: { module: TestModule, imports }, config });
}

async function publish(...texts: string[]): Promise<void> {
  const events = texts.map((text) => ({ subject: 'note', data: { text } }));
  await app.get(Database).asApp(async (tx) => app.get(Outbox).events(tx, noted, events));
}

const enqueue = (...jobIds: string[]): Promise<void> =>
  app.get(Database).asApp(async (tx) => {
    const jobs = jobIds.map((jobId) => ({ queue: 'tests', jobId, data: { v: 1 as const } }));
    return app.get(Outbox).jobs(tx, work, jobs);
  });

const rows = async (): Promise<{ kind: string; failures: number; dueAt: string }[]> =>
  (await superuser.query('SELECT kind, failures, due_at::text AS "dueAt" FROM outbox')).rows as never;

const isEmpty = (): Promise<boolean> => until('the outbox is empty', async () => (await rows()).length === 0);

/** What the metrics tell of the events that are still to be sent. */
async function unsent(): Promise<{ pending: number | undefined; age: number }> {
  const port = await freePort();
  const ops = await openOpsPort(app.get(Health), '127.0.0.1', port);
  try {
    const seen = await ProcessMetrics.read(`http://127.0.0.1:${port}`);
    const kind = { kind: 'event' };
    return { pending: seen.sum('outbox_pending', kind), age: seen.sum('outbox_oldest_seconds', kind) ?? NaN };
  } finally {
    ops.close();
  }
}

it('goes on with a stream that an operator has changed, also after a restart', async () => {
  await publish('first');
  await isEmpty();
  await streams.update('EVENTS', { max_bytes: 2_000_000_000 });
  await app.close();
  app = await open();
  await publish('second');
  await isEmpty();
  expect((await streams.info('EVENTS')).config.max_bytes).toBe(2_000_000_000);
});

it('makes the stream again after it was lost', async () => {
  await publish('before');
  await isEmpty();
  await streams.delete('EVENTS');
  await publish('after');
  await isEmpty();
  expect((await streams.info('EVENTS')).state.messages).toBe(1);
});

it('tries a few events while the stream takes none, and sends all once it has room', async () => {
  await publish('first');
  await isEmpty();
  const { state, config } = await streams.info('EVENTS');
  await streams.update('EVENTS', { max_bytes: state.bytes });
  const sent = (): number => app.get(BusConnection).nats.stats().outMsgs;
  const before = sent();
  await publish(...Array.from({ length: 120 }, (_, i) => `event ${i}`));
  await until('two passes have tried', () => sent() - before >= 12);
  expect(sent() - before).toBeLessThan(50);
  await streams.update('EVENTS', { max_bytes: config.max_bytes });
  await isEmpty();
  expect((await streams.info('EVENTS')).state.messages).toBe(state.messages + 120);
});

it('counts no failures of events for which a stream that is full has no room yet', async () => {
  await publish('first');
  await isEmpty();
  const { state, config } = await streams.info('EVENTS');
  await streams.update('EVENTS', {
    max_bytes: Math.ceil((state.bytes / state.messages) * (state.messages + 3)),
  });
  await publish(...Array.from({ length: 50 }, (_, i) => `event ${i}`));
  await until('a few are sent, and the others wait', async () => {
    const left = await superuser.query('SELECT FROM outbox WHERE due_at > now()');
    return left.rowCount === (await rows()).length && (await rows()).length < 50;
  });
  expect((await rows()).map(({ failures }) => failures)).toEqual((await rows()).map(() => 0));
  await streams.update('EVENTS', { max_bytes: config.max_bytes });
  await superuser.query('UPDATE outbox SET due_at = now()');
  await isEmpty();
});

it('sends the other events beside one that no server takes, and parks that one', async () => {
  await publish('x'.repeat(1_100_000), ...Array.from({ length: 120 }, (_, i) => `event ${i}`));
  const alone = await until('only the large event is left', async () => {
    const left = await rows();
    return left.length === 1 && left;
  });
  expect(alone[0]?.failures).toBeGreaterThanOrEqual(1);
  await superuser.query(`UPDATE outbox SET failures = 8, due_at = now()`);
  await until('it is parked', async () => (await rows())[0]?.dueAt === 'infinity');
});

it('tells how old the events are that an outage holds up, and of one that alone cannot be sent only then', async () => {
  const areOld = `UPDATE outbox SET created_at = now() - interval '10 min'`;
  const onlyLarge = async (): Promise<boolean> => {
    const left = await rows();
    return left.length === 1 && left[0]!.failures > 0;
  };
  await publish('x'.repeat(1_100_000), 'small');
  await until('only the large event is left', onlyLarge);
  await superuser.query(areOld);
  expect(await unsent()).toEqual({ pending: 1, age: expect.any(Number) });
  expect((await unsent()).age).toBeLessThan(60);
  await servers.nats.stop();
  try {
    await superuser.query(`UPDATE outbox SET due_at = now() - interval '5 min'`);
    await until('it is late, and no try changes that', async () => (await unsent()).age > 303);
    await publish('late');
    await superuser.query(areOld);
    expect((await unsent()).age).toBeGreaterThan(600);
  } finally {
    await servers.nats.restart();
  }
  await until('only the large event is left', onlyLarge);
  expect((await unsent()).age).toBeLessThan(60);
});

it('counts no failures while nothing at all can be sent, and does once something was', async () => {
  await enqueue('bad:job:1:x', 'bad:job:2:x');
  const late = `UPDATE outbox SET failures = 8, due_at = now() - interval '1 s'`;
  await superuser.query(late);
  const isPostponed = async (): Promise<boolean> =>
    (await superuser.query('SELECT FROM outbox WHERE due_at <= now()')).rowCount === 0;
  await until('both have failed', isPostponed);
  expect((await rows()).map(({ failures, dueAt }) => [failures, dueAt === 'infinity'])).toEqual([
    [8, false],
    [8, false],
  ]);
  await enqueue('good');
  await until('the good job is sent', async () => (await rows()).length === 2);
  await superuser.query(late);
  await until('both are parked', async () => (await rows()).every(({ dueAt }) => dueAt === 'infinity'));
});

it('tells that a job is pending while it waits for the relay, but not once it is parked', async () => {
  const arePending = (): Promise<boolean[]> =>
    app.get(Outbox).arePending([{ queue: 'tests', jobId: 'bad:job:3:x' }]);
  await enqueue('bad:job:3:x');
  expect(await arePending()).toEqual([true]);
  await superuser.query(`UPDATE outbox SET due_at = 'infinity'`);
  expect(await arePending()).toEqual([false]);
});

it('sends the jobs of a transaction itself before the relay may take their rows, and then deletes these', async () => {
  const held = new Client({ connectionString: servers.postgres.superuserUrl('catalogue') });
  await held.connect();
  try {
    await enqueue('first');
    await held.query('BEGIN');
    await held.query('LOCK TABLE outbox IN SHARE ROW EXCLUSIVE MODE'); // no row can be deleted, nor taken by the relay
    const { rows: unsent } = await held.query('SELECT FROM outbox WHERE due_at <= now()');
    expect(unsent).toEqual([]);
    await until('it is queued', () => app.get(Queues).isPending('tests', 'first'));
  } finally {
    await held.end();
  }
  await isEmpty();
});

it('deletes the rows of sent jobs once it can, after a removal that failed', async () => {
  await superuser.query(`
    CREATE SEQUENCE refusal; -- what it counts outlives a transaction that is taken back
    CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
      BEGIN PERFORM nextval('refusal'); RAISE 'No row is deleted.'; END $$;
    CREATE TRIGGER refuse BEFORE DELETE ON outbox EXECUTE FUNCTION refuse()`);
  try {
    await enqueue('kept');
    await superuser.query(`UPDATE outbox SET due_at = 'infinity'`); // for the relay it is not due
    await until('a removal has failed', async () => {
      const { rows: refused } = await superuser.query('SELECT FROM refusal WHERE is_called');
      return refused.length > 0;
    });
  } finally {
    await superuser.query('DROP FUNCTION refuse CASCADE; DROP SEQUENCE refusal');
  }
  await isEmpty();
});

it('leaves the jobs that Redis does not take to the relay, which sends them once it does', async () => {
  const redis = new Redis(servers.redis.url('testing'));
  try {
    await redis.call('CLIENT', 'PAUSE', '4000', 'WRITE'); // longer than a command waits
    await enqueue('late');
    expect(await rows()).toHaveLength(1);
    await isEmpty();
    expect(await app.get(Queues).isPending('tests', 'late')).toBe(true);
  } finally {
    redis.disconnect();
  }
});

it('adds the other jobs beside more bad ones than fit into one pass', async () => {
  const bad = Array.from({ length: 150 }, (_, i) => `bad:id:${i}:x`);
  await enqueue(...bad, 'good');
  const look = (): Promise<boolean> => app.get(Queues).isPending('tests', 'good');
  await until('the good job is queued', look);
  await until('only the bad jobs are left', async () => (await rows()).length === 150);
});

it('reads the rows of one kind by an index, however many of the other wait', async () => {
  await app.close();
  await superuser.query(
    `INSERT INTO outbox (kind, topic, dedup_key, payload)
     SELECT 'event', 'x', i::text, '{}' FROM generate_series(1, 200000) AS i`,
  );
  await superuser.query('ANALYZE outbox');
  const { rows: plan } = await superuser.query<{ 'QUERY PLAN': string }>(
    `EXPLAIN (ANALYZE, BUFFERS) SELECT id FROM outbox WHERE kind = 'job' AND due_at <= now()
     ORDER BY due_at, id LIMIT 100 FOR UPDATE SKIP LOCKED`,
  );
  const text = plan.map((line) => line['QUERY PLAN']).join('\n');
  expect(text).toContain('Index Scan using outbox_due');
  expect(Number(/shared hit=(\d+)/.exec(text)?.[1] ?? 0)).toBeLessThan(20);
  app = await open();
});
