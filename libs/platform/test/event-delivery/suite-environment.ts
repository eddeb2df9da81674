// The servers that the suites of events share, and the processes that read and publish there.
import type { INestApplicationContext } from '@nestjs/common';
import { jetstreamManager, type JetStreamManager } from '@nats-io/jetstream';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { Client } from 'pg';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { z } from 'zod';
import { openWorker } from '#platform/boot';
import { busConfig, databaseConfig, ownerConfig, processConfig } from '#platform/config';
import { Database, DatabaseModule } from '#platform/database';
import { BusModule } from '#platform/messaging';
import { Outbox, OutboxModule, outboxTables } from '#platform/outbox';
import { startOwnerServers, type OwnerServers } from '#testing/servers';
import { until } from '#testing/until';
import { NoteReader, reading, type noted } from './note-reader.ts';

class EventOutbox1795240000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(outboxTables('catalogue_app', 'catalogue_system'));
  }
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE outbox, refused_event');
  }
}

/** Long enough for a handler on a busy machine to renew in time. */
export const ACK_WAIT_MS = 3000;

/** The process that reads and publishes unless a test starts another one. */
export let app: INestApplicationContext;
export let manager: JetStreamManager;
export let superuser: Client;
export let servers: OwnerServers;
let nats: NatsConnection;
beforeAll(async () => {
  servers = await startOwnerServers('catalogue', [EventOutbox1795240000001], { testingUser: true });
  const { NATS_URL, NATS_USER: user, NATS_PASSWORD: pass } = servers.nats.variables('testing');
  nats = await connect({ servers: NATS_URL, user, pass, inboxPrefix: '_INBOX_testing' });
  manager = await jetstreamManager(nats);
  superuser = new Client({ connectionString: servers.postgres.superuserUrl('catalogue') });
  await superuser.connect();
});
afterAll(async () => {
  await nats?.close();
  await superuser?.end();
  await servers?.close();
});
beforeEach(async () => {
  app = await open();
  const reads = () => manager.consumers.info('EVENTS', 'catalogue').then(Boolean, () => false);
  await until('the process reads events', reads);
});
afterEach(async () => {
  reading.release();
  await app.close();
  await manager.streams.delete('EVENTS');
  await superuser.query('DELETE FROM refused_event'); // the next stream counts from 1 again
  reading.forget();
});

/** How a process differs from the usual one. */
interface ProcessSettings {
  ackWaitMs?: number;
  /** Migrations that its release expects. */
  migrations?: (new () => MigrationInterface)[];
}

/** Starts another process. */
export function open({
  ackWaitMs = ACK_WAIT_MS,
  migrations = [],
}: ProcessSettings = {}): Promise<INestApplicationContext> {
  class TestModule {}
  const schema = z.object({ ...processConfig, ...databaseConfig, ...busConfig, ...ownerConfig });
  const config = schema.parse({
    ...servers.variables,
    ...servers.nats.variables('testing'), // whose rights name no consumers
    LOG_LEVEL: 'error',
    EVENTS_ACK_WAIT_MS: ackWaitMs,
  });
  const imports = [
    DatabaseModule.forRoot(config, 'catalogue', { migrations }),
    BusModule.forRoot(config, 'catalogue'),
    OutboxModule.forRoot(config, 'catalogue', []),
  ];
  const module = { module: TestModule, imports, providers: [NoteReader] };
  return openWorker({ name: 'catalogue', module, config });
}

/** Has another process in the place of the usual one, which the test has stopped. */
export function replaceBy(next: INestApplicationContext): void {
  app = next;
}

export async function publish(definition: typeof noted, ...texts: string[]): Promise<void> {
  const events = texts.map((text) => ({ subject: 'note', data: { text } }));
  await app.get(Database).asApp(async (tx) => app.get(Outbox).events(tx, definition, events));
}

/** Publishes an event as another release might. */
export function publishData(type: string, data: object): Promise<unknown> {
  const event = { id: 'of another release', time: new Date(), type, subject: 'note', data };
  return manager.jetstream().publish(`events.${type}`, JSON.stringify(event));
}

export const numbered = (count: number): string[] => Array.from({ length: count }, (_, i) => String(i));
export const areStored = (texts: readonly string[]): Promise<boolean> =>
  until('the events are stored', () => texts.every((text) => reading.stored.includes(`test.noted ${text}`)));

/** True when each event has been acknowledged or given up. */
export async function areHandled(): Promise<boolean> {
  const { num_pending, num_ack_pending } = await manager.consumers.info('EVENTS', 'catalogue');
  return num_pending + num_ack_pending === 0;
}
