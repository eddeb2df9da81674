// The owners behind the gateway, as a test wants them: they answer by the contracts, on the real bus.
import { headers } from '@nats-io/transport-node';
import type { z } from 'zod';
import { AppError, type RequestDefinition, type NotificationDefinition } from '#contracts';
import { BusConnection, HEADER } from '#platform/messaging';
import type { BusUser, NatsServer } from '#testing/nats';
import { errorToWire } from '#platform/errors';

/** Never answers. */
export const SILENCE = Symbol('silence');

/** What an owner does with a request: answers (a raw one with its JSON text), fails, or stays silent. */
export type Handler<I extends z.ZodType, O extends z.ZodType> = (
  input: z.output<I>,
) => z.input<O> | string | AppError | typeof SILENCE | Promise<z.input<O> | AppError>;

/** Owners on the bus. */
export class Owners {
  private readonly stops = new Map<string, () => void>();

  private constructor(private readonly connections: Map<string, BusConnection>) {}

  /** Connects the three owners, each with its own rights. */
  static async open(nats: NatsServer): Promise<Owners> {
    const users: BusUser[] = ['auth', 'catalogue', 'generations'];
    const opened = users.map(async (user): Promise<[string, BusConnection]> => [
      user,
      await BusConnection.open(nats.variables(user), user),
    ]);
    return new Owners(new Map(await Promise.all(opened)));
  }

  /** Answers a request from now on, instead of the way it was answered before. */
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
        void Promise.resolve(handle(input)).then((said) => {
          if (said === SILENCE) return;
          if (said instanceof AppError) {
            const error = headers();
            error.set(HEADER.error, said.code);
            message.respond(errorToWire(said), { headers: error });
          } else
            message.respond(typeof said === 'string' ? said : JSON.stringify(definition.output.parse(said)));
        });
      },
    });
    this.stops.set(definition.subject, () => subscription.unsubscribe());
    await bus.nats.flush();
  }

  /** Answers a request no more, as if its owner were down. */
  async off(definition: RequestDefinition): Promise<void> {
    this.stops.get(definition.subject)?.();
    this.stops.delete(definition.subject);
    await this.owner(definition.subject).nats.flush();
  }

  /** Sends a hint. */
  signal<D extends z.ZodType>(definition: NotificationDefinition<D>, key: string, data: z.input<D>): void {
    this.owner(definition.prefix).nats.publish(`${definition.prefix}.${key}`, JSON.stringify(data));
  }

  async close(): Promise<void> {
    await Promise.all([...this.connections.values()].map((connection) => connection.onApplicationShutdown()));
  }

  private owner(subject: string): BusConnection {
    const connection = this.connections.get(subject.split('.', 1)[0] ?? '');
    if (!connection) throw new Error(`Nobody owns ${subject}`);
    return connection;
  }
}
