// How any process starts and ends: logging, ops port, Nest, signals. Three kinds: web, service, worker.
import 'reflect-metadata';
import type { Server } from 'node:http';
import {
  Global,
  Module,
  type DynamicModule,
  type INestApplicationContext,
  type INestMicroservice,
  type Type,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { AsyncMicroserviceOptions } from '@nestjs/microservices';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyServerOptions } from 'fastify';
import { z } from 'zod';
import { requestsOf, type RequestDefinition } from '#contracts';
import { BusConnection } from '../messaging/bus-connection.ts';
import { BusErrorFilter, BusServer } from '../messaging/bus-server.ts';
import type { ProcessConfig } from '../config/config.ts';
import { Health, openOpsPort, OpsPages } from '../observability/health.ts';
import { logger, nestLogger, startLogging } from '../observability/log.ts';
import { startMetrics } from '../observability/metrics.ts';
import { startTracing, stopTracing } from '../observability/tracing.ts';

const log = logger('boot');

/** What every process says about itself. */
export interface BootOptions {
  /** Name of the service, as in the picture of the system. */
  name: string;
  module: DynamicModule;
  config: ProcessConfig;
}

/** Options of a process that answers requests of the bus. */
export interface ServiceOptions extends BootOptions {
  /** Requests that must have exactly one handler; by default those of the contracts whose owner is `name`. */
  requests?: readonly RequestDefinition[];
}

/** What a process with an HTTP port says besides. */
export interface WebOptions extends BootOptions {
  /** The public port; 0 takes a free one. */
  port: number;
  host?: string;
  fastify?: FastifyServerOptions;
  configure?: (app: NestFastifyApplication) => void | Promise<void>;
}

@Global()
@Module({ providers: [Health, OpsPages], exports: [Health, OpsPages] })
class HealthModule {}

@Module({})
class RootModule {}

const NEST = { logger: nestLogger, abortOnError: false };

function root(options: BootOptions): DynamicModule {
  startLogging(options.name, options.config);
  startMetrics(options.name);
  return { module: RootModule as Type, imports: [HealthModule, options.module] };
}

/** Opens an app that clients reach over HTTP, without taking over the process. */
export async function openWeb(options: WebOptions): Promise<NestFastifyApplication> {
  const adapter = new FastifyAdapter(options.fastify);
  const app = await NestFactory.create<NestFastifyApplication>(root(options), adapter, NEST);
  await options.configure?.(app);
  await app.listen(options.port, options.host ?? '0.0.0.0');
  log.info(`Listening on ${await app.getUrl()}`);
  return app;
}

/** Opens an app that answers requests of the bus, without taking over the process. */
export async function openService(options: ServiceOptions): Promise<INestMicroservice> {
  const transport: AsyncMicroserviceOptions = {
    inject: [BusConnection],
    useFactory: (bus: BusConnection) => ({
      strategy: new BusServer(bus, options.name, options.requests ?? requestsOf(options.name)),
    }),
  };
  const app = await NestFactory.createMicroservice<AsyncMicroserviceOptions>(root(options), {
    ...NEST,
    ...transport,
  });
  app.useGlobalFilters(new BusErrorFilter());
  await app.listen();
  return app;
}

/** Starts a process that clients reach over HTTP. */
export function bootWeb(options: WebOptions): Promise<NestFastifyApplication> {
  return running(options, () => openWeb(options));
}

/** Starts a process that answers requests of the bus; copies of it share the work. */
export function bootService(options: ServiceOptions): Promise<INestMicroservice> {
  return running(options, () => openService(options));
}

/** Opens an app that takes jobs from queues, without taking over the process. */
export function openWorker(options: BootOptions): Promise<INestApplicationContext> {
  return NestFactory.createApplicationContext(root(options), NEST);
}

/** Starts a process that takes jobs from queues. */
export function bootWorker(options: BootOptions): Promise<INestApplicationContext> {
  return running(options, () => openWorker(options));
}

/** What a task is told on its command line: one JSON text an argument, at least one. Throws when it is not. */
export function taskArguments<T>(schema: z.ZodType<T>): T[] {
  const told = process.argv.slice(2).map((text): unknown => JSON.parse(text));
  return z.array(schema).min(1).parse(told);
}

/** Runs one task in the surroundings of a service, then ends the process: 0 when it succeeded. */
export async function bootTask(
  options: BootOptions,
  task: (app: INestApplicationContext) => Promise<void>,
): Promise<void> {
  try {
    const app = await openWorker(options);
    await task(app);
    await app.close();
    process.exit(0);
  } catch (error) {
    log.error({ err: error }, `${options.name} failed`);
    process.exit(1);
  }
}

async function running<A extends INestApplicationContext>(
  { config, name }: BootOptions,
  start: () => Promise<A>,
): Promise<A> {
  const startedAt = performance.now();
  for (const fault of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(fault, (error: unknown) => {
      log.error({ err: error }, `Ending because of an ${fault}`);
      process.exit(1);
    });
  }
  try {
    await startTracing(name, config);
    const app = await start();
    const health = app.get(Health);
    const ops = await openOpsPort(health, config.OPS_HOST, config.OPS_PORT, app.get(OpsPages));
    leaveInOrder(app, health, ops, config.SHUTDOWN_MS);
    log.info(`${name} is up after ${Math.round(performance.now() - startedAt)} ms`);
    return app;
  } catch (error) {
    log.error({ err: error }, `${name} could not start`);
    process.exit(1);
  }
}

/** On SIGTERM, SIGINT or the end of the parent: not ready any more, end the work in hand, close, exit 0. */
function leaveInOrder(app: INestApplicationContext, health: Health, ops: Server, withinMs: number): void {
  let leaving = false;
  const leave = (cause: string): void => {
    if (leaving) return;
    leaving = true;
    log.info(`Leaving (${cause})`);
    health.leave();
    setTimeout(() => {
      log.error(`Not done within ${withinMs} ms; leaving all the same`);
      process.exit(1);
    }, withinMs).unref();
    app
      .close()
      .then(stopTracing)
      .then(() => {
        ops.close();
        log.info('Left in order');
        process.exit(0);
      })
      .catch((error: unknown) => {
        log.error({ err: error }, 'Leaving failed');
        process.exit(1);
      });
  };
  process.on('SIGTERM', () => leave('SIGTERM'));
  process.on('SIGINT', () => leave('SIGINT'));
  process.on('disconnect', () => leave('the parent is gone'));
}
