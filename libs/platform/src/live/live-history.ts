// The JetStream stream LIVE: it keeps the notifications under `live.` in memory for an hour.
import { Injectable } from '@nestjs/common';
import {
  DeliverPolicy,
  DiscardPolicy,
  jetstream,
  JetStreamApiCodes,
  JetStreamApiError,
  jetstreamManager,
  StorageType,
} from '@nats-io/jetstream';
import type { z } from 'zod';
import type { NotificationDefinition } from '#contracts';
import { BusConnection } from '../messaging/bus-connection.ts';

const STREAM = 'LIVE';
const SUBJECTS = 'live.>';
/** Time for which a notification is kept, in nanoseconds. */
const MAX_AGE_NS = 3600 * 1_000_000_000;
/** Longest wait for the server, in milliseconds. */
const ANSWER_MS = 2000;
/** Longest wait for the notifications that the server has announced, in milliseconds. */
const FETCH_MS = 2000;
/** Time after which the server forgets a reader that died, in milliseconds. */
const INACTIVE_MS = 10_000;

/** Keeps and reads notifications. */
@Injectable()
export class LiveHistory {
  constructor(private readonly bus: BusConnection) {}

  /**
   * Makes the stream where there is none, such as after a restart of the server. A full stream drops its oldest
   * notifications. Errors: those of JetStream.
   */
  async make(maxBytes: number): Promise<void> {
    const { streams } = await jetstreamManager(this.bus.nats, { timeout: ANSWER_MS });
    try {
      await streams.info(STREAM);
    } catch (error) {
      const code = error instanceof JetStreamApiError && error.code;
      if (code !== JetStreamApiCodes.StreamNotFound) throw error;
      await streams.add({
        name: STREAM,
        subjects: [SUBJECTS],
        storage: StorageType.Memory,
        max_age: MAX_AGE_NS,
        max_bytes: maxBytes,
        discard: DiscardPolicy.Old,
      });
    }
  }

  /** All notifications of a key that are kept, the oldest first. Errors: those of JetStream, and a late answer. */
  async read<D extends z.ZodType>(
    definition: NotificationDefinition<D>,
    key: string,
  ): Promise<z.output<D>[]> {
    const { consumers } = jetstream(this.bus.nats, { timeout: ANSWER_MS });
    const consumer = await consumers.get(STREAM, {
      filter_subjects: `${definition.prefix}.${key}`,
      deliver_policy: DeliverPolicy.All,
      inactive_threshold: INACTIVE_MS,
    });
    try {
      const { num_pending: count } = await consumer.info(true);
      if (count === 0) return [];
      const kept: z.output<D>[] = [];
      for await (const message of await consumer.fetch({ max_messages: count, expires: FETCH_MS }))
        kept.push(definition.data.parse(message.json()));
      if (kept.length < count) throw new Error(`${kept.length} of ${count} notifications came in time.`);
      return kept;
    } finally {
      void consumer.delete().catch(() => false); // the server forgets it by itself too
    }
  }
}
