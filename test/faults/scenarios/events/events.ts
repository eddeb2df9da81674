// C15 to C18: events while NATS is down, repeated events, a slow reader, and events that cannot be applied.
import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from '@nats-io/transport-node';
import { jetstream } from '@nats-io/jetstream';
import { v7 } from 'uuid';
import { until } from '#testing/until';
import { emit, isOutboxEmpty, openReader, type EventReader } from '../../harness/checks/event-reader.ts';
import { within } from '../../harness/checks/invariants.ts';
import {
  generationResult,
  openGenerationEnvironment,
  type GenerationEnvironment,
} from '../../harness/environment/generation-environment.ts';
import { resultOf, type Context, type Result, type Scenario } from '../../harness/scenario.ts';

/** Longest time of a request while NATS is down, in milliseconds. */
const REFUSED_MS = 3200;
/** Longest time from the restart of NATS until requests succeed again, in milliseconds. */
const BACK_MS = 5000;
/** Downtime; longer than the ten attempts after which a NATS client gives up by default, in milliseconds. */
const AWAY_MS = 27_000;

export const busAway: Scenario = {
  id: 'C15',
  title: 'NATS is down for half a minute',
  holds:
    'requests fail within 3.2 s with 503 or 504 and succeed 5 s after; every event arrives; no process restarts',
  alone: true,
  run: async (context) => {
    const awayMs = context.full ? 60_000 : AWAY_MS;
    const env = await openGenerationEnvironment(context, { holdMs: 1500 });
    const reader = await openReader(context, env, {});
    const pids = pidsOf(env);
    const count = context.full ? 200 : 50;
    await env.load.submit({ person: env.person, count });
    const { nats } = env.system.servers;
    await nats.kill();
    const path = `/generations/${env.load.accepted[0]}`;
    const answers: { status: number; ms: number }[] = [];
    for (const end = Date.now() + awayMs; Date.now() < end; await sleep(1000)) {
      answers.push(await env.person.get(path));
    }
    await nats.restart();
    const backAt = Date.now();
    const isBack = async (): Promise<boolean> => (await env.person.get(path)).status === 200;
    await until('requests succeed again', isBack, { withinMs: 30_000 });
    const answersAgainMs = Date.now() - backAt;
    const verdict = await env.verdict(90_000);
    const recoveryMs = Date.now() - backAt;
    await within(20_000, async () => (await reader.applied()) >= count);
    const applied = await reader.applied();
    const slowest = Math.max(...answers.map(({ ms }) => ms));
    const statuses = [...new Set(answers.map(({ status }) => status))];
    const notes = `succeeds again after ${answersAgainMs} ms, slowest refusal ${slowest.toFixed(0)} ms`;
    return generationResult(env, verdict, { faults: 1, slowestRecoveryMs: recoveryMs, notes }, [
      verdict.failed > 0 && verdict.failures,
      applied !== count && `${applied} of ${count} events were applied`,
      statuses.some((status) => status !== 503 && status !== 504) && `answers: ${statuses.join(', ')}`,
      slowest > REFUSED_MS && `a refusal took ${slowest.toFixed(0)} ms`,
      answersAgainMs > BACK_MS && `requests succeeded again after ${answersAgainMs} ms`,
      pidsOf(env) !== pids && 'a process was restarted',
    ]);
  },
};

function pidsOf({ system }: GenerationEnvironment): string {
  return Object.values(system.processes)
    .map(({ pid }) => pid)
    .join(' ');
}

export const repeated: Scenario = {
  id: 'C16',
  title: 'each event is published three times, and some acknowledgements are dropped',
  holds: 'the reader applies each event once',
  run: (context) => readRepeats(context),
};

/** Runs C16 with a reader that is changed first. */
export async function readRepeats(
  context: Context,
  prepare: (reader: EventReader) => Promise<void> = async () => undefined,
): Promise<Result> {
  const count = context.full ? 1000 : 200;
  const env = await openGenerationEnvironment(context, { workers: 1 });
  let dropped = 0;
  const acknowledges = (): boolean => {
    if (context.random() >= 0.05) return true;
    dropped += 1;
    return false;
  };
  const reader = await openReader(context, env, { ackWaitMs: 1000, maxDeliver: 20, acknowledges });
  await prepare(reader);
  const { sql } = env.auditLog;
  const ids = await emit(sql, count);
  await until('the outbox is empty', () => isOutboxEmpty(sql), { withinMs: 30_000 });
  await publishAgain(env, ids);
  await within(60_000, async () => (await reader.applied()) >= count && (await reader.idle()));
  return readerResult(
    reader,
    {
      accepted: count,
      faults: 2 * count + dropped,
      notes: `${reader.consumer.deliveries} deliveries, ${dropped} acknowledgements dropped`,
    },
    [reader.consumer.deliveries < 2 * count && 'the repeats did not arrive'],
  );
}

/** Publishes each event twice: with its id, as after a crash of the relay, and without, as after the stream's window. */
async function publishAgain({ system }: GenerationEnvironment, ids: readonly string[]): Promise<void> {
  const {
    NATS_URL: servers,
    NATS_USER: user,
    NATS_PASSWORD: pass,
  } = system.servers.nats.variables('testing');
  const bus = await connect({ servers, user, pass, inboxPrefix: `_INBOX_${user}` });
  const stream = jetstream(bus);
  const topic = 'events.generation.succeeded';
  for (const id of ids) {
    const event = JSON.stringify({ specversion: '1.0', id, type: 'generation.succeeded', subject: id });
    const again = await stream.publish(topic, event, { msgID: id });
    if (!again.duplicate) throw new Error('The stream did not recognize an event that it has.');
    await stream.publish(topic, event);
  }
  await bus.close();
}

export const slow: Scenario = {
  id: 'C17',
  title: 'a burst of events for a slow reader',
  holds: 'every event is applied once; at most 100 are delivered ahead; memory grows by at most 50 MB',
  run: async (context) => {
    const count = context.full ? 1000 : 400;
    const env = await openGenerationEnvironment(context, { workers: 1 });
    const reader = await openReader(context, env, { effectMs: 200 });
    const memoryBefore = process.memoryUsage().rss;
    await emit(env.auditLog.sql, count);
    let pending = 0;
    let grown = 0;
    await within(120_000, async () => {
      pending = Math.max(pending, await reader.consumer.pending());
      grown = Math.max(grown, process.memoryUsage().rss - memoryBefore);
      return (await reader.applied()) >= count && (await reader.idle());
    });
    const grownMb = Math.round(grown / 1e6);
    const notes = `at most ${pending} delivered ahead, ${grownMb} MB more`;
    return readerResult(reader, { accepted: count, faults: 1, notes }, [
      pending > 100 && `${pending} were delivered ahead`,
      grownMb > 50 && `memory grew by ${grownMb} MB`,
    ]);
  },
};

export const unusable: Scenario = {
  id: 'C18',
  title: 'the handler of one event always throws, and another event is never acknowledged',
  holds: 'both become dead letters and are counted; all other events are applied',
  run: async (context) => {
    const env = await openGenerationEnvironment(context, { workers: 1 });
    const throwing = v7();
    const silent = v7();
    const reader = await openReader(context, env, {
      ackWaitMs: 500,
      retryMs: 100,
      throwsFor: (event) => event.id === throwing,
      acknowledges: (event) => event.id !== silent,
    });
    await emit(env.auditLog.sql, 98);
    await emit(env.auditLog.sql, 2, [throwing, silent]);
    await within(
      60_000,
      async () => (await reader.applied()) >= 99 && (await reader.deadLetters()).length >= 2,
    );
    const deadLetters = await reader.deadLetters();
    const { deadLetters: count } = reader.consumer;
    const notes = `dead letters: ${deadLetters.map(({ reason }) => reason).join(', ')}`;
    return readerResult(reader, { accepted: 99, faults: 2, notes }, [
      deadLetters.length !== 2 && `${deadLetters.length} dead letters`,
      deadLetters.some(({ id }) => id !== throwing && id !== silent) && 'another event is a dead letter',
      count !== 2 && `the reader counted ${count} dead letters`,
    ]);
  },
};

/** A result; `accepted` is the number of events that must be applied. */
async function readerResult(
  reader: EventReader,
  counts: Required<Pick<Result, 'accepted' | 'faults' | 'notes'>>,
  failures: (string | false)[],
): Promise<Result> {
  const applied = await reader.applied();
  const doubled = await reader.doubled();
  const lost = Math.max(0, counts.accepted - applied);
  return resultOf({ ...counts, lost, doubled }, [
    applied !== counts.accepted && `${applied} of ${counts.accepted} events were applied`,
    doubled > 0 && `${doubled} events were applied twice`,
    ...failures,
  ]);
}
