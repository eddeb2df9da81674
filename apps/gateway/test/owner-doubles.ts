// Doubles of the owners behind the gateway: they answer requests on a real bus, checked by the contracts.
import { headers } from '@nats-io/transport-node';
import type { z } from 'zod';
import {
  AppError,
  countProducts,
  createGeneration,
  createImport,
  createSession,
  findApiKey,
  getAccount,
  getMembership,
  getProduct,
  listProducts,
  listRevocations,
  liveGeneration,
  type GenerationRequest,
  type ImportSubmission,
  type NotificationDefinition,
  type RequestDefinition,
} from '#contracts';
import { errorToWire } from '#platform/errors';
import { LiveHistory } from '#platform/live';
import { BusConnection, HEADER } from '#platform/messaging';
import type { BusUser, NatsServer } from '#testing/servers';
import { exampleAccount, exampleSignedIn } from '../src/openapi/examples/account-examples.ts';
import {
  exampleGeneration,
  exampleImport,
  exampleProductCount,
  exampleProducts,
} from '../src/openapi/examples/examples.ts';

/** A handler returns it to leave a request without an answer. */
export const SILENCE = Symbol('silence');

/**
 * Answers a request with a value (JSON text for a passthrough request), an error or silence. `waitsMs` is how long the
 * gateway waits for the answer.
 */
export type Handler<I extends z.ZodType, O extends z.ZodType> = (
  input: z.output<I>,
  waitsMs: number,
) => z.input<O> | string | AppError | typeof SILENCE | Promise<z.input<O> | AppError>;

/** The owners on the bus. */
export class OwnerDoubles {
  /** Bodies of the imports and generations that were created, the oldest first. */
  readonly accepted: (ImportSubmission | GenerationRequest)[] = [];
  private readonly stops = new Map<string, () => void>();

  private constructor(private readonly connections: Map<string, BusConnection>) {}

  /** Connects the owners, each with its own permissions. */
  static async open(nats: NatsServer): Promise<OwnerDoubles> {
    const users: BusUser[] = ['auth', 'catalogue', 'generations', 'notifications'];
    const opened = users.map(async (user): Promise<[string, BusConnection]> => [
      user,
      await BusConnection.open(nats.variables(user), user),
    ]);
    return new OwnerDoubles(new Map(await Promise.all(opened)));
  }

  /** Answers with the examples of the API document: everybody is an owner, everything is accepted, no product exists. */
  async answerWithExamples(): Promise<void> {
    this.accepted.length = 0;
    await this.on(createSession, () => exampleSignedIn);
    await this.on(getAccount, () => exampleAccount);
    await this.on(listRevocations, () => ({ sessionIds: [] }));
    await this.on(getMembership, () => ({ role: 'owner' as const }));
    await this.on(findApiKey, () => ({}));
    await this.on(listProducts, () => JSON.stringify(exampleProducts));
    await this.on(countProducts, () => exampleProductCount);
    await this.on(getProduct, () => new AppError('NotFound'));
    await this.on(createGeneration, ({ body }) => {
      this.accepted.push(body);
      return { generation: exampleGeneration, replayed: false };
    });
    await this.on(createImport, ({ body }) => {
      this.accepted.push(body);
      return { import: exampleImport, replayed: false };
    });
  }

  /** Answers a request with this handler from now on, instead of the previous one. */
  async on<I extends z.ZodType, O extends z.ZodType>(
    definition: RequestDefinition<I, O>,
    handle: Handler<I, O>,
  ): Promise<void> {
    const bus = this.owner(definition.subject);
    await this.off(definition);
    const subscription = bus.nats.subscribe(definition.subject, {
      queue: definition.subject.split('.', 1)[0] ?? '',
      callback: (_, message) => {
        const input = definition.input.parse(message.json());
        const waitsMs = Number(message.headers?.get(HEADER.deadline));
        void Promise.resolve(handle(input, waitsMs)).then((answer) => {
          if (answer === SILENCE) return;
          if (answer instanceof AppError) {
            const error = headers();
            error.set(HEADER.error, answer.code);
            message.respond(errorToWire(answer), { headers: error });
          } else
            message.respond(
              typeof answer === 'string' ? answer : JSON.stringify(definition.output.parse(answer)),
            );
        });
      },
    });
    this.stops.set(definition.subject, () => subscription.unsubscribe());
    await bus.nats.flush();
  }

  /** Stops answering a request, as if its owner were down. */
  async off(definition: RequestDefinition): Promise<void> {
    this.stops.get(definition.subject)?.();
    this.stops.delete(definition.subject);
    await this.owner(definition.subject).nats.flush();
  }

  /** Sends a notification. */
  notify<D extends z.ZodType>(definition: NotificationDefinition<D>, key: string, data: z.input<D>): void {
    this.owner(definition.prefix).nats.publish(`${definition.prefix}.${key}`, JSON.stringify(data));
  }

  /** Makes the stream that keeps live text. */
  keepLiveText(): Promise<void> {
    return new LiveHistory(this.owner('generations')).make(32_000_000);
  }

  /** Tells what is new of a generation; it is on the bus when this resolves. */
  async tell(id: string, message: z.input<typeof liveGeneration.data>): Promise<void> {
    const { nats } = this.owner('generations');
    nats.publish(`${liveGeneration.prefix}.${id}`, JSON.stringify(message));
    await nats.flush();
  }

  async close(): Promise<void> {
    await Promise.all([...this.connections.values()].map((connection) => connection.onApplicationShutdown()));
  }

  private owner(subject: string): BusConnection {
    const connection = this.connections.get(subject.split('.', 1)[0] ?? '');
    if (!connection) throw new Error(`No owner answers ${subject}`);
    return connection;
  }
}
