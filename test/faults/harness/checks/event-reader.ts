// Somebody who reads the events: a consumer with a database of its own, whose effect can be counted.
import { setTimeout as sleep } from 'node:timers/promises';
import { v7 } from 'uuid';
import { type Event, EventConsumer, type EventConsumerOptions } from '#testing/neighbours';
import { until } from './invariants.ts';
import type { Context } from '../scenario.ts';
import { Sql } from '../environment/database.ts';
import type { Workshop } from '../environment/generation-environment.ts';

/** How it reads. */
export interface ReaderOptions extends Pick<
  EventConsumerOptions,
  'ackWaitMs' | 'retryMs' | 'maxDeliver' | 'concurrency' | 'acknowledges'
> {
  /** Time that each effect takes, in milliseconds. */
  effectMs?: number;
  throwsFor?: (event: Event) => boolean;
}

/** A reader of events. */
export interface Reader {
  consumer: EventConsumer;
  /** Events that had their effect. */
  applied(): Promise<number>;
  /** Effects beyond the first of each event. */
  doubled(): Promise<number>;
  /** True when the server waits for nothing. */
  idle(): Promise<boolean>;
  deadLetters(): Promise<{ id: string; reason: string }[]>;
  /** Takes the key of the inbox away. */
  dropInbox(): Promise<void>;
}

const DATABASE = 'reader';
/** Id of an event that has no effect. */
const FIRST = 'first';

/** Opens a reader on the stream of a workshop; it sees all that the stream holds. */
export async function openReader(context: Context, shop: Workshop, options: ReaderOptions): Promise<Reader> {
  const { postgres, nats } = shop.scene.stack.servers;
  const { effectMs = 0, throwsFor = () => false, ...others } = options;
  await shop.audit.sql.rows(`CREATE DATABASE ${DATABASE}`);
  const sql = new Sql(postgres.superuserUrl(DATABASE));
  context.defer(() => sql.close());
  // No key: what is applied twice is there twice.
  await sql.rows('CREATE TABLE effect (event_id text NOT NULL)');
  // The relay makes the stream with its first event.
  await emit(shop.audit.sql, 1, [FIRST]);
  await until('the stream is there', 30_000, () => isSent(shop.audit.sql));
  const consumer = await EventConsumer.open({
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
  return readerOf(consumer, sql);
}

function readerOf(consumer: EventConsumer, sql: Sql): Reader {
  const count = async (text: string): Promise<number> =>
    (await sql.row<{ count: number }>(`SELECT (${text})::int AS count`)).count;
  return {
    consumer,
    applied: () => count('SELECT count(DISTINCT event_id) FROM effect'),
    doubled: () => count('SELECT count(*) - count(DISTINCT event_id) FROM effect'),
    idle: async () => (await consumer.pending()) === 0,
    deadLetters: () => sql.rows(`SELECT event->>'id' AS id, reason FROM dead_letter`),
    dropInbox: async () => {
      await sql.rows('ALTER TABLE inbox DROP CONSTRAINT inbox_pkey');
    },
  };
}

/** Puts events into the outbox of the generations service; gives their ids. */
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

/** True when the outbox is empty. */
export async function isSent(sql: Sql): Promise<boolean> {
  const { left } = await sql.row<{ left: number }>('SELECT count(*)::int AS left FROM outbox');
  return left === 0;
}
