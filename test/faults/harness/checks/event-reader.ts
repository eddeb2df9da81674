// A reader of events with its own database, whose effects can be counted.
import { setTimeout as sleep } from 'node:timers/promises';
import { v7 } from 'uuid';
import { until } from '#testing/until';
import { Sql } from '../environment/database.ts';
import type { GenerationEnvironment } from '../environment/generation-environment.ts';
import { EventConsumer, type Event, type EventConsumerOptions } from './event-consumer.ts';
import type { Context } from '../scenario.ts';

/** How the reader consumes events. */
export interface ReaderOptions extends Partial<
  Pick<EventConsumerOptions, 'ackWaitMs' | 'retryMs' | 'maxDeliver' | 'acknowledges'>
> {
  /** Duration of each effect, in milliseconds. */
  effectMs?: number;
  throwsFor?: (event: Event) => boolean;
}

/** A reader of events. */
export interface EventReader {
  consumer: EventConsumer;
  /** Number of events that had their effect. */
  applied(): Promise<number>;
  /** Number of effects beyond the first of each event. */
  doubled(): Promise<number>;
  /** True when the server waits for no acknowledgement. */
  idle(): Promise<boolean>;
  deadLetters(): Promise<{ id: string; reason: string }[]>;
  /** Drops the primary key of the inbox. */
  dropInbox(): Promise<void>;
}

const DATABASE = 'reader';
/** Id of an event without an effect. */
const FIRST = 'first';

/** Opens a reader of the event stream; it reads all events of generations that the stream holds. */
export async function openReader(
  context: Context,
  env: GenerationEnvironment,
  { effectMs = 0, throwsFor = () => false, ...others }: ReaderOptions,
): Promise<EventReader> {
  const { postgres, nats } = env.system.servers;
  await env.auditLog.sql.rows(`CREATE DATABASE ${DATABASE}`);
  const sql = new Sql(postgres.superuserUrl(DATABASE));
  context.defer(() => sql.close());
  // Without a key, an event that is applied twice has two rows.
  await sql.rows('CREATE TABLE effect (event_id text NOT NULL)');
  // The relay creates the stream with its first event.
  await emit(env.auditLog.sql, 1, [FIRST]);
  await until('the stream exists', () => isOutboxEmpty(env.auditLog.sql), { withinMs: 30_000 });
  const consumer = await EventConsumer.open({
    ackWaitMs: 30_000,
    retryMs: 1000,
    maxDeliver: 10,
    ...others,
    bus: nats.variables('testing'),
    databaseUrl: postgres.superuserUrl(DATABASE),
    name: DATABASE,
    effect: async (client, event) => {
      if (event.id === FIRST) return;
      if (throwsFor(event)) throw new Error('the handler throws');
      if (effectMs > 0) await sleep(effectMs);
      await client.query('INSERT INTO effect (event_id) VALUES ($1)', [event.id]);
    },
  });
  context.defer(() => consumer.close());
  return {
    consumer,
    applied: () => sql.number('SELECT count(DISTINCT event_id) FROM effect'),
    doubled: () => sql.number('SELECT count(*) - count(DISTINCT event_id) FROM effect'),
    idle: async () => (await consumer.pending()) === 0,
    deadLetters: () => sql.rows(`SELECT event->>'id' AS id, reason FROM dead_letter`),
    dropInbox: async () => void (await sql.rows('ALTER TABLE inbox DROP CONSTRAINT inbox_pkey')),
  };
}

/** Inserts events into the outbox of the generations service; returns their ids. */
export async function emit(
  sql: Sql,
  count: number,
  ids = Array.from({ length: count }, () => v7()),
): Promise<string[]> {
  await sql.rows(
    `INSERT INTO outbox (kind, topic, dedup_key, payload)
     SELECT 'event', 'generation.succeeded', id, json_build_object('specversion', '1.0', 'id', id,
       'type', 'generation.succeeded', 'subject', id) FROM unnest($1::text[]) AS id`,
    [ids],
  );
  return ids;
}

/** True when the outbox has no rows. */
export async function isOutboxEmpty(sql: Sql): Promise<boolean> {
  return (await sql.number('SELECT count(*) FROM outbox')) === 0;
}
