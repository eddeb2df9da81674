// Tests requests over a real bus: answers, errors, deadlines, outages, and handlers that are missing at start.
import { rm } from 'node:fs/promises';
import { z } from 'zod';
import { AppError, request, type RequestDefinition } from '#contracts';
import { Bus, BusConnection, BusModule, BusServer, OnRequest } from '#platform/messaging';
import { openService } from '#platform/boot';
import { newId, remainingMs, withContext, currentContext } from '#platform/context';
import { processConfig } from '#platform/config';
import { Controller, type INestMicroservice, type Type } from '@nestjs/common';
import {
  BUS_USERS,
  freePort,
  startNats,
  temporaryFolder,
  type BusUser,
  type NatsServer,
} from '#testing/servers';

const text = z.object({ text: z.string() });
const echo = request({ subject: 'auth.public.tests.echo', input: text, output: text });
const fail = request({
  subject: 'auth.public.tests.fail',
  input: text,
  output: text,
  errors: ['UnknownReference'],
});
const slow = request({ subject: 'auth.public.tests.slow', input: text, output: text, timeoutMs: 400 });
const nobody = request({ subject: 'auth.public.tests.nobody', input: text, output: text });
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
  const passwords = Object.fromEntries(BUS_USERS.map((user) => [user, `secret${user.replaceAll('-', '')}`]));
  dir = await temporaryFolder('bus');
  nats = await startNats({
    dir,
    port: await freePort(),
    passwords: passwords as Record<BusUser, string>,
  });
  app = await open();
  connection = await BusConnection.open(nats.variables('gateway'), 'gateway');
  bus = new Bus(connection);
}, 30_000);

/** Opens a service that answers. */
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
  it('is answered, and carries the request id and the time that is left', async () => {
    const requestId = newId();
    const deadline = performance.now() + 1000;
    const answer = await withContext({ requestId, deadline }, () => bus.request(echo, { text: 'hello' }));
    expect(answer).toEqual({ text: 'hello' });
    expect(seen.requestId).toBe(requestId);
    expect(seen.left).toBeGreaterThan(500);
    expect(seen.left).toBeLessThanOrEqual(1000);
  });

  it('brings the owner’s error back, and of a bug nothing but that it is one', async () => {
    await expect(bus.request(fail, { text: '' })).rejects.toMatchObject({
      code: 'UnknownReference',
      target: 'productId',
      customMessage: 'No such product.',
    });
    const bug = bus.request(fail, { text: 'bug' });
    await expect(bug).rejects.toMatchObject({ code: 'InternalFault' });
    await expect(bug).rejects.not.toMatchObject({ message: expect.stringContaining('hunter2') });
  });

  it('ends as a bug when the owner answers with an error that its contract does not name', async () => {
    await expect(bus.request(fail, { text: 'undeclared' })).rejects.toMatchObject({ code: 'InternalFault' });
  });

  it('is checked by the owner, and so is the answer', async () => {
    await expect(bus.request(echo, { text: 7 } as never)).rejects.toMatchObject({
      code: 'InvalidArgument',
      target: 'text',
    });
    await expect(bus.request(wrong, { text: '' })).rejects.toMatchObject({ code: 'InternalFault' });
  });

  it('is Unavailable at once when nobody serves it', async () => {
    const started = performance.now();
    await expect(bus.request(nobody, { text: '' })).rejects.toMatchObject({
      code: 'Unavailable',
      retryAfter: 1,
    });
    expect(performance.now() - started).toBeLessThan(300);
  });

  it('is an UpstreamTimeout when its time is over, and is not asked twice unless that does no harm', async () => {
    slowCalls = 0;
    await expect(bus.request(slow, { text: '' })).rejects.toMatchObject({ code: 'UpstreamTimeout' });
    expect(slowCalls).toBe(1);
    await expect(bus.request({ ...slow, idempotent: true }, { text: '' })).rejects.toMatchObject({
      code: 'UpstreamTimeout',
    });
    expect(slowCalls).toBe(3);
  });

  it('is not even sent when nobody waits any more', async () => {
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
    await expect(open([echo, nobody])).rejects.toThrow('No handler answers auth.public.tests.nobody');
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

describe('while the bus is away', () => {
  it('a service that starts waits for it', async () => {
    const own = await BusConnection.open(nats.variables('auth'), 'auth');
    await nats.kill('SIGSTOP'); // so that it cannot hear of the subscriptions
    const server = new BusServer(own, 'auth');
    const { promise: listening, resolve, reject } = Promise.withResolvers<void>();
    server.listen((error) => (error === undefined ? resolve() : reject(error)));
    await nats.kill();
    await Promise.all([listening, nats.restart()]);
    expect(own.isUp()).toBe(true);
    await own.onApplicationShutdown();
  }, 20_000);

  it('a process that leaves does not wait for it', async () => {
    const leaving = await open();
    const own = leaving.get(BusConnection);
    await nats.kill();
    try {
      await leaving.close();
      expect(own.nats.isClosed()).toBe(true);
    } finally {
      await nats.restart();
    }
  }, 20_000);
});
