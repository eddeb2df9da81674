// Tests the consumer of events: nothing is lost, whatever fails, and what fails holds up nothing else.
import { mock } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '#contracts';
import { Health } from '#platform/observability';
import { until } from '#testing/until';
import { counted, erased, noted, reading, unheard } from './note-reader.ts';
import {
  ACK_WAIT_MS,
  app,
  areHandled,
  areStored,
  manager,
  numbered,
  open,
  publish,
  replaceBy,
  servers,
} from './suite-environment.ts';

/** Less than usual, where what a killed process had received is to come again soon. */
const SHORT_ACK_WAIT_MS = 300;

it('gives a handler its events in order and many at once, and acknowledges those without one', async () => {
  await publish(unheard, 'nobody');
  await publish(noted, ...numbered(500));
  await publish(erased, 'all');
  await until('all have come', () => reading.stored.length >= 501);
  expect(reading.stored).toEqual([...numbered(500).map((text) => `test.noted ${text}`), 'test.erased all']);
  expect(reading.sizes.length).toBeLessThan(100);
  await until('all are acknowledged', areHandled);
});

it('sends a handler of one type no other events', async () => {
  await publish(noted, ...numbered(20));
  await publish(counted, 'one');
  await until('all have come', () => reading.stored.length >= 21);
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
  replaceBy(await open({ ackWaitMs: SHORT_ACK_WAIT_MS }));
  await areStored(['a', 'b', 'c']);
});

it('delivers to no other process what a slow handler works on', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  reading.held = promise;
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
    expect([num_redelivered, reading.stored.length]).toEqual([0, 2]);
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
  const id = 'missed';
  const time = new Date().toISOString();
  const missed = { id, time, type: 'test.noted', subject: 'note', data: { text: 'missed' } };
  await js.publish('events.test.noted', JSON.stringify(missed));
  replaceBy(await open());
  await areStored(['missed']);
  expect(reading.stored).toHaveLength(2);
});

it('delivers events again after a server was away, and after the stream or the consumer was lost', async () => {
  let isAway = true;
  reading.fails = () => (isAway ? new AppError('Unavailable') : undefined);
  await publish(noted, 'a', 'b', 'c');
  await until('the handler has failed', () => reading.sizes.length > 0);
  isAway = false;
  await areStored(['a', 'b', 'c']);
  await manager.consumers.delete('EVENTS', 'catalogue');
  await publish(noted, 'd');
  await areStored(['d']);
  await manager.streams.delete('EVENTS');
  await publish(noted, 'e');
  await areStored(['e']);
});

it('makes batches smaller that fail as a whole, as when a statement for all of them takes too long', async () => {
  reading.fails = () => ((reading.sizes.at(-1) ?? 0) > 20 ? new AppError('Unavailable') : undefined);
  await publish(noted, ...numbered(100));
  await areStored(numbered(100));
});

it('reads on while the bus is away, so that the process does not count as stuck', async () => {
  await servers.nats.kill();
  await sleep(12_000); // two requests end by themselves in this time
  const now = performance.now();
  const later = mock.method(performance, 'now', () => now + 49_500);
  const failures = app.get(Health, { strict: false }).failures();
  later.mock.restore();
  await servers.nats.restart();
  expect(failures).toEqual({});
  await publish(noted, 'a');
  await areStored(['a']);
});

it('sets aside an event that its handler refuses, or that has no such data, and goes on with the others', async () => {
  reading.fails = (text) => (text.endsWith('bad') ? new Error('The handler cannot store it.') : undefined);
  await publish(noted, ...numbered(20), 'bad', ...numbered(40).slice(20));
  await areStored(numbered(40));
  await manager.jetstream().publish('events.test.noted', '{"id":"x"}');
  expect(reading.stored.toSorted()).toEqual(
    numbered(40)
      .map((text) => `test.noted ${text}`)
      .toSorted(),
  );
  await until('only the two are left', async () => {
    const { num_pending, num_ack_pending } = await manager.consumers.info('EVENTS', 'catalogue');
    return num_pending + num_ack_pending === 2;
  });
  reading.fails = () => undefined;
  await areStored(['bad']);
});

it('gives no event up for the deliveries of an outage', async () => {
  let calls = 0;
  reading.fails = () => {
    calls += 1;
    if (calls <= 9) return new AppError('Unavailable');
    return calls === 10 ? new Error('The handler cannot store it yet.') : undefined;
  };
  await publish(noted, 'late');
  await until('it is stored', () => reading.stored.includes('test.noted late'));
});

it('shares the events between two processes', async () => {
  const other = await open();
  try {
    for (let part = 0; part < 5; part += 1)
      await publish(noted, ...numbered(100).map((text) => `${part}/${text}`));
    await until('all have come', () => reading.stored.length >= 500);
    expect(new Set(reading.stored).size).toBe(500);
    expect(reading.stored).toHaveLength(500);
  } finally {
    await other.close();
  }
});
