// Reads one durable consumer of the stream for the handler of an owner, and acknowledges what the handler has stored.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Consumer, ConsumerMessages, JsMsg } from '@nats-io/jetstream';
import { z } from 'zod';
import type { AppError, EventDefinition } from '#contracts';
import { newRequestId, withContext } from '../context/context.ts';
import { toAppError } from '../errors/error-mapping.ts';
import { logger } from '../observability/log.ts';
import { eventsRefused } from '../observability/metrics.ts';
import { IntervalTask } from '../resilience/interval-task.ts';
import { isTransient } from '../resilience/retry.ts';
import type { EventConsumers } from './event-consumers.ts';
import { dataOf } from './event-data.ts';
import { consumerOf, type EventStream } from './event-stream.ts';
import type { ReceivedEvent } from './on-events.ts';

const log = logger('events');

/** Most events that a handler receives at once. */
const BATCH = 200;
/** Events at once after failures: so few that no statement for them takes long. */
const FEW = 20;
/**
 * Time that one request for events waits for them, in milliseconds. A process that is frozen meanwhile gets events that come to
 * another one only after the wait for their acknowledgement.
 */
const WAIT_MS = 5000;
/** Time after which a request that the server has not ended is over, in milliseconds: without a connection nobody ends it. */
const OVER_MS = WAIT_MS + 1000;
/** Pause between two requests, in milliseconds. */
const PAUSE_MS = 10;
/**
 * Time for which the first event waits for others, in milliseconds: a transaction of a few events costs a handler as much
 * as one of a hundred, and an import makes hundreds of events a second.
 */
const GATHER_MS = 100;
/** Pause before events come again that could not be stored because a server was away, in milliseconds. */
const RETRY_MS = 1000;
/** Time for the events of a refused batch, one by one, in milliseconds: a task that runs for a minute counts as stuck. */
const ALONE_MS = 20_000;
/** Times that a handler refuses an event until it is given up: with pauses of 2 s, 4 s, 8 s … 256 s that is after about nine minutes. */
const MAX_REFUSALS = 9;

export type EventHandler = (events: readonly ReceivedEvent[]) => Promise<void>;

/** What is read of the CloudEvents envelope. */
const envelope = z.object({
  id: z.string(),
  type: z.string(),
  subject: z.string(),
  time: z.iso.datetime().transform((text) => new Date(text)),
  data: z.unknown(),
});

/** Reads the events of one handler while the process is up. */
export class EventSubscription {
  private readonly definitions: ReadonlyMap<string, EventDefinition>;
  private readonly place: ReturnType<typeof consumerOf>;
  private readonly task: IntervalTask;
  private consumer: Consumer | undefined;
  private messages: ConsumerMessages | undefined;
  private isMigrated = false;
  private isStopping = false;
  /**
   * Most events that are asked for: fewer after a failure, because it may be that of so many in a statement that has to end in
   * time, and more again after each success.
   */
  private most = BATCH;

  constructor(
    private readonly stream: EventStream,
    private readonly consumers: EventConsumers,
    definitions: readonly EventDefinition[],
    private readonly handler: EventHandler,
  ) {
    this.definitions = new Map(definitions.map((definition) => [definition.type, definition]));
    this.place = consumerOf(consumers.owner, [...this.definitions.keys()]);
    this.task = new IntervalTask(`consumer ${this.name} of events`, PAUSE_MS, () => this.pass());
  }

  /** Name of the durable consumer. */
  get name(): string {
    return this.place.name;
  }

  start(): void {
    this.task.start();
  }

  /** Throws when the reading hangs. */
  assertTurning(): void {
    this.task.assertTurning();
  }

  /** Asks anew, because the server has forgotten the request. */
  restart(): void {
    this.messages?.stop();
  }

  /** Asks for no more events and awaits the handler if it runs. */
  async stop(): Promise<void> {
    this.isStopping = true;
    this.messages?.stop();
    await this.task.stop();
  }

  /** Asks for events once, and handles those that have arrived, again and again until the request ends. */
  private async pass(): Promise<void> {
    if (!this.isMigrated) await this.consumers.assertMigrated();
    this.isMigrated = true;
    try {
      this.consumer ??= await this.stream.consumer(this.place);
      if (this.isStopping) return;
      const messages = await this.consumer.fetch({ max_messages: this.most, expires: WAIT_MS });
      this.messages = messages;
      const late = setTimeout(() => {
        this.consumer = undefined; // it may be gone, too
        messages.stop();
      }, OVER_MS);
      await this.handleArriving(messages).finally(() => clearTimeout(late));
    } catch (error) {
      this.consumer = undefined; // it may be gone: the next pass looks for it, and makes it again
      throw error;
    } finally {
      this.messages = undefined;
    }
  }

  private async handleArriving(messages: ConsumerMessages): Promise<void> {
    let arrived: JsMsg[] = [];
    for await (const message of messages) {
      arrived.push(message);
      if (arrived.length === 1 && messages.getPending() === 0) await sleep(GATHER_MS);
      if (messages.getPending() > 0) continue;
      await this.handleAll(arrived);
      arrived = [];
    }
    await this.handleAll(arrived);
  }

  private async handleAll(messages: readonly JsMsg[]): Promise<void> {
    const { wanted = [], others = [] } = Object.groupBy(messages, (message) =>
      this.definitions.has(typeOf(message)) ? 'wanted' : 'others',
    );
    for (const message of others) message.ack();
    if (wanted.length === 0) return;
    const renewal = setInterval(() => {
      for (const message of wanted) message.working(); // or they would come to another process, too
    }, this.stream.ackWaitMs / 3);
    const failure = await this.handle(wanted).finally(() => clearInterval(renewal));
    if (failure !== undefined) throw failure;
  }

  /** Returns the error when a server is away, because then it is no fault of the events. */
  private async handle(messages: readonly JsMsg[]): Promise<AppError | undefined> {
    try {
      await withContext({ requestId: newRequestId() }, () =>
        this.handler(messages.map((message) => this.parse(message))),
      );
      for (const message of messages) message.ack();
      const again = messages.filter(({ redelivered }) => redelivered).map(({ seq }) => seq);
      if (again.length > 0) await this.consumers.forgetRefusals(this.name, again);
      this.most = Math.min(BATCH, this.most * 2);
      return undefined;
    } catch (error) {
      const known = toAppError(error);
      if (isTransient(known)) {
        for (const message of messages) message.nak(RETRY_MS);
        this.most = Math.max(FEW, Math.floor(messages.length / 4));
        return known;
      }
      if (messages.length === 1) {
        await this.refuse(messages[0]!, error);
        return undefined;
      }
      return this.handleAlone(messages);
    }
  }

  /** Handles events one by one. Those for which the time does not suffice come again after a while. */
  private async handleAlone(messages: readonly JsMsg[]): Promise<AppError | undefined> {
    const endsAt = performance.now() + ALONE_MS;
    for (const message of messages) {
      const away = await this.handle([message]);
      if (away) return away;
      if (performance.now() > endsAt) return undefined;
    }
    return undefined;
  }

  /** Lets an event wait that its handler cannot take, longer each time, and gives it up after the last one. */
  private async refuse(message: JsMsg, error: unknown): Promise<void> {
    const { seq: sequence } = message;
    const refusals = await this.consumers.noteRefusal(this.name, sequence);
    const type = typeOf(message);
    const fields = { consumer: this.name, type, sequence, reason: String(error) };
    if (refusals >= MAX_REFUSALS) {
      log.error(fields, 'An event is given up; it stays in the stream');
      eventsRefused.inc({ type });
      message.term();
      await this.consumers.forgetRefusals(this.name, [sequence]);
    } else {
      log.warn(fields, 'An event could not be handled; it comes again');
      message.nak(1000 * 2 ** refusals);
    }
  }

  private parse(message: JsMsg): ReceivedEvent {
    const { data, ...event } = envelope.parse(message.json());
    const { data: schema } = this.definitions.get(event.type)!;
    return { ...event, sequence: message.seq, data: dataOf(schema, data) };
  }
}

const typeOf = (message: JsMsg): string => message.subject.slice('events.'.length);
