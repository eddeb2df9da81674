// Tests that an owner refuses a pooler that loses prepared statements, with one that stands in for PgBouncer in transaction
// mode: it gives each transaction the connection to Postgres that is free, and knows nothing of what is prepared there. A
// connection that breaks while the owner looks is no such pooler.
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { Client } from 'pg';
import { z } from 'zod';
import { openWorker } from '#platform/boot';
import { databaseConfig, processConfig } from '#platform/config';
import { DatabaseModule } from '#platform/database';
import { startOwnerServers, type OwnerServers } from '#testing/servers';

/** AuthenticationOk and ReadyForQuery. */
const WELCOME = Buffer.from('R\0\0\0\x08\0\0\0\0Z\0\0\0\x05I', 'latin1');

/** A connection to Postgres. */
interface Backend {
  socket: Socket;
  messages: AsyncGenerator<Buffer>;
}

let servers: OwnerServers;
let pooler: Server;
let breaking: Server | undefined;
const sockets: Socket[] = [];
const idle: Backend[] = [];

beforeAll(async () => {
  servers = await startOwnerServers('auth', []);
  pooler = createServer((socket) => {
    sockets.push(socket);
    serve(socket).catch(() => socket.destroy());
  });
  await once(pooler.listen(0, '127.0.0.1'), 'listening');
});
afterAll(async () => {
  pooler?.close();
  breaking?.close();
  for (const socket of sockets) socket.destroy();
  await servers?.close();
});

async function openBackend(): Promise<Backend> {
  const client = new Client({ connectionString: servers.postgres.superuserUrl('auth') });
  client.on('error', () => undefined);
  await client.connect();
  const socket = client.connection.stream as Socket;
  sockets.push(socket);
  socket.removeAllListeners('data');
  return { socket, messages: messagesOf(socket) };
}

/** Splits a stream into messages: a type, a length that counts itself, and the content. */
async function* messagesOf(stream: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest = Buffer.alloc(0);
  for await (const chunk of stream) {
    rest = Buffer.concat([rest, chunk]);
    while (rest.length > 4 && rest.length > rest.readInt32BE(1)) {
      const end = 1 + rest.readInt32BE(1);
      yield rest.subarray(0, end);
      rest = rest.subarray(end);
    }
  }
}

async function serve(socket: Socket): Promise<void> {
  const chunks = socket[Symbol.asyncIterator]() as AsyncIterableIterator<Buffer>;
  await chunks.next(); // the startup message
  socket.write(WELCOME);
  let backend: Backend | undefined;
  const batch: Buffer[] = [];
  for await (const message of messagesOf(chunks)) {
    batch.push(message);
    if (!['Q', 'S'].includes(typeOf(message))) continue; // neither a query nor the end of what belongs together
    backend ??= idle.pop() ?? (await openBackend());
    backend.socket.write(Buffer.concat(batch.splice(0)));
    for (;;) {
      const { value } = (await backend.messages.next()) as { value: Buffer };
      socket.write(value);
      if (typeOf(value) !== 'Z') continue; // not yet ready for the next query
      if (value.toString('latin1', 5) === 'I') {
        idle.push(backend); // the transaction has ended
        backend = undefined;
      }
      break;
    }
  }
}

function typeOf(message: Buffer): string {
  return message.toString('latin1', 0, 1);
}

/** Starts an owner whose databases are behind a server. */
function openOwner(server: Server): ReturnType<typeof openWorker> {
  const { port } = server.address() as AddressInfo;
  const through = (url: string): string => Object.assign(new URL(url), { port }).href;
  const { DATABASE_URL, DATABASE_SYSTEM_URL } = servers.variables;
  const config = z.object({ ...processConfig, ...databaseConfig }).parse({
    DATABASE_URL: through(DATABASE_URL),
    DATABASE_SYSTEM_URL: through(DATABASE_SYSTEM_URL),
    LOG_LEVEL: 'error',
  });
  class TestModule {}
  const module = { module: TestModule, imports: [DatabaseModule.forRoot(config, 'auth')] };
  return openWorker({ name: 'auth', module, config });
}

it('an owner does not start behind such a pooler, and says why', async () => {
  await expect(openOwner(pooler)).rejects.toThrow('The pooler before Postgres loses prepared statements');
});

it('an owner tries again when a connection breaks while it looks', async () => {
  const { port } = new URL(servers.variables.DATABASE_URL);
  let opened = 0;
  // The first source has one connection, and breaks when it looks with a second one.
  breaking = createServer((socket) => {
    sockets.push(socket);
    opened += 1;
    if (opened > 1 && opened < 5) socket.destroy();
    else socket.pipe(connect(Number(port), '127.0.0.1')).pipe(socket);
  });
  await once(breaking.listen(0, '127.0.0.1'), 'listening');
  const owner = await openOwner(breaking);
  expect(opened).toBeGreaterThan(5);
  await owner.close();
});
