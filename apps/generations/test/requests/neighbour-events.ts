// Publishes events in the place of the services that generations hears of.
import { jetstream, type JetStreamClient } from '@nats-io/jetstream';
import { applicationUpdated, productUpdated, type Actor, type EventDefinition } from '#contracts';
import { newId } from '#platform/context';
import type { BusConnection } from '#platform/messaging';
import { sourceHashOf } from '../stand-in-catalogue.ts';
import { newActor, type GenerationsEnvironment, waitUntil } from '../generations-environment.ts';

export class NeighbourEvents {
  private readonly stream: JetStreamClient;

  private constructor(
    private readonly environment: GenerationsEnvironment,
    connection: BusConnection,
  ) {
    this.stream = jetstream(connection.nats);
  }

  /** The servers must have been started with the user `testing`. */
  static async open(environment: GenerationsEnvironment): Promise<NeighbourEvents> {
    return new NeighbourEvents(environment, await environment.connect('testing'));
  }

  async publish({ type }: EventDefinition, subject: string, data: object): Promise<void> {
    const event = { id: newId(), type, subject, time: new Date().toISOString(), data };
    await this.stream.publish(`events.${type}`, JSON.stringify(event));
  }

  /** Tells that a product has a version, which one changed its facts, and which facts it has had before, if any. */
  tell(
    { workspaceId }: Actor,
    productId: string,
    version: number,
    sourceVersion = version,
    factsOf = sourceVersion,
  ): Promise<void> {
    const sourceHash = sourceHashOf(factsOf);
    return this.publish(productUpdated, productId, {
      workspaceId,
      productId,
      version,
      sourceVersion,
      sourceHash,
    });
  }

  /** Resolves when all events have been handled that were published before. */
  async settled(): Promise<void> {
    const source = newId();
    await this.tell(newActor(), source, 2);
    const noted = 'SELECT FROM source_change WHERE source = $1';
    await waitUntil(async () => (await this.environment.sql(noted, [source])).length === 1);
    for (const { type } of [productUpdated, applicationUpdated]) {
      const consumer = await this.stream.consumers.get('EVENTS', `generations-${type.replace('.', '-')}`);
      await waitUntil(async () => {
        const { num_pending, num_ack_pending } = await consumer.info();
        return num_pending + num_ack_pending === 0;
      });
    }
  }
}
