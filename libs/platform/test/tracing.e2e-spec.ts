// Tests, in one process, a trace through bus, outbox, queue and call, and which traces are sampled.
import { Controller, Injectable } from '@nestjs/common';
import { InMemorySpanExporter, SimpleSpanProcessor, type ReadableSpan } from '@opentelemetry/sdk-trace';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { z } from 'zod';
import { AppError, job, request } from '#contracts';
import { openService, openWorker } from '#platform/boot';
import { Bus, BusConnection, BusModule, OnRequest } from '#platform/messaging';
import { busConfig, databaseConfig, ownerConfig, processConfig, workerConfig } from '#platform/config';
import { withContext } from '#platform/context';
import { Database, DatabaseModule } from '#platform/database';
import { done, JobsModule, OnJob, type JobOutcome } from '#platform/jobs';
import { Outbox, outboxTables, OutboxModule } from '#platform/outbox';
import { inSpan, startSpan, traceWith } from '#platform/observability';
import { openTracing } from '../src/observability/tracing-sdk.ts';
import { startOwnerServers, type OwnerServers } from '#testing/servers';
import { until } from '#testing/until';

const QUEUE = 'traced';
const order = request({
  subject: 'catalogue.person.tests.order',
  input: z.object({ id: z.string() }),
  output: z.object({ id: z.string() }),
  errors: ['NotFound'],
});
const ordered = job({
  queues: [QUEUE],
  data: z.object({ v: z.literal(1), id: z.string() }),
  attempts: 1,
});

class OutboxOnly implements MigrationInterface {
  name = 'OutboxOnly1795244000000';
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(outboxTables('catalogue_app', 'catalogue_system'));
  }
  down(): Promise<void> {
    throw new Error('This migration is never reverted.');
  }
}

@Controller()
class OrdersController {
  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
  ) {}

  @OnRequest(order)
  async order({ id }: { id: string }): Promise<{ id: string }> {
    if (id === 'refused') throw new AppError('NotFound');
    await this.database.asSystem(async (tx) =>
      this.outbox.jobs(tx, ordered, [{ queue: QUEUE, jobId: `job-${id}`, data: { v: 1, id } }]),
    );
    return { id };
  }
}

/** Orders whose job was done. */
const worked: string[] = [];

@Injectable()
class OrdersProcessor {
  @OnJob(ordered)
  async work({ id }: { id: string }): Promise<JobOutcome> {
    await inSpan({ name: 'call model', kind: 'CLIENT' }, () => Promise.resolve());
    worked.push(id);
    return done;
  }
}

let servers: OwnerServers;
let bus: Bus;
const closing: (() => Promise<unknown>)[] = [];
const exported = new InMemorySpanExporter();

beforeAll(async () => {
  servers = await startOwnerServers('catalogue', [OutboxOnly], { testingUser: true });
  closing.push(() => servers.close());
  const config = z
    .object({ ...processConfig, ...busConfig, ...databaseConfig, ...ownerConfig, ...workerConfig })
    .parse({
      ...servers.variables,
      REDIS_URL: servers.redis.url('testing'), // no process of ours has this queue
      LOG_LEVEL: 'error',
      SHUTDOWN_MS: '2000',
    });
  class OwnerModule {}
  const owner = {
    module: OwnerModule,
    imports: [
      BusModule.forRoot(config, 'catalogue'),
      DatabaseModule.forRoot(config, 'catalogue'),
      OutboxModule.forRoot(config, 'catalogue', [ordered]),
    ],
    controllers: [OrdersController],
  };
  const app = await openService({ name: 'catalogue', module: owner, config, requests: [order] });
  closing.push(() => app.close());
  class WorkerModule {}
  const worker = {
    module: WorkerModule,
    imports: [JobsModule.forRoot(config, { concurrency: 1 })],
    providers: [OrdersProcessor],
  };
  const workerApp = await openWorker({ name: 'worker', module: worker, config });
  closing.push(() => workerApp.close());
  const connection = await BusConnection.open(servers.nats.variables('gateway'), 'gateway');
  closing.push(() => connection.onApplicationShutdown());
  bus = new Bus(connection);
});

afterEach(() => {
  traceWith(undefined);
  exported.reset();
});

afterAll(async () => {
  for (const close of closing.reverse()) await close();
});

/** Records traces in memory; `share` of those begun here are sampled. */
function trace(share: number): void {
  traceWith(openTracing('test', new SimpleSpanProcessor({ exporter: exported }), share));
}

/** Places an order as another process would, with its traceparent. */
async function placeOrder(id: string, traceparent?: string): Promise<unknown> {
  const span = startSpan({ name: 'POST /orders', kind: 'SERVER' }, traceparent);
  const context = { requestId: id, ...(span.traceparent ? { traceparent: span.traceparent } : {}) };
  try {
    return await withContext(context, () => bus.request(order, { id }));
  } finally {
    span.end();
  }
}

function spanNamed(name: string): Promise<ReadableSpan> {
  return until(`there is a span ${name}`, () =>
    exported.getFinishedSpans().find((span) => span.name === name),
  );
}

describe('a trace', () => {
  it('reaches from the request through bus, outbox and queue to the call', async () => {
    trace(1);
    await placeOrder('one');
    await spanNamed(`work ${QUEUE}`);
    const spans = exported.getFinishedSpans();
    const path: string[] = [];
    for (
      let span = spans.find(({ name }) => name === 'call model');
      span;
      span = spans.find((one) => one.spanContext().spanId === span?.parentSpanContext?.spanId)
    )
      path.unshift(span.name);
    expect(path).toEqual([
      'POST /orders',
      `ask ${order.subject}`,
      `answer ${order.subject}`,
      `add ${QUEUE}`,
      `work ${QUEUE}`,
      'call model',
    ]);
    expect(new Set(spans.map((span) => span.spanContext().traceId)).size).toBe(1);
  });

  it('is not sampled because a client says so, and links to the trace of the client', async () => {
    const client = { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16) };
    const linkedTo = `00-${client.traceId}-${client.spanId}-01`;
    trace(0);
    startSpan({ name: 'unwanted', kind: 'SERVER', linkedTo }).end();
    expect(exported.getFinishedSpans()).toEqual([]);
    trace(1);
    startSpan({ name: 'wanted', kind: 'SERVER', linkedTo: linkedTo.replace(/1$/, '0') }).end();
    const [span] = exported.getFinishedSpans();
    expect(span?.links.map(({ context }) => context)).toEqual([expect.objectContaining(client)]);
    expect(span?.spanContext().traceId).not.toBe(client.traceId);
    expect(span?.parentSpanContext).toBeUndefined();
  });

  it('that began elsewhere is sampled or not as its origin decided', async () => {
    const id = 'a'.repeat(31);
    trace(0);
    await placeOrder('two');
    await placeOrder('three', `00-${id}1-${'b'.repeat(16)}-01`);
    await spanNamed(`work ${QUEUE}`);
    expect(new Set(exported.getFinishedSpans().map((span) => span.spanContext().traceId))).toEqual(
      new Set([`${id}1`]),
    );
    exported.reset();
    trace(1);
    await placeOrder('four', `00-${id}2-${'b'.repeat(16)}-00`);
    await placeOrder('five');
    await spanNamed(`work ${QUEUE}`);
    const traces = new Set(exported.getFinishedSpans().map((span) => span.spanContext().traceId));
    expect(traces.size).toBe(1);
    expect(traces).not.toContain(`${id}2`);
  });

  it('records the code of a refusal, without marking it as a failure', async () => {
    trace(1);
    await expect(placeOrder('refused')).rejects.toMatchObject({ code: 'NotFound' });
    const answer = await spanNamed(`answer ${order.subject}`);
    expect(answer.attributes['outcome']).toBe('NotFound');
    expect(answer.status.code).toBe(0);
  });

  it('is not recorded while tracing is off', async () => {
    await placeOrder('six', `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`);
    await until('its job is done', () => worked.includes('six'));
    expect(exported.getFinishedSpans()).toEqual([]);
  });
});
