// The NATS server of tests and of the local start: the rights of its users, and the durability of its streams.
import { rm } from 'node:fs/promises';
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect, PermissionViolationError, type NatsConnection } from '@nats-io/transport-node';
import { temporaryFolder } from '../src/servers/owner-servers.ts';
import { BUS_USERS, startNats, type BusUser, type NatsServer } from '../src/servers/nats.ts';
import { loadSecrets } from '../src/servers/secrets.ts';
import { until } from '../src/until/index.ts';

let dir: string;
let server: NatsServer;
const open: NatsConnection[] = [];

beforeAll(async () => {
  dir = await temporaryFolder('nats');
  server = await startNats({ dir, secrets: await loadSecrets(dir) });
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((connection) => connection.close()));
});
afterAll(async () => {
  await server?.stop();
  await rm(dir, { recursive: true, force: true });
});

async function as(user: BusUser): Promise<NatsConnection> {
  const { NATS_URL: servers, NATS_PASSWORD: pass } = server.variables(user);
  const inboxPrefix = `_INBOX_${user.replaceAll('-', '_')}`;
  const connection = await connect({ servers, user, pass, inboxPrefix });
  open.push(connection);
  return connection;
}

/** The first refusal of the server of an act, or `nothing`: the server answers in order, and two pings come behind the act. */
async function refusalOf(connection: NatsConnection, act: () => void): Promise<string> {
  const refused = (async () => {
    for await (const status of connection.status()) {
      if (status.type === 'error' && status.error instanceof PermissionViolationError) {
        return `${status.error.operation} ${status.error.subject}`;
      }
    }
    return 'closed';
  })();
  act();
  await connection.flush();
  return Promise.race([refused, connection.flush().then(() => 'nothing')]);
}

const mayPublish: [BusUser, string][] = [
  ['gateway', 'auth.public.sessions.create'],
  ['gateway', 'catalogue.person.products.list'],
  ['auth', 'auth.notification.sessions.revoked'],
  ['auth', 'events.session.reuse_detected'],
  ['catalogue', 'auth.service.workspaces.get'],
  ['catalogue', 'events.import.completed'],
  ['catalogue', 'catalogue.notification.import.i'],
  ['generations', 'auth.service.workspaces.get'],
  ['generations', 'catalogue.service.products.get'],
  ['generations', 'generations.notification.ended.w'],
  ['generations', 'generations.notification.cancelled.g'],
  ['generations', 'events.generation.failed'],
  ['generations', 'events.quality.changed'],
  ['notifications', 'notifications.notification.feed.w'],
  ['notifications', 'events.webhook.disabled'],
  ['import-worker', 'catalogue.worker.fetch-batches.claim'],
  ['generation-worker', 'generations.worker.leases.claim'],
  ['generation-worker', 'live.generation.g'],
  ['webhook-worker', 'notifications.worker.deliveries.claim'],
  ['generations', 'live.generation.g'],
];
const mayNotPublish: [BusUser, string][] = [
  ['gateway', 'catalogue.worker.fetch-batches.report'],
  ['gateway', 'auth.service.workspaces.get'],
  ['gateway', 'events.product.created'],
  ['gateway', 'generations.notification.ended.w'],
  ['gateway', 'catalogue.notification.import.i'],
  ['gateway', '$JS.API.STREAM.DELETE.EVENTS'],
  ['gateway', 'auth.notification.sessions.revoked'],
  ['gateway', 'live.generation.g'],
  ['gateway', '$JS.API.STREAM.DELETE.LIVE'],
  ['gateway', '$JS.API.CONSUMER.CREATE.EVENTS'],
  ['auth', 'catalogue.person.products.list'],
  ['auth', '$JS.API.STREAM.DELETE.EVENTS'],
  ['catalogue', 'auth.person.accounts.get'],
  ['catalogue', 'generations.worker.leases.finish'],
  ['catalogue', '$JS.API.STREAM.DELETE.EVENTS'],
  ['catalogue', '$JS.API.STREAM.CREATE.OTHER'],
  ['generations', 'catalogue.person.products.get'],
  ['generations', 'catalogue.worker.fetch-batches.report'],
  ['generations', '_INBOX_gateway.x'],
  ['notifications', 'catalogue.person.products.list'],
  ['notifications', 'notifications.person.events.list'],
  ['notifications', '$JS.API.STREAM.DELETE.EVENTS'],
  ['import-worker', 'catalogue.person.products.list'],
  ['import-worker', 'generations.worker.leases.finish'],
  ['import-worker', 'events.import.completed'],
  ['generation-worker', 'catalogue.worker.fetch-batches.report'],
  ['generation-worker', 'generations.person.generations.create'],
  ['generation-worker', 'generations.notification.cancelled.g'],
  ['webhook-worker', 'notifications.person.webhooks.list'],
  ['webhook-worker', 'generations.worker.leases.finish'],
];

describe('a user of the bus', () => {
  it.each(mayPublish)('%s may publish %s', async (user, subject) => {
    const connection = await as(user);
    expect(await refusalOf(connection, () => connection.publish(subject))).toBe('nothing');
  });

  it.each(mayNotPublish)('%s may not publish %s', async (user, subject) => {
    const connection = await as(user);
    const refusal = await refusalOf(connection, () => connection.publish(subject));
    expect(refusal).toBe(`publish ${subject}`);
  });

  it.each(BUS_USERS)(
    '%s may subscribe neither to everything nor to the inbox of another user',
    async (user) => {
      for (const subject of ['>', '*.person.>', 'events.>', '_INBOX.>', '_INBOX_other.>']) {
        const connection = await as(user);
        const refusal = await refusalOf(connection, () => connection.subscribe(subject, { callback() {} }));
        expect(refusal).toBe(`subscription ${subject}`);
      }
    },
  );

  it('cannot connect without a name or with a wrong password', async () => {
    await expect(connect({ servers: server.url })).rejects.toThrow(/authorization/i);
    const wrong = { servers: server.url, user: 'gateway', pass: 'wrong' };
    await expect(connect(wrong)).rejects.toThrow(/authorization/i);
  });
});

describe('a request', () => {
  it('is answered by its owner, and no other user may subscribe to it', async () => {
    const asker = await as('gateway');
    const owner = await as('catalogue');
    const stranger = await as('auth');
    const subject = 'catalogue.person.products.get';
    owner.subscribe(subject, { queue: 'catalogue', callback: (_, message) => void message.respond('mine') });
    await owner.flush();
    expect((await asker.request(subject, '', { timeout: 1000 })).string()).toBe('mine');
    const eavesdrop = () => stranger.subscribe(subject, { queue: 'catalogue', callback() {} });
    expect(await refusalOf(stranger, eavesdrop)).toBe(`subscription ${subject}`);
  });

  it('is shared among the copies of its owner, which may not subscribe outside their queue group', async () => {
    const owner = await as('catalogue');
    const alone = () => owner.subscribe('catalogue.person.products.get', { callback() {} });
    expect(await refusalOf(owner, alone)).toBe('subscription catalogue.person.products.get');
  });

  it('is answered once, and a second answer is refused', async () => {
    const asker = await as('gateway');
    const owner = await as('auth');
    const refusals: string[] = [];
    owner.subscribe('auth.public.keys.list', {
      queue: 'auth',
      callback: (_, message) => {
        message.respond('first');
        void refusalOf(owner, () => message.respond('second')).then((refusal) => refusals.push(refusal));
      },
    });
    await owner.flush();
    expect((await asker.request('auth.public.keys.list', '', { timeout: 1000 })).string()).toBe('first');
    await until('the second answer is refused', () => refusals.length > 0);
    expect(refusals).toEqual([expect.stringMatching(/^publish _INBOX_gateway\./)]);
  });
});

describe('the stream of events', () => {
  beforeAll(async () => {
    const manager = await jetstreamManager(await as('catalogue'));
    await manager.streams.add({ name: 'EVENTS', subjects: ['events.>'] });
  });

  it.each(['catalogue', 'generations'] as const)(
    'is created and written by %s, and survives a SIGKILL',
    async (user) => {
      const connection = await as(user);
      const manager = await jetstreamManager(connection);
      await manager.streams.add({ name: 'EVENTS', subjects: ['events.>'] });
      const stream = jetstream(connection);
      const ids = Array.from({ length: 50 }, (_, i) => `${user}-${i}`);
      await Promise.all(ids.map((msgID) => stream.publish(`events.test`, '{}', { msgID })));
      await server.kill();
      await server.restart();
      const again = await as(user);
      const acks = await Promise.all(
        ids.map((msgID) => jetstream(again).publish(`events.test`, '{}', { msgID })),
      );
      expect(acks.filter((ack) => !ack.duplicate)).toEqual([]);
    },
  );

  it('can be neither deleted nor read by the services that write it', async () => {
    const manager = await jetstreamManager(await as('catalogue'));
    await expect(manager.streams.delete('EVENTS')).rejects.toThrow();
    await expect(manager.streams.getMessage('EVENTS', { seq: 1 })).rejects.toThrow();
  });
});
