// C15 to C18: events that are kept while the bus is away, that come several times, slowly, or to no avail.
import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from '@nats-io/transport-node';
import { jetstream } from '@nats-io/jetstream';
import { v7 } from 'uuid';
import { until, within } from '../../harness/checks/invariants.ts';
import { emit, isSent, openReader, type Reader } from '../../harness/checks/event-reader.ts';
import type { Context, Result, Scenario } from '../../harness/scenario.ts';
import { openWorkshop, resultOf, type Workshop } from '../../harness/environment/generation-environment.ts';

/** Longest time of a request while the bus is away, in milliseconds. */
const FAST_MS = 3200;
/** Longest time until requests are answered again, in milliseconds. */
const BACK_MS = 5000;
/** Longer than a client with the usual ten attempts would try, in milliseconds. */
const AWAY_MS = 27_000;

/** C15: NATS is away; requests fail fast, nothing is lost, no process needs a restart. */
export const busAway: Scenario = {
  id: 'C15',
  title: 'NATS away for half a minute',
  alone: true,
  run: async (context) => {
    const awayMs = context.full ? 60_000 : AWAY_MS;
    const shop = await openWorkshop(context, { holdMs: 1500 });
    const reader = await openReader(context, shop, {});
    const pids = pidsOf(shop);
    const count = context.full ? 200 : 50;
    await shop.load.ask({ person: shop.person, count });
    const { nats } = shop.scene.stack.servers;
    await nats.kill();
    const path = `/generations/${shop.load.accepted[0]}`;
    const answers: { status: number; ms: number }[] = [];
    for (const end = Date.now() + awayMs; Date.now() < end; await sleep(1000)) {
      answers.push(await shop.scene.send(shop.person, 'GET', path));
    }
    await nats.restart();
    const backAt = Date.now();
    await until('it answers again', 30_000, async () => {
      return (await shop.scene.send(shop.person, 'GET', path)).status === 200;
    });
    const answersAgainMs = Date.now() - backAt;
    const verdict = await shop.verdict(90_000);
    const recoveryMs = Date.now() - backAt;
    await within(20_000, async () => (await reader.applied()) >= count);
    const applied = await reader.applied();
    const slowest = Math.max(...answers.map(({ ms }) => ms));
    const statuses = [...new Set(answers.map(({ status }) => status))];
    const notes = `answers again after ${answersAgainMs} ms, slowest refusal ${slowest.toFixed(0)} ms`;
    return resultOf(shop, verdict, { faults: 1, slowestRecoveryMs: recoveryMs, notes }, [
      verdict.failed > 0 && `${verdict.failed} failed`,
      applied !== count && `${applied} of ${count} events were applied`,
      statuses.some((status) => status !== 503 && status !== 504) && `answers: ${statuses.join(', ')}`,
      slowest > FAST_MS && `a refusal took ${slowest.toFixed(0)} ms`,
      answersAgainMs > BACK_MS && `it answered again after ${answersAgainMs} ms`,
      pidsOf(shop) !== pids && 'a process was restarted',
    ]);
  },
};

function pidsOf({ scene }: Workshop): string {
  return Object.values(scene.stack.processes)
    .map(({ pid }) => pid)
    .join(' ');
}

/** C16: every event is in the stream three times, and some acknowledgements are lost. */
export const repeated: Scenario = {
  id: 'C16',
  title: 'each event published three times, acknowledgements dropped',
  run: (context) => readRepeats(context),
};

/** The same, with something done to the reader before. */
export async function readRepeats(
  context: Context,
  prepare: (reader: Reader) => Promise<void> = async () => undefined,
): Promise<Result> {
  const count = context.full ? 1000 : 200;
  const shop = await openWorkshop(context, { workers: 1 });
  let dropped = 0;
  const acknowledges = (): boolean => {
    if (context.random() >= 0.05) return true;
    dropped += 1;
    return false;
  };
  const reader = await openReader(context, shop, { ackWaitMs: 1000, maxDeliver: 20, acknowledges });
  await prepare(reader);
  const ids = await emit(shop.audit.sql, count);
  await until('the outbox is empty', 30_000, () => isSent(shop.audit.sql));
  // With its id, as a relay that died would: the stream knows it. And without, as after the stream's window.
  await publishAgain(shop, ids);
  await within(60_000, async () => (await reader.applied()) >= count && (await reader.idle()));
  return resultOfReader(reader, {
    expected: count,
    faults: 2 * count + dropped,
    notes: `${reader.consumer.deliveries} deliveries, ${dropped} acknowledgements dropped`,
    reasons: [reader.consumer.deliveries < 2 * count && 'the repeats did not arrive'],
  });
}

/** C17: a slow consumer gets a burst. */
export const slow: Scenario = {
  id: 'C17',
  title: 'slow consumer, burst of events',
  run: async (context) => {
    const count = context.full ? 1000 : 400;
    const shop = await openWorkshop(context, { workers: 1 });
    const reader = await openReader(context, shop, { effectMs: 200, concurrency: 10 });
    const heapAtFirst = process.memoryUsage().rss;
    await emit(shop.audit.sql, count);
    let [out, held] = [0, 0];
    await within(120_000, async () => {
      out = Math.max(out, await reader.consumer.pending());
      held = Math.max(held, process.memoryUsage().rss - heapAtFirst);
      return (await reader.applied()) >= count && (await reader.idle());
    });
    const grownMb = Math.round(held / 1e6);
    return resultOfReader(reader, {
      expected: count,
      faults: 1,
      notes: `at most ${out} out, ${grownMb} MB more`,
      reasons: [out > 100 && `${out} were out at once`, grownMb > 50 && `memory grew by ${grownMb} MB`],
    });
  },
};

/** C18: one event cannot be applied, and one kills its consumer; both end where somebody sees them. */
export const unusable: Scenario = {
  id: 'C18',
  title: 'an event whose handler always throws, one never acknowledged',
  run: async (context) => {
    const shop = await openWorkshop(context, { workers: 1 });
    const [poison, silent] = [v7(), v7()];
    const reader = await openReader(context, shop, {
      ackWaitMs: 500,
      retryMs: 100,
      throwsFor: (event) => event.id === poison,
      acknowledges: (event) => event.id !== silent,
    });
    await emit(shop.audit.sql, 98);
    await emit(shop.audit.sql, 2, [poison, silent]);
    await within(
      60_000,
      async () => (await reader.applied()) >= 99 && (await reader.deadLetters()).length >= 2,
    );
    const letters = await reader.deadLetters();
    return resultOfReader(reader, {
      expected: 99,
      faults: 2,
      notes: `dead letters: ${letters.map(({ reason }) => reason).join(', ')}`,
      reasons: [
        letters.length !== 2 && `${letters.length} dead letters`,
        letters.some(({ id }) => id !== poison && id !== silent) && 'another event is among the dead letters',
        reader.consumer.deadLetters.count !== 2 && `the metric says ${reader.consumer.deadLetters.count}`,
      ],
    });
  },
};

async function publishAgain({ scene }: Workshop, ids: readonly string[]): Promise<void> {
  const {
    NATS_URL: servers,
    NATS_USER: user,
    NATS_PASSWORD: pass,
  } = scene.stack.servers.nats.variables('testing');
  const bus = await connect({ servers, user, pass, inboxPrefix: `_INBOX_${user}` });
  const stream = jetstream(bus);
  const topic = 'events.generation.succeeded';
  for (const id of ids) {
    const event = JSON.stringify({ specversion: '1.0', id, type: 'generation.succeeded', subject: id });
    const again = await stream.publish(topic, event, { msgID: id });
    if (!again.duplicate) throw new Error('The stream did not know an event that it has.');
    await stream.publish(topic, event);
  }
  await bus.close();
}

async function resultOfReader(
  reader: Reader,
  {
    expected,
    faults,
    notes,
    reasons,
  }: { expected: number; faults: number; notes: string; reasons: (string | false)[] },
): Promise<Result> {
  const applied = await reader.applied();
  const doubled = await reader.doubled();
  const why = [
    applied !== expected && `${applied} of ${expected} were applied`,
    doubled > 0 && `${doubled} were applied twice`,
    ...reasons,
  ].filter((reason) => reason !== false);
  return {
    faults,
    accepted: expected,
    lost: Math.max(0, expected - applied),
    doubled,
    slowestRecoveryMs: 0,
    notes,
    passed: why.length === 0,
    ...(why.length > 0 ? { why: why.join('; ') } : {}),
  };
}
