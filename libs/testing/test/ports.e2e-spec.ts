// Free ports: nobody listens on them, each is given once, and a server whose port is taken meanwhile starts on another one.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { NODE_FLAGS } from '#testing/jest';
import { Child } from '#testing/processes';
import {
  freePort,
  isFree,
  loadSecrets,
  onPort,
  programEnv,
  startNats,
  startPostgres,
  startRedis,
  temporaryFolder,
} from '#testing/servers';

let stranger: Server;
let taken: number;
beforeEach(async () => {
  stranger = createServer().listen(0, '127.0.0.1');
  await once(stranger, 'listening');
  taken = (stranger.address() as AddressInfo).port;
});
afterEach(() => new Promise((resolve) => stranger.close(resolve)));

it('free ports are all different, and can be bound', async () => {
  const ports = await Promise.all(Array.from({ length: 20 }, freePort));
  expect(new Set(ports).size).toBe(20);
  for (const port of ports) {
    const server = createServer().listen(port, '127.0.0.1');
    await once(server, 'listening');
    await once(server.close(), 'close');
  }
});

it('two processes never get the same port', async () => {
  const program = `
    import('${import.meta.resolve('../src/servers/ports.ts')}').then(async ({ freePort }) => {
      process.send(await Promise.all(Array.from({ length: 300 }, freePort)));
    });
  `;
  const children = [1, 2].map(() => fork('-e', [program], { execArgv: [...NODE_FLAGS] }));
  try {
    const drawn = await Promise.all(
      children.map(async (child) => (await once(child, 'message'))[0] as number[]),
    );
    expect(new Set(drawn.flat()).size).toBe(600);
  } finally {
    for (const child of children) child.kill();
  }
});

it('a port is not free while somebody listens on it', async () => {
  expect(await isFree(taken)).toBe(false);
  await once(stranger.close(), 'close');
  expect(await isFree(taken)).toBe(true);
});

describe('a server whose port is taken between its choice and its start', () => {
  /** Chooses the taken port so many times, as if it had been free, and then a free one. */
  const choose = (times: number): (() => Promise<number>) => {
    let choices = 0;
    return async () => ((choices += 1) <= times ? taken : freePort());
  };

  it.each([
    ['Postgres', startPostgres],
    ['Redis', startRedis],
    ['NATS', startNats],
  ])('starts on another one: %s', async (name, start) => {
    const dir = await temporaryFolder(`ports-${name}`);
    const options = { dir: `${dir}/${name}`, secrets: await loadSecrets(dir) };
    const server = await start({ ...options, port: choose(2) });
    try {
      expect(server.port).not.toBe(taken);
      expect(await isFree(server.port)).toBe(false);
    } finally {
      await server.stop();
      await rm(dir, { recursive: true, force: true });
    }
  });

  /** A process that listens on a port as ours do. */
  const listening = (port: number): Promise<Child> =>
    Child.start({
      name: 'listening',
      command: process.execPath,
      args: [
        '--eval',
        `require('node:net').createServer().listen(${port}, '127.0.0.1', () => console.log('ready'))`,
      ],
      env: programEnv(),
      ready: /^ready$/,
      readyMs: 30_000,
      stopSignal: 'SIGTERM',
      stopMs: 5000,
    });

  it('starts on another one: a process of Node', async () => {
    const child = await onPort(choose(1), listening);
    await child.stop();
  });

  it('is given up after three ports, and at once when its port is a fixed one or the error another one', async () => {
    let starts = 0;
    const counted = (port: number): Promise<Child> => {
      starts += 1;
      return listening(port);
    };
    await expect(onPort(choose(3), counted)).rejects.toThrow(/EADDRINUSE/);
    expect(starts).toBe(3);
    await expect(onPort(taken, counted)).rejects.toThrow(/EADDRINUSE/);
    expect(starts).toBe(4);
    const other = (): Promise<Child> => counted(taken);
    await expect(onPort(freePort, other)).rejects.toThrow(/EADDRINUSE/);
    expect(starts).toBe(5);
  });
});
