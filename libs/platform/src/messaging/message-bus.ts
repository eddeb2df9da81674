// Sends requests and notifications over the bus: typed by the contracts, checked both ways, bounded by the deadline.
import { Injectable, Module, type DynamicModule } from '@nestjs/common';
import {
  deadline,
  headers,
  TimeoutError,
  type Msg,
  type MsgHdrs,
  type Subscription,
} from '@nats-io/transport-node';
import { z } from 'zod';
import { AppError, type RequestDefinition, type NotificationDefinition } from '#contracts';
import { BusConnection } from './bus-connection.ts';
import type { BusConfig } from '../config/config.ts';
import { currentContext, newRequestId, remainingMs } from '../context/context.ts';
import { endOfTick } from '../fast/end-of-tick.ts';
import { errorFromWire } from '../errors/error-mapping.ts';
import { logger } from '../observability/log.ts';
import { Health } from '../observability/health.ts';
import { inSpan } from '../observability/tracing.ts';

/** Headers of a bus request and of an error reply. */
export const HEADER = {
  requestId: 'x-request-id',
  /** Milliseconds that the caller still waits: a duration, so that two clocks need not agree. */
  deadline: 'x-deadline-ms',
  account: 'x-account-id',
  trace: 'traceparent',
  /** Present on an error reply: its code. */
  error: 'x-error',
} as const;

const log = logger('bus');

/**
 * How long an announcement waits for the server, in milliseconds: a transaction may hold locks meanwhile, and the client itself
 * notices after 20 s or more that a server has gone silent.
 */
const ANNOUNCE_MS = 500;

/** A subscription at the server, and who listens to it here. */
interface SharedSubscription {
  listeners: Set<(data: unknown) => void>;
  subscription: Subscription;
}

/** The typed client of the bus. */
@Injectable()
export class Bus {
  /** Subscriptions by subject. */
  private readonly shared = new Map<string, SharedSubscription>();

  constructor(private readonly connection: BusConnection) {}

  /**
   * Sends a request and waits for its answer: at most the definition's timeout, and never past the deadline. An idempotent
   * request that timed out is sent once more if the deadline leaves its whole timeout. Errors: the owner's own; Unavailable
   * when no instance serves the subject; UpstreamTimeout when the time is over.
   */
  async request<I extends z.ZodType, O extends z.ZodType>(
    definition: RequestDefinition<I, O>,
    input: z.input<I>,
  ): Promise<z.output<O>> {
    const reply = await this.traced(definition, input);
    return definition.output.parse(reply.json());
  }

  /** Sends a passthrough request and returns the bytes of its JSON, unparsed. Errors as in `request`. */
  async requestJson(definition: RequestDefinition, input: unknown): Promise<Buffer> {
    const { data } = await this.traced(definition, input);
    return Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  }

  /**
   * Sends a notification to all who are subscribed to the key now: in one write with what else this turn of the event loop
   * sends, and before a request that follows it.
   */
  notify<D extends z.ZodType>(definition: NotificationDefinition<D>, key: string, data: z.input<D>): void {
    const payload = JSON.stringify(data);
    const send = (): void => this.connection.nats.publish(`${definition.prefix}.${key}`, payload);
    endOfTick()
      .then(send)
      .catch((error: unknown) => log.debug({ reason: String(error) }, 'A notification was not sent'));
  }

  /**
   * Sends a notification, and waits until the server has it. Error: Unavailable, when it may be lost because the bus was away or
   * silent for half a second.
   */
  async announce<D extends z.ZodType>(
    definition: NotificationDefinition<D>,
    key: string,
    data: z.input<D>,
  ): Promise<void> {
    const lost = (cause?: unknown) => new AppError('Unavailable', { retryAfter: 1, cause });
    if (!this.connection.isUp()) throw lost();
    this.notify(definition, key, data);
    await endOfTick();
    const received = deadline(this.connection.nats.flush(), ANNOUNCE_MS);
    await received.catch((error: unknown) => Promise.reject(lost(error)));
  }

  /**
   * Subscribes to the notifications of one key, until the returned subscription is ended. All who listen to a key share one
   * subscription at the server: each notification comes to this process and is parsed once.
   */
  onNotification<D extends z.ZodType>(
    definition: NotificationDefinition<D>,
    key: string,
    handle: (data: z.output<D>) => void,
  ): { unsubscribe(): void } {
    const subject = `${definition.prefix}.${key}`;
    const shared = this.shared.get(subject) ?? this.share(subject, definition);
    const listener = (data: unknown): void => handle(data as z.output<D>);
    shared.listeners.add(listener);
    return {
      unsubscribe: () => {
        shared.listeners.delete(listener);
        if (shared.listeners.size > 0 || this.shared.get(subject) !== shared) return;
        this.shared.delete(subject);
        shared.subscription.unsubscribe();
      },
    };
  }

  /** Calls back after each reconnection, because the notifications of the time before it are lost. */
  onReconnect(listener: () => void): void {
    this.connection.onReconnect(listener);
  }

  private share(subject: string, definition: NotificationDefinition): SharedSubscription {
    const listeners = new Set<(data: unknown) => void>();
    const subscription = this.connection.nats.subscribe(subject, {
      callback: (error, message) => {
        if (error) return;
        const parsed = definition.data.safeParse(message.json());
        if (parsed.success) for (const listener of listeners) listener(parsed.data);
      },
    });
    const shared = { listeners, subscription };
    this.shared.set(subject, shared);
    return shared;
  }

  private traced(definition: RequestDefinition, input: unknown): Promise<Msg> {
    return inSpan({ name: `ask ${definition.subject}`, kind: 'CLIENT' }, () =>
      this.exchange(definition, input),
    );
  }

  private async exchange(definition: RequestDefinition, input: unknown): Promise<Msg> {
    const payload = JSON.stringify(input);
    let reply: Msg;
    try {
      reply = await this.send(definition, payload);
    } catch (error) {
      if (!definition.idempotent || !(error instanceof AppError) || error.code !== 'UpstreamTimeout')
        throw error;
      if (remainingMs() < definition.timeoutMs) throw error;
      reply = await this.send(definition, payload);
    }
    if (reply.headers?.has(HEADER.error)) throw errorFromWire(reply.string());
    return reply;
  }

  private async send(definition: RequestDefinition, payload: string): Promise<Msg> {
    const timeout = Math.floor(Math.min(definition.timeoutMs, remainingMs()));
    if (timeout <= 0) throw new AppError('UpstreamTimeout');
    if (!this.connection.isUp()) throw new AppError('Unavailable', { retryAfter: 1 });
    await endOfTick();
    try {
      return await this.connection.multiplexer.request({
        subject: definition.subject,
        payload,
        headers: requestHeaders(timeout),
        timeoutMs: timeout,
      });
    } catch (error) {
      throw busError(error, definition.subject);
    }
  }
}

function requestHeaders(budgetMs: number): MsgHdrs {
  const context = currentContext();
  const all = headers();
  all.set(HEADER.requestId, context?.requestId ?? newRequestId());
  all.set(HEADER.deadline, String(budgetMs));
  if (context?.accountId) all.set(HEADER.account, context.accountId);
  if (context?.traceparent) all.set(HEADER.trace, context.traceparent);
  return all;
}

function busError(error: unknown, subject: string): AppError {
  const cause = new Error(`${subject}: ${error instanceof Error ? error.message : String(error)}`);
  if (error instanceof TimeoutError) return new AppError('UpstreamTimeout', { cause });
  return new AppError('Unavailable', { retryAfter: 1, cause });
}

/** Gives a process its bus. */
@Module({})
export class BusModule {
  /** Connects at start. `name` shows in the server's list of connections. */
  static forRoot(config: BusConfig, name: string): DynamicModule {
    const open = async (health: Health): Promise<BusConnection> => {
      const bus = await BusConnection.open(config, name);
      health.addReadinessCheck('bus', () => {
        if (!bus.isUp()) throw new Error('not connected');
      });
      health.addLivenessCheck('bus', () => {
        if (bus.nats.isClosed()) throw new Error('the connection is closed for good');
      });
      return bus;
    };
    return {
      module: BusModule,
      global: true,
      providers: [{ provide: BusConnection, inject: [Health], useFactory: open }, Bus],
      exports: [BusConnection, Bus],
    };
  }
}
