// Tests the consumer of events on real servers: nothing is lost, whatever fails, and what fails holds up nothing else.
import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, type INestApplicationContext } from '@nestjs/common';
import { jetstreamManager, type JetStreamManager } from '@nats-io/jetstream';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { z } from 'zod';
import { AppError, event } from '#contracts';
import { openWorker } from '#platform/boot';
import { busConfig, databaseConfig, ownerConfig, processConfig } from '#platform/config';
import { Database, DatabaseModule } from '#platform/database';
import { OnEvents, type ReceivedEvent } from '#platform/events';
import { BusModule } from '#platform/messaging';
import { Outbox, OutboxModule, outboxTables } from '#platform/outbox';
import { startOwnerServers, type OwnerServers } from '#testing/servers';
import { until } from '#testing/until';

class EventOutbox1795240000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(outboxTables('catalogue_app', 'catalogue_system'));
  }
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE outbox');
  }
}

const noted = event({ type: 'test.noted', version: 1, data: z.object({ text: z.string() }) });
const erased = event({ type: 'test.erased', version: 1, data: z.object({ text: z.string() }) });
const counted = event({ type: 'test.counted', version: 1, data: z.object({ text: z.string() }) });
const unheard = event({ type: 'test.unheard', version: 1, data: z.object({ text: z.string() }) });

/** What the handlers of all processes have stored. */
let stored: string[] = [];
/** Sizes of the batches that they were given. */
let sizes: number[] = [];
/** Makes a handler fail. */
let fails: (text: string) => Error | undefined = () => undefined;
/** Holds up a handler. */
let held: Promise<unknown> = Promise.resolve();

@Injectable()
class NoteReader {
  @OnEvents(noted, erased)
  async note(events: readonly ReceivedEvent<typeof noted | typeof erased>[]): Promise<void> {
    await held;
    sizes.push(events.length);
    const texts = events.map(({ type, data }) => `${type} ${data.text}`);
    for (const text of texts) {
      const error = fails(text);
      if (error) throw error;
    }
    stored.push(...texts);
  }

  @OnEvents(counted)
  async count(events: readonly ReceivedEvent<typeof counted>[]): Promise<void> {
    await Promise.resolve();
    stored.push(...events.map(({ type, data }) => `${type} ${data.text}`));
  }
}

/** Long enough for a handler on a busy machine to renew in time. */
const ACK_WAIT_MS = 3000;
/** Less, where what a killed process had received is to come again soon. */
const SHORT_ACK_WAIT_MS = 300;

let servers: OwnerServers;
let app: INestApplicationContext;
let nats: NatsConnection;
let manager: JetStreamManager;
beforeAll(async () => {
  servers = await startOwnerServers('catalogue', [EventOutbox1795240000001], { testingUser: true });
  const { NATS_URL, NATS_USER: user, NATS_PASSWORD: pass } = servers.nats.variables('testing');
  nats = await connect({ servers: NATS_URL, user, pass, inboxPrefix: '_INBOX_testing' });
  manager = await jetstreamManager(nats);
});
afterAll(async () => {
  await nats?.close();
  await servers?.close();
});
beforeEach(async () => {
  app = await open();
});
afterEach(async () => {
  [fails, held] = [() => undefined, Promise.resolve()];
  await app.close();
  await manager.streams.delete('EVENTS');
  [stored, sizes] = [[], []];
});

function open(ackWaitMs = ACK_WAIT_MS): Promise<INestApplicationContext> {
  class TestModule {}
  const schema = z.object({ ...processConfig, ...databaseConfig, ...busConfig, ...ownerConfig });
  const config = schema.parse({
    ...servers.variables,
    ...servers.nats.variables('testing'), // whose rights name no consumers
    LOG_LEVEL: 'error',
    EVENTS_ACK_WAIT_MS: ackWaitMs,
  });
  const imports = [
    DatabaseModule.forRoot(config, 'catalogue'),
    BusModule.forRoot(config, 'catalogue'),
    OutboxModule.forRoot(config, 'catalogue', []),
  ];
  return openWorker({
    name: 'catalogue',
    module: { module: TestModule, imports, providers: [NoteReader] },
    config,
  });
}

async function publish(definition: typeof noted, ...texts: string[]): Promise<void> {
  const events = texts.map((text) => ({ subject: 'note', data: { text } }));
  await app.get(Database).asApp((tx) => app.get(Outbox).events(tx, definition, events));
}

const numbered = (count: number): string[] => Array.from({ length: count }, (_, i) => String(i));
const areStored = (texts: readonly string[]): Promise<boolean> =>
  until('the events are stored', () => texts.every((text) => stored.includes(`test.noted ${text}`)), {
    withinMs: 15_000,
  });

it('gives a handler its events in order and many at once, and acknowledges those without one', async () => {
  await publish(unheard, 'nobody');
  await publish(noted, ...numbered(500));
  await publish(erased, 'all');
  await until('all have come', () => stored.length >= 501, { withinMs: 15_000 });
  expect(stored).toEqual([...numbered(500).map((text) => `test.noted ${text}`), 'test.erased all']);
  expect(sizes.length).toBeLessThan(100);
  await until('all are acknowledged', async () => {
    const { num_pending, num_ack_pending } = await manager.consumers.info('EVENTS', 'catalogue');
    return num_pending + num_ack_pending === 0;
  });
});

it('sends a handler of one type no other events', async () => {
  await publish(noted, ...numbered(20));
  await publish(counted, 'one');
  await until('all have come', () => stored.length >= 21, { withinMs: 15_000 });
  const { delivered, config } = await manager.consumers.info('EVENTS', 'catalogue-test-counted');
  expect([delivered.consumer_seq, config.filter_subject]).toEqual([1, 'events.test.counted']);
});

it('receives what the process before it had received when it was killed', async () => {
  await publish(noted, 'first');
  await areStored(['first']);
  await app.close();
  await manager.consumers.update('EVENTS', 'catalogue', { ack_wait: SHORT_ACK_WAIT_MS * 1_000_000 });
  const killed = await manager.jetstream().consumers.get('EVENTS', 'catalogue');
  const taken = killed.fetch({ max_messages: 3, expires: 10_000 });
  const event = (text: string): string =>
    JSON.stringify({ id: text, time: new Date(), type: 'test.noted', subject: 'note', data: { text } });
  for (const text of ['a', 'b', 'c']) await manager.jetstream().publish('events.test.noted', event(text));
  for await (const _ of await taken); // and acknowledges nothing
  app = await open(SHORT_ACK_WAIT_MS);
  await areStored(['a', 'b', 'c']);
});

it('delivers to no other process what a slow handler works on', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  held = promise;
  const other = await open();
  try {
    await publish(noted, 'a', 'b');
    const pending = async (): Promise<number> =>
      (await manager.consumers.info('EVENTS', 'catalogue')).num_ack_pending;
    await until('a handler has them', async () => (await pending()) === 2);
    await sleep(1.5 * ACK_WAIT_MS);
    const { num_redelivered } = await manager.consumers.info('EVENTS', 'catalogue');
    resolve();
    await areStored(['a', 'b']);
    await until('they are acknowledged', async () => (await pending()) === 0);
    expect([num_redelivered, stored.length]).toEqual([0, 2]);
  } finally {
    resolve();
    await other.close();
  }
});

it('delivers what was published while no process was there', async () => {
  await publish(noted, 'first');
  await areStored(['first']);
  await app.close();
  const js = manager.jetstream();
  const [id, time] = ['missed', new Date().toISOString()];
  const missed = { id, time, type: 'test.noted', subject: 'note', data: { text: 'missed' } };
  await js.publish('events.test.noted', JSON.stringify(missed));
  app = await open();
  await areStored(['missed']);
  expect(stored).toHaveLength(2);
});

it('delivers events again after a server was away, and after the stream or the consumer was lost', async () => {
  let isAway = true;
  fails = () => (isAway ? new AppError('Unavailable') : undefined);
  await publish(noted, 'a', 'b', 'c');
  await until('the handler has failed', () => sizes.length > 0);
  isAway = false;
  await areStored(['a', 'b', 'c']);
  await manager.consumers.delete('EVENTS', 'catalogue');
  await publish(noted, 'd');
  await areStored(['d']);
  await manager.streams.delete('EVENTS');
  await publish(noted, 'e');
  await areStored(['e']);
});

it('sets aside an event that its handler refuses, or that has no such data, and goes on with the others', async () => {
  fails = (text) => (text.endsWith('bad') ? new Error('The handler cannot store it.') : undefined);
  await publish(noted, ...numbered(20), 'bad', ...numbered(40).slice(20));
  await areStored(numbered(40));
  await manager.jetstream().publish('events.test.noted', '{"id":"x"}');
  expect(stored.toSorted()).toEqual(
    numbered(40)
      .map((text) => `test.noted ${text}`)
      .toSorted(),
  );
  await until('only the two are left', async () => {
    const { num_pending, num_ack_pending } = await manager.consumers.info('EVENTS', 'catalogue');
    return num_pending + num_ack_pending === 2;
  });
  fails = () => undefined;
  await areStored(['bad']);
});

it('gives no event up for the deliveries of an outage', async () => {
  let calls = 0;
  fails = () => {
    calls += 1;
    if (calls <= 9) return new AppError('Unavailable');
    return calls === 10 ? new Error('The handler cannot store it yet.') : undefined;
  };
  await publish(noted, 'late');
  await until('it is stored', () => stored.includes('test.noted late'), { withinMs: 20_000 });
});

it('shares the events between two processes', async () => {
  const other = await open();
  try {
    for (let part = 0; part < 5; part += 1)
      await publish(noted, ...numbered(100).map((text) => `${part}/${text}`));
    await until('all have come', () => stored.length >= 500, { withinMs: 15_000 });
    expect(new Set(stored).size).toBe(500);
    expect(stored).toHaveLength(500);
  } finally {
    await other.close();
  }
});
