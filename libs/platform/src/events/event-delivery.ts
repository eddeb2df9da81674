// Delivers the events of the stream to the handlers of an owner, each through a consumer of its own.
import {
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import type { EventDefinition } from '#contracts';
import { markedMethods } from '../context/marked-methods.ts';
import { BusConnection } from '../messaging/bus-connection.ts';
import { Health } from '../observability/health.ts';
import { eventsRefused, onScrape, ownerGauges } from '../observability/metrics.ts';
import { EventConsumers } from './event-consumers.ts';
import { EventStream } from './event-stream.ts';
import { EventSubscription, type EventHandler } from './event-subscription.ts';
import { EVENTS } from './on-events.ts';

/** Reads the stream while the process is up, if it has a handler. */
@Injectable()
export class EventDelivery
  implements OnApplicationBootstrap, BeforeApplicationShutdown, OnApplicationShutdown
{
  private readonly subscriptions: EventSubscription[] = [];
  private stopMetrics = (): void => undefined;

  constructor(
    private readonly stream: EventStream,
    private readonly consumers: EventConsumers,
    private readonly discovery: DiscoveryService,
    private readonly health: Health,
    private readonly bus: BusConnection,
  ) {}

  onApplicationBootstrap(): void {
    for (const { mark, method } of markedMethods<EventDefinition[]>(this.discovery, EVENTS))
      this.add(mark, method as EventHandler);
    if (this.subscriptions.length === 0) return;
    this.health.addLivenessCheck('events', () => {
      for (const subscription of this.subscriptions) subscription.assertTurning();
    });
    this.bus.onReconnect(() => {
      for (const subscription of this.subscriptions) subscription.restart();
    });
    this.stopMetrics = onScrape([ownerGauges.unhandled], () =>
      Promise.all(
        this.subscriptions.map(async ({ name: consumer }) => ({
          gauge: ownerGauges.unhandled,
          labels: { consumer },
          value: await this.stream.countUnhandled(consumer),
        })),
      ),
    );
    for (const subscription of this.subscriptions) subscription.start();
  }

  /** Asks for no more events and awaits the handlers that run. */
  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.subscriptions.map((subscription) => subscription.stop()));
  }

  onApplicationShutdown(): void {
    this.stopMetrics();
  }

  private add(definitions: readonly EventDefinition[], handler: EventHandler): void {
    const subscription = new EventSubscription(this.stream, this.consumers, definitions, handler);
    if (this.subscriptions.some(({ name }) => name === subscription.name))
      throw new Error(`Two methods would read events as ${subscription.name}: keep one.`);
    this.subscriptions.push(subscription);
    for (const { type } of definitions) eventsRefused.inc({ type }, 0); // a rate needs a value before the first one
  }
}
