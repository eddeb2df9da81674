// Tests requests over a real bus: answers, errors, deadlines, outages, and handlers that are missing at start.
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { promisify } from 'node:util';
import { z } from 'zod';
import { AppError, request, REVOKED, sessionsRevoked, type RequestDefinition } from '#contracts';
import { Bus, BusConnection, BusModule, BusServer, OnRequest } from '#platform/messaging';
import { openService } from '#platform/boot';
import { newId, remainingMs, withContext, currentContext } from '#platform/context';
import { processConfig } from '#platform/config';
import { Controller, type INestMicroservice, type Type } from '@nestjs/common';
import { freePort, loadSecrets, startNats, temporaryFolder, type NatsServer } from '#testing/servers';
import { until } from '#testing/until';

const text = z.object({ text: z.string() });
const echo = request({
  subject: 'auth.public.tests.echo',
  input: text,
  output: text,
  timeoutMs: 50_000,
});
const fail = request({
  subject: 'auth.public.tests.fail',
  input: text,
  output: text,
  errors: ['UnknownReference'],
});
const slow = request({ subject: 'auth.public.tests.slow', input: text, output: text, timeoutMs: 400 });
const unserved = request({
  subject: 'auth.public.tests.unserved',
  input: text,
  output: text,
  timeoutMs: 50_000,
});
const wrong = request({ subject: 'auth.public.tests.wrong', input: text, output: text });

let slowCalls = 0;
let seen: { requestId?: string | undefined; left?: number } = {};

@Controller()
class TestController {
  @OnRequest(echo)
  echo(input: { text: string }): { text: string } {
    seen = { requestId: currentContext()?.requestId, left: remainingMs() };
    return input;
  }

  @OnRequest(fail)
  fail(input: { text: string }): never {
    if (input.text === 'bug') throw new Error('the password is hunter2');
    if (input.text === 'undeclared') throw new AppError('NotFound');
    throw new AppError('UnknownReference', { target: 'productId', message: 'No such product.' });
  }

  @OnRequest(slow)
  async slow(input: { text: string }): Promise<{ text: string }> {
    slowCalls += 1;
    await new Promise((resolve) => setTimeout(resolve, 900));
    return input;
  }

  @OnRequest(wrong)
  wrong(): { text: string } {
    return { text: 1 } as never;
  }
}

let dir: string;
let nats: NatsServer;
let app: INestMicroservice;
let connection: BusConnection;
let bus: Bus;

beforeAll(async () => {
  dir = await temporaryFolder('bus');
  nats = await startNats({ dir, port: await freePort(), secrets: await loadSecrets(dir) });
  app = await open();
  connection = await BusConnection.open(nats.variables('gateway'), 'gateway');
  bus = new Bus(connection);
});

/** Opens a service with these controllers. */
function open(
  requests: readonly RequestDefinition[] = [echo, fail, slow, wrong],
  controllers: Type[] = [TestController],
): Promise<INestMicroservice> {
  class TestModule {}
  const module = {
    module: TestModule,
    imports: [BusModule.forRoot(nats.variables('auth'), 'auth')],
    controllers,
  };
  const config = z.object(processConfig).parse({ LOG_LEVEL: 'error' });
  return openService({ name: 'auth', module, config, requests });
}

afterAll(async () => {
  await app.close();
  await connection.onApplicationShutdown();
  await nats.stop();
  await rm(dir, { recursive: true });
});

describe('a request', () => {
  it('is answered, and carries its request id and the remaining time', async () => {
    const requestId = newId();
    const deadline = performance.now() + 40_000;
    const answer = await withContext({ requestId, deadline }, () => bus.request(echo, { text: 'hello' }));
    expect(answer).toEqual({ text: 'hello' });
    expect(seen.requestId).toBe(requestId);
    expect(seen.left).toBeGreaterThan(5000);
    expect(seen.left).toBeLessThanOrEqual(40_000);
  });

  it('rejects with the owner’s error, and with no detail of a bug', async () => {
    await expect(bus.request(fail, { text: '' })).rejects.toMatchObject({
      code: 'UnknownReference',
      target: 'productId',
      customMessage: 'No such product.',
    });
    const bug = bus.request(fail, { text: 'bug' });
    await expect(bug).rejects.toMatchObject({ code: 'InternalFault' });
    await expect(bug).rejects.not.toMatchObject({ message: expect.stringContaining('hunter2') });
  });

  it('rejects with InternalFault when the owner answers with an error that its contract does not name', async () => {
    await expect(bus.request(fail, { text: 'undeclared' })).rejects.toMatchObject({ code: 'InternalFault' });
  });

  it('has its input and its answer checked by the owner', async () => {
    await expect(bus.request(echo, { text: 7 } as never)).rejects.toMatchObject({
      code: 'InvalidArgument',
      target: 'text',
    });
    await expect(bus.request(wrong, { text: '' })).rejects.toMatchObject({ code: 'InternalFault' });
  });

  it('rejects with Unavailable, and not only when its time is over, when no process serves it', async () => {
    await expect(bus.request(unserved, { text: '' })).rejects.toMatchObject({
      code: 'Unavailable',
      retryAfter: 1,
    });
  });

  it('rejects with UpstreamTimeout when its time is over, and is repeated only if it is idempotent', async () => {
    slowCalls = 0;
    await expect(bus.request(slow, { text: '' })).rejects.toMatchObject({ code: 'UpstreamTimeout' });
    expect(slowCalls).toBe(1);
    await expect(bus.request({ ...slow, idempotent: true }, { text: '' })).rejects.toMatchObject({
      code: 'UpstreamTimeout',
    });
    expect(slowCalls).toBe(3);
  });

  it('is neither done nor answered when its reply would go anywhere but to an inbox', async () => {
    slowCalls = 0;
    for (const reply of ['events.product.created', '$JS.API.STREAM.PURGE.EVENTS', undefined]) {
      connection.nats.publish(slow.subject, '{"text":""}', reply === undefined ? {} : { reply });
    }
    await bus.request(echo, { text: 'behind them' });
    expect(slowCalls).toBe(0);
  });

  it('is not sent after the deadline of its caller', async () => {
    slowCalls = 0;
    const late = withContext({ requestId: newId(), deadline: performance.now() - 1 }, () =>
      bus.request(slow, { text: '' }),
    );
    await expect(late).rejects.toMatchObject({ code: 'UpstreamTimeout' });
    expect(slowCalls).toBe(0);
  });
});

describe('a service', () => {
  it('does not start while one of its requests has no handler', async () => {
    await expect(open([echo, unserved])).rejects.toThrow('No handler answers auth.public.tests.unserved');
  });

  it('does not start while one of its requests has two handlers', async () => {
    @Controller()
    class SecondController {
      @OnRequest(echo)
      echo(input: { text: string }): { text: string } {
        return input;
      }
    }
    await expect(open([echo], [TestController, SecondController])).rejects.toThrow(
      'Two handlers answer auth.public.tests.echo',
    );
  });
});

/** True when a signal has halted a process, which a busy machine takes a moment to do. */
async function isStopped(pid = 0): Promise<boolean> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'stat=', '-p', String(pid)]);
  return stdout.startsWith('T');
}

describe('without a running bus', () => {
  const isAnswered = (request: typeof echo): Promise<boolean> =>
    bus.request(request, { text: '' }).then(
      () => true,
      () => false,
    );

  it('a process comes back when its password is right again', async () => {
    const other = await temporaryFolder('bus-other-secrets');
    const port = Number(new URL(nats.url).port);
    await nats.kill();
    let refusals = 0;
    const line = (_: string, text: string): void => void (/authentication error/i.test(text) && refusals++);
    const secrets = await loadSecrets(other);
    const strange = await startNats({ dir: other, port, secrets, listener: { line } });
    await until('several attempts are refused', () => refusals >= 3);
    await strange.stop();
    await rm(other, { recursive: true });
    await nats.restart();
    await until('requests are answered', () => isAnswered(echo));
  });

  it('a starting service waits for the bus', async () => {
    const own = await BusConnection.open(nats.variables('auth'), 'auth');
    await nats.kill('SIGSTOP'); // so that the server does not receive the subscriptions
    await until('it is stopped', () => isStopped(nats.pid));
    const server = new BusServer(own, 'auth');
    const { promise: listening, resolve, reject } = Promise.withResolvers<void>();
    server.listen((error) => (error === undefined ? resolve() : reject(error)));
    await nats.kill();
    await Promise.all([listening, nats.restart()]);
    expect(own.isUp()).toBe(true);
    await own.onApplicationShutdown();
  });

  it('an announcement is soon given up where the bus is silent, because a transaction may wait for it', async () => {
    await nats.kill('SIGSTOP');
    await until('it is stopped', () => isStopped(nats.pid));
    const startedAt = performance.now();
    const announced = bus.announce(sessionsRevoked, REVOKED, { sessionIds: [] });
    await expect(announced).rejects.toMatchObject({ code: 'Unavailable' });
    expect(performance.now() - startedAt).toBeLessThan(8000); // the client waits for 20 s or more
    await nats.kill();
    await nats.restart();
    await until('requests are answered', () => isAnswered(echo));
  });

  it('a process that shuts down does not wait for the bus', async () => {
    const service = await open();
    const own = service.get(BusConnection);
    await nats.kill();
    try {
      await service.close();
      expect(own.nats.isClosed()).toBe(true);
    } finally {
      await nats.restart();
    }
  });

  it('nor for one whose address takes connections and is silent', async () => {
    const service = await open();
    const own = service.get(BusConnection);
    await nats.kill();
    const silent = createServer().listen(Number(new URL(nats.url).port), '127.0.0.1');
    try {
      await until('the bus is lost', () => !own.isUp());
      const [socket] = (await once(silent, 'connection')) as [Socket];
      const startedAt = performance.now();
      await service.close();
      expect(performance.now() - startedAt).toBeLessThan(10_000); // the client waits for 20 s
      expect(own.nats.isClosed()).toBe(true);
      socket.destroy();
    } finally {
      await new Promise((resolve) => silent.close(resolve));
      await nats.restart();
    }
  });

  it('a service that was told to stop answers nothing when the bus is back', async () => {
    const own = await BusConnection.open(nats.variables('auth'), 'auth');
    const server = new BusServer(own, 'auth');
    const handler = (input: { text: string }) => Promise.resolve(input);
    server.addHandler(unserved.subject, handler, false, { definition: unserved });
    await new Promise<void>((resolve) => server.listen(() => resolve()));
    await until('it answers', () => isAnswered(unserved));
    await nats.kill();
    await until('the bus is lost', () => !own.isUp());
    await server.close();
    await nats.restart();
    await until('the bus is back', () => own.isUp() && isAnswered(echo));
    await expect(bus.request(unserved, { text: '' })).rejects.toMatchObject({ code: 'Unavailable' });
    await own.onApplicationShutdown();
  });
});
