// Delivers the events of the stream to the handlers of an owner. All processes of an owner share one durable consumer.
import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import type { Consumer, ConsumerMessages, JsMsg } from '@nats-io/jetstream';
import { z } from 'zod';
import type { AppError, EventDefinition } from '#contracts';
import { markedMethods } from '../boot/marked-methods.ts';
import { newId, withContext } from '../context/context.ts';
import { toAppError } from '../errors/error-mapping.ts';
import { BusConnection } from '../messaging/bus-connection.ts';
import { Health } from '../observability/health.ts';
import { logger } from '../observability/log.ts';
import { eventsRefused, onScrape, ownerGauges } from '../observability/metrics.ts';
import { IntervalTask } from '../resilience/interval-task.ts';
import { isTransient } from '../resilience/retry.ts';
import { EVENT_SOURCE, EventStream } from './event-stream.ts';
import { EVENTS, type ReceivedEvent } from './on-events.ts';

const log = logger('events');

/** Most events that a handler receives at once. */
const BATCH = 200;
/** Time that one request for events waits for them, in milliseconds; the least that JetStream allows. */
const WAIT_MS = 1000;
/** Pause between two requests, in milliseconds. */
const PAUSE_MS = 10;
/** Pause before events come again that could not be stored because a server was away, in milliseconds. */
const RETRY_MS = 1000;
/** Deliveries of an event until it is given up: with pauses of 2 s, 4 s, 8 s … that is about a quarter of an hour. */
const MAX_DELIVERIES = 9;

type Handler = (events: readonly ReceivedEvent[]) => Promise<void>;

/** What the consumer reads of the CloudEvents envelope. */
const envelope = z.object({
  id: z.string(),
  type: z.string(),
  subject: z.string(),
  time: z.iso.datetime().transform((text) => new Date(text)),
  data: z.unknown(),
});

/** Reads the stream while the process is up, if it has a handler. */
@Injectable()
export class EventDelivery
  implements OnApplicationBootstrap, BeforeApplicationShutdown, OnApplicationShutdown
{
  private readonly handlers = new Map<string, { definition: EventDefinition; handler: Handler }>();
  private readonly task = new IntervalTask('consumer of events', PAUSE_MS, () => this.pass());
  private consumer: Consumer | undefined;
  private messages: ConsumerMessages | undefined;
  private isStopping = false;
  private stopMetrics = (): void => undefined;

  constructor(
    private readonly stream: EventStream,
    @Inject(EVENT_SOURCE) private readonly name: string,
    private readonly discovery: DiscoveryService,
    private readonly health: Health,
    private readonly bus: BusConnection,
  ) {}

  onApplicationBootstrap(): void {
    for (const { mark, method } of markedMethods<EventDefinition[]>(this.discovery, EVENTS))
      for (const definition of mark) {
        if (this.handlers.has(definition.type))
          throw new Error(`Two methods handle ${definition.type}: keep one.`);
        this.handlers.set(definition.type, { definition, handler: method as Handler });
        eventsRefused.inc({ type: definition.type }, 0); // a rate needs a value before the first one
      }
    if (this.handlers.size === 0) return;
    this.health.addLivenessCheck('events', () => this.task.assertTurning());
    this.bus.onReconnect(() => this.messages?.stop()); // the server has forgotten the request
    this.stopMetrics = onScrape([ownerGauges.unhandled], async () => {
      const { name: stream, count: value } = await this.stream.countUnhandled(this.name);
      return [{ gauge: ownerGauges.unhandled, labels: { stream }, value }];
    });
    this.task.start();
  }

  /** Asks for no more events and awaits the handlers that run. */
  async beforeApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    this.messages?.stop();
    await this.task.stop();
  }

  onApplicationShutdown(): void {
    this.stopMetrics();
  }

  /** Asks for events once, and handles those that have arrived, again and again until the request ends. */
  private async pass(): Promise<void> {
    try {
      this.consumer ??= await this.stream.consumer(this.name);
      if (this.isStopping) return;
      const messages = await this.consumer.fetch({ max_messages: BATCH, expires: WAIT_MS });
      this.messages = messages;
      let arrived: JsMsg[] = [];
      for await (const message of messages) {
        arrived.push(message);
        if (messages.getPending() > 0) continue;
        await this.handleAll(arrived);
        arrived = [];
      }
      await this.handleAll(arrived);
    } catch (error) {
      this.consumer = undefined; // it may be gone: the next pass looks for it, and makes it again
      throw error;
    } finally {
      this.messages = undefined;
    }
  }

  private async handleAll(messages: readonly JsMsg[]): Promise<void> {
    const byHandler = new Map<Handler, JsMsg[]>();
    for (const message of messages) {
      const known = this.handlers.get(message.subject.slice('events.'.length));
      if (!known) message.ack();
      else byHandler.set(known.handler, [...(byHandler.get(known.handler) ?? []), message]);
    }
    const failures = await Promise.all([...byHandler].map((entry) => this.handle(...entry)));
    const failure = failures.find((error) => error !== undefined);
    if (failure !== undefined) throw failure;
  }

  /** Returns the error when a server is away, because then it is no fault of the events. */
  private async handle(handler: Handler, messages: readonly JsMsg[]): Promise<AppError | undefined> {
    try {
      await withContext({ requestId: newId() }, () =>
        handler(messages.map((message) => this.parse(message))),
      );
      for (const message of messages) message.ack();
      return undefined;
    } catch (error) {
      const known = toAppError(error);
      if (isTransient(known)) {
        for (const message of messages) message.nak(RETRY_MS);
        return known;
      }
      if (messages.length === 1) {
        this.refuse(messages[0]!, error);
        return undefined;
      }
      let away: AppError | undefined;
      for (const message of messages) away ??= await this.handle(handler, [message]);
      return away;
    }
  }

  private parse(message: JsMsg): ReceivedEvent {
    const { data, ...event } = envelope.parse(message.json());
    const { definition } = this.handlers.get(event.type)!;
    return { ...event, sequence: message.seq, data: definition.data.parse(data) };
  }

  /** Lets an event wait that its handler cannot take, longer after each delivery, and gives it up after the last one. */
  private refuse(message: JsMsg, error: unknown): void {
    const { deliveryCount: deliveries } = message.info;
    const type = message.subject.slice('events.'.length);
    const isLast = deliveries >= MAX_DELIVERIES;
    const fields = { type, sequence: message.seq, reason: String(error) };
    if (isLast) {
      log.error(fields, 'An event is given up; it stays in the stream');
      eventsRefused.inc({ type });
      message.term();
    } else {
      log.warn(fields, 'An event could not be handled; it comes again');
      message.nak(1000 * 2 ** deliveries);
    }
  }
}
