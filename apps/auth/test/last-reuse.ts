// Reads what auth has told about the reuse of refresh tokens.
import { jetstreamManager } from '@nats-io/jetstream';
import { BusConnection } from '#platform/messaging';
import type { NatsServer } from '#testing/servers';

/** The last event about reuse in the stream of a server; undefined when there is none. */
export async function lastReuse(nats: NatsServer): Promise<{ subject: string; data: unknown } | undefined> {
  const bus = await BusConnection.open(nats.variables('testing'), 'testing');
  try {
    const { streams } = await jetstreamManager(bus.nats);
    // Debian's NATS 2.9 ends in a panic when it is asked for a message of a stream that is just being made.
    const stream = await streams.info('EVENTS').catch(() => undefined);
    if (!stream?.state.messages) return undefined;
    const query = { last_by_subj: 'events.session.reuse_detected' };
    const message = await streams.getMessage('EVENTS', query).catch(() => null);
    return message?.json() ?? undefined;
  } finally {
    await bus.onApplicationShutdown();
  }
}
