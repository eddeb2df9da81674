// Uses a refresh token again, and reads what auth has told about that.
import { jetstreamManager } from '@nats-io/jetstream';
import { refreshSession } from '#contracts';
import { type Bus, BusConnection } from '#platform/messaging';
import type { NatsServer } from '#testing/servers';

/** Uses a refresh token after the two that follow it. */
export async function reuse(gateway: Bus, { refreshToken }: { refreshToken: string }): Promise<void> {
  const next = await gateway.request(refreshSession, { refreshToken });
  await gateway.request(refreshSession, { refreshToken: next.refreshToken });
  await expect(gateway.request(refreshSession, { refreshToken })).rejects.toMatchObject({
    code: 'InvalidToken',
  });
}

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
