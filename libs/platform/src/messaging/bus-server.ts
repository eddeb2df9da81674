// Answers requests of the bus, as a Nest transport, and checks the input and the output of every handler.
import { Catch, type ExceptionFilter } from '@nestjs/common';
import { Server, type CustomTransportStrategy, type MessageHandler } from '@nestjs/microservices';
import { headers, type Msg, type Subscription } from '@nats-io/transport-node';
import { isObservable, lastValueFrom, throwError, type Observable } from 'rxjs';
import { AppError, COMMON_ERRORS, type ErrorCode, type RequestDefinition } from '#contracts';
import { HEADER } from './message-bus.ts';
import type { BusConnection } from './bus-connection.ts';
import { currentContext, newRequestId, remainingMs, withContext, type Context } from '../context/context.ts';
import { endOfTick } from '../fast/end-of-tick.ts';
import { errorToWire, invalidArgument, logError, toAppError } from '../errors/error-mapping.ts';
import { LogSampler } from '../observability/log-sampler.ts';
import { logger } from '../observability/log.ts';
import { busRequests } from '../observability/metrics.ts';
import { markFailure, startSpan } from '../observability/tracing.ts';

/** Largest reply, in bytes: below the server's max_payload of 1 MiB (`1MB` in its configuration). */
const MAX_REPLY_BYTES = 1_000_000;

const log = logger('bus');
const refusals = new LogSampler();

/** Passes the errors of handlers on unchanged; without it Nest replaces them by a fixed text. */
@Catch()
export class BusErrorFilter implements ExceptionFilter {
  catch(error: unknown): Observable<never> {
    return throwError(() => error);
  }
}

/** Serves the requests of one owner; instances of the same owner share the work. */
export class BusServer extends Server implements CustomTransportStrategy {
  private readonly subscriptions: Subscription[] = [];
  private readonly running = new Set<Promise<void>>();

  /** `queue` groups the instances of one owner; `expected` are the requests that must have a handler at start. */
  constructor(
    private readonly connection: BusConnection,
    private readonly queue: string,
    private readonly expected: readonly RequestDefinition[] = [],
  ) {
    super();
  }

  override addHandler(
    subject: string,
    handler: MessageHandler,
    ...rest: [boolean?, Record<string, unknown>?]
  ): void {
    if (this.messageHandlers.has(subject)) throw new Error(`Two handlers answer ${subject}: keep one.`);
    super.addHandler(subject, handler, ...rest);
  }

  listen(callback: (error?: unknown) => void): void {
    const missing = this.expected
      .map(({ subject }) => subject)
      .filter((one) => !this.messageHandlers.has(one));
    if (missing.length > 0) {
      const message = `No handler answers ${missing.join(', ')}: mark a controller's method with @OnRequest.`;
      return callback(new Error(message));
    }
    for (const [subject, handler] of this.messageHandlers) {
      const definition = handler.extras?.['definition'] as RequestDefinition;
      const subscription = this.connection.nats.subscribe(subject, {
        queue: this.queue,
        callback: (error, message) => {
          if (!error && mayAnswer(message)) this.track(this.answer(definition, handler, message));
        },
      });
      this.subscriptions.push(subscription);
    }
    this.connection.flushSubscriptions().then(() => callback(), callback);
  }

  /** Takes no more requests, then waits for the running ones. */
  async close(): Promise<void> {
    // While the bus is away nothing arrives, and the client would wait for it. Once it is back, nothing shall arrive either.
    if (this.connection.isUp())
      await Promise.all(this.subscriptions.map((subscription) => subscription.drain()));
    else for (const subscription of this.subscriptions) subscription.unsubscribe();
    await Promise.all(this.running);
  }

  on(): void {
    throw new Error('This transport reports its state through BusConnection.');
  }

  unwrap<T>(): T {
    return this.connection.nats as T;
  }

  private track(work: Promise<void>): void {
    const settled = work.catch((error: unknown) => {
      log.warn({ reason: String(error) }, 'An answer could not be sent'); // the connection has closed meanwhile
    });
    this.running.add(settled);
    void settled.finally(() => this.running.delete(settled));
  }

  private async answer(definition: RequestDefinition, handler: MessageHandler, message: Msg): Promise<void> {
    const started = performance.now();
    const context = contextOf(message);
    const span = startSpan({ name: `answer ${definition.subject}`, kind: 'SERVER' }, context.traceparent);
    const traceparent = span.traceparent ?? context.traceparent;
    const outcome = await withContext({ ...context, traceparent }, async () => {
      try {
        const reply = await this.handle(definition, handler, message);
        await endOfTick();
        message.respond(reply);
        return 'ok';
      } catch (thrown) {
        const error = asDeclared(definition, toAppError(thrown));
        markFailure(span, error);
        logError(error, { subject: definition.subject, request_id: currentContext()?.requestId });
        const reply = headers();
        reply.set(HEADER.error, error.code);
        message.respond(errorToWire(error), { headers: reply });
        return error.code;
      }
    });
    span.end();
    busRequests.observe({ subject: definition.subject, outcome }, (performance.now() - started) / 1000);
  }

  private async handle(
    definition: RequestDefinition,
    handler: MessageHandler,
    message: Msg,
  ): Promise<Buffer> {
    if (remainingMs() <= 0) throw new AppError('UpstreamTimeout');
    const input = definition.input.safeParse(message.json());
    if (!input.success) throw invalidArgument(input.error.issues, input.error);
    const returned: unknown = await handler(input.data);
    const output: unknown = isObservable(returned) ? await lastValueFrom(returned) : returned;
    const text = definition.passthrough
      ? (output as string)
      : JSON.stringify(definition.output.parse(output));
    const reply = Buffer.from(text);
    if (reply.length > MAX_REPLY_BYTES) {
      throw new Error(`The reply to ${definition.subject} is larger than ${MAX_REPLY_BYTES} bytes.`);
    }
    return reply;
  }
}

/**
 * False when the reply would not go to the inbox of an asker. An owner may publish more than those who ask it, such as
 * events, and its replies must not do that for them.
 */
function mayAnswer({ subject, reply = '' }: Msg): boolean {
  if (reply.startsWith('_INBOX')) return true;
  refusals.sample((left) =>
    log.warn({ subject, ...left }, 'A request without an inbox for its reply is refused'),
  );
  return false;
}

/** The error, or InternalFault when the contract does not name its code: that is a bug, no caller expects the code. */
function asDeclared({ subject, errors }: RequestDefinition, error: AppError): AppError {
  if (([...COMMON_ERRORS, ...errors] as ErrorCode[]).includes(error.code)) return error;
  const text = `The contract of ${subject} does not name the error ${error.code}.`;
  return new AppError('InternalFault', { cause: new Error(text, { cause: error }) });
}

function contextOf(message: Msg): Context {
  const get = (name: string): string => message.headers?.get(name) ?? '';
  const budget = Number(get(HEADER.deadline));
  return {
    requestId: get(HEADER.requestId) || newRequestId(),
    deadline: budget > 0 ? performance.now() + budget : undefined,
    accountId: get(HEADER.account) || undefined,
    traceparent: get(HEADER.trace) || undefined,
  };
}
