// The test environment of notifications: real servers, the real module on the bus, and those who send to it.
import type { INestMicroservice } from '@nestjs/common';
import { Client } from 'pg';
import { listFeed, type Actor, type FeedPage, type InputOf } from '#contracts';
import { openService } from '#platform/boot';
import { newId } from '#platform/context';
import { type Bus, BusConnection } from '#platform/messaging';
import { PatientBus } from '#testing/messaging';
import { startOwnerServers, type BusUser, type OwnerServers } from '#testing/servers';
import { configSchema } from '../src/config.ts';
import type { NewFeedEvent } from '../src/feed/feed.store.ts';
import { MIGRATIONS } from '../src/migrations/index.ts';
import { NotificationsModule } from '../src/notifications.module.ts';

export const WEBHOOKS_SECRET = 'a secret for tests that nobody else would use';

export class NotificationsEnvironment {
  gateway!: Bus;
  /** Connects as the superuser, who is bound by constraints only. */
  readonly superuser: Client;
  /** Steps of `stop`, in the order of the start; they run in reverse. */
  private readonly closers: (() => Promise<unknown>)[] = [];
  private readonly instances = new Set<INestMicroservice>();

  private constructor(readonly servers: OwnerServers) {
    this.superuser = new Client({ connectionString: servers.postgres.superuserUrl('notifications') });
    this.closers.push(() => servers.close());
  }

  /** Starts the servers, but no instance of the service. */
  static async start(): Promise<NotificationsEnvironment> {
    const servers = await startOwnerServers('notifications', MIGRATIONS, { testingUser: true });
    const environment = new NotificationsEnvironment(servers);
    await environment.superuser.connect();
    environment.closers.push(() => environment.superuser.end());
    environment.gateway = await environment.busOf('gateway');
    return environment;
  }

  async stop(): Promise<void> {
    for (const instance of this.instances) await this.stopInstance(instance);
    for (const close of this.closers.reverse()) await close();
  }

  /** A client of the bus with the rights of another process. */
  async busOf(user: BusUser): Promise<Bus> {
    const connection = await this.connect(user);
    return new PatientBus(connection);
  }

  async connect(user: BusUser | 'testing'): Promise<BusConnection> {
    const connection = await BusConnection.open(this.servers.nats.variables(user), user);
    this.closers.push(() => connection.onApplicationShutdown());
    return connection;
  }

  /** Starts an instance as in production. */
  async startInstance(settings: Record<string, string> = {}): Promise<INestMicroservice> {
    const config = configSchema.parse({
      ...this.servers.variables,
      LOG_LEVEL: 'error',
      WEBHOOKS_SECRET,
      WEBHOOK_PLACES: '1000', // what other tests leave in the queue takes no place away
      ...settings,
    });
    const module = NotificationsModule.forRoot(config);
    const app = await openService({ name: 'notifications', module, config });
    this.instances.add(app);
    return app;
  }

  /** Stops an instance that other tests are not to meet. */
  async stopInstance(app: INestMicroservice): Promise<void> {
    this.instances.delete(app);
    await app.close();
  }

  /** One page of the feed. */
  page(actor: Actor, query: Partial<Omit<InputOf<typeof listFeed>, 'actor'>> = {}): Promise<FeedPage> {
    const types = ['product.created', 'product.updated'] as const;
    return this.gateway.request(listFeed, { actor, types: [...types], limit: 100, ...query });
  }

  /** The ids of the whole feed after an event, page by page. */
  async ids(actor: Actor, query: Parameters<NotificationsEnvironment['page']>[1] = {}): Promise<string[]> {
    const { events, next } = await this.page(actor, query);
    if (events.length === 0) return [];
    return [...events.map(({ id }) => id), ...(await this.ids(actor, { ...query, after: next }))];
  }
}

/** An actor in a workspace of its own. */
export function newActor(): Actor {
  return { accountId: newId(), workspaceId: newId(), sessionId: newId() };
}

/** An event of a product. */
export function newEvent({ workspaceId }: Actor, changes: Partial<NewFeedEvent> = {}): NewFeedEvent {
  const subject = newId();
  const data = { workspaceId, productId: subject, version: 1 };
  return { workspaceId, id: newId(), type: 'product.created', subject, time: new Date(), data, ...changes };
}
