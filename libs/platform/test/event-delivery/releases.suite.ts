// Tests the consumer of events beside other releases and other processes of its own.
import { AckPolicy } from '@nats-io/jetstream';
import type { MigrationInterface } from 'typeorm';
import { z } from 'zod';
import { busConfig } from '#platform/config';
import { Database } from '#platform/database';
import { EventBacklog } from '#platform/events';
import { until } from '#testing/until';
import { noted, NoteReader, reading } from './note-reader.ts';
import {
  app,
  areHandled,
  areStored,
  manager,
  numbered,
  open,
  publish,
  publishData,
  replaceBy,
  servers,
  superuser,
} from './suite-environment.ts';

it('takes a value of an enumeration that only a newer release knows, but not what is no value of it', async () => {
  await publish(noted, 'first');
  await areStored(['first']);
  await publishData('test.graded', { text: 'a', grade: 'excellent' });
  await publishData('test.graded', { text: 'b', grade: { of: 'another shape' } });
  await publishData('test.graded', { text: 7, grade: 'excellent' });
  await publishData('test.graded', { text: 'c', grade: 'good' });
  await until('the last one is stored', () => reading.stored.includes('test.graded c good'));
  expect(reading.stored.toSorted()).toEqual([
    'test.graded a excellent',
    'test.graded c good',
    'test.noted first',
  ]);
});

it('reads no event before the migrations of its release have run', async () => {
  class Later1795240000009 implements MigrationInterface {
    async up(): Promise<void> {}
    async down(): Promise<void> {}
  }
  const next = await open({ migrations: [Later1795240000009] });
  try {
    const nextReader = next.get(NoteReader);
    for (const text of numbered(20)) {
      await publish(noted, text);
      await areStored([text]);
    }
    expect(reading.readers.has(nextReader)).toBe(false);
    const text = `INSERT INTO migrations (timestamp, name) VALUES (1795240000009, $1)`;
    await superuser.query(text, [Later1795240000009.name]);
    await app.close();
    replaceBy(next);
    await publish(noted, 'after it');
    await areStored(['after it']);
    expect(reading.readers.has(nextReader)).toBe(true);
  } finally {
    if (app !== next) await next.close();
  }
});

it('tells who is behind with the events, also where a release has left a consumer that nobody reads', async () => {
  const config = z.object(busConfig).parse(servers.nats.variables('auth'));
  const backlog = await EventBacklog.open(config, 'test');
  try {
    const ack_policy = AckPolicy.Explicit;
    await manager.consumers.add('EVENTS', { durable_name: 'catalogue-test-left', ack_policy });
    await publish(noted, 'first');
    await areStored(['first']);
    await until('its reader has acknowledged it', areHandled);
    const last = await backlog.last();
    expect(await backlog.behind(last)).toEqual(['catalogue-test-left']);
    await manager.consumers.delete('EVENTS', 'catalogue-test-left');
    expect(await backlog.behind(last)).toEqual([]);
  } finally {
    await backlog.close();
  }
});

it('gives an event up after nine refusals, over all processes and restarts', async () => {
  reading.fails = (text) => (text.endsWith('bad') ? new Error('The handler cannot store it.') : undefined);
  await publish(noted, 'bad');
  const refusals = async (): Promise<number | undefined> => {
    const text = `SELECT refusals FROM refused_event WHERE consumer = 'catalogue'`;
    return (await app.get(Database).system<{ refusals: number }>(text))[0]?.refusals;
  };
  await until('it was refused once', async () => (await refusals()) === 1);
  await app.close();
  replaceBy(await open());
  await until('another process has refused it', async () => (await refusals()) === 2);
  await app.get(Database).change('UPDATE refused_event SET refusals = 8');
  await until('it is given up', areHandled);
  await until('its refusals are forgotten', async () => (await refusals()) === undefined);
});
