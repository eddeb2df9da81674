// Starts and ends a process: logging, tracing, ops port, Nest, signals. There are three kinds: web, service, worker; and
// tasks, which end by themselves.
import 'reflect-metadata';
import { setGlobalProxyFromEnv } from 'node:http';
import { flushCompileCache } from 'node:module';
import {
  Global,
  Module,
  type DynamicModule,
  type INestApplicationContext,
  type INestMicroservice,
  type Type,
} from '@nestjs/common';
import { DiscoveryModule, NestFactory } from '@nestjs/core';
import type { AsyncMicroserviceOptions } from '@nestjs/microservices';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyServerOptions } from 'fastify';
import { z } from 'zod';
import { AppError, type RequestDefinition } from '#contracts';
import { BusConnection } from '../messaging/bus-connection.ts';
import { BusErrorFilter, BusServer } from '../messaging/bus-server.ts';
import { requestsOf } from './owner-requests.ts';
import type { ProcessConfig } from '../config/config.ts';
import { Health, openOpsPort, OpsPages } from '../observability/health.ts';
import { logger, nestLogger, startLogging } from '../observability/log.ts';
import { startMetrics } from '../observability/metrics.ts';
import { startTracing, stopTracing } from '../observability/tracing.ts';
import { IntervalTasks } from '../resilience/interval-task.ts';

const log = logger('boot');

/** When the first requests after a start are answered, in milliseconds. */
const TIDY_AFTER_MS = 10_000;

/** Options of every process. */
export interface BootOptions {
  /** Name of the service, as in the picture of docs/architecture.md. */
  name: string;
  module: DynamicModule;
  config: ProcessConfig;
}

/** Options of a process that answers requests of the bus. */
export interface ServiceOptions extends BootOptions {
  /** Requests that must have exactly one handler; by default those of the contracts whose owner is `name`. */
  requests?: readonly RequestDefinition[];
}

/** Options of a process with an HTTP port. */
export interface WebOptions extends BootOptions {
  /** The public port; 0 picks a free one. */
  port: number;
  host: string;
  fastify?: FastifyServerOptions;
  configure?: (app: NestFastifyApplication) => void | Promise<void>;
}

const PROVIDERS = [Health, OpsPages, IntervalTasks];

@Global()
@Module({ imports: [DiscoveryModule], providers: PROVIDERS, exports: PROVIDERS })
export class ProcessModule {}

@Module({})
class RootModule {}

const NEST = { logger: nestLogger, abortOnError: false };

function rootModule(options: BootOptions): DynamicModule {
  startLogging(options.name, options.config);
  startMetrics(options.name, options.config);
  return { module: RootModule as Type, imports: [ProcessModule, options.module] };
}

/** Opens an app that clients reach over HTTP, without taking over the process. */
export async function openWeb(options: WebOptions): Promise<NestFastifyApplication> {
  const adapter = new FastifyAdapter(options.fastify);
  const app = await NestFactory.create<NestFastifyApplication>(rootModule(options), adapter, NEST);
  return orClosed(app, async () => {
    await options.configure?.(app);
    await app.listen(options.port, options.host);
    log.info(`Listening on ${await app.getUrl()}`);
  });
}

/** Opens an app that answers requests of the bus, without taking over the process. */
export async function openService(options: ServiceOptions): Promise<INestMicroservice> {
  const transport: AsyncMicroserviceOptions = {
    inject: [BusConnection],
    useFactory: (bus: BusConnection) => ({
      strategy: new BusServer(bus, options.name, options.requests ?? requestsOf(options.name)),
    }),
  };
  const app = await NestFactory.createMicroservice<AsyncMicroserviceOptions>(rootModule(options), {
    ...NEST,
    ...transport,
  });
  app.useGlobalFilters(new BusErrorFilter());
  return orClosed(app, () => app.listen());
}

/** Finishes the start of an app, and gives it back. If that fails, the app is closed: its connections would stay open. */
async function orClosed<A extends INestApplicationContext>(
  app: A,
  finish: () => Promise<unknown>,
): Promise<A> {
  try {
    await finish();
    return app;
  } catch (error) {
    await app.close();
    throw error;
  }
}

/** Starts a process that clients reach over HTTP. */
export function bootWeb(options: WebOptions): Promise<NestFastifyApplication> {
  return startProcess(options, () => openWeb(options));
}

/** Starts a process that answers requests of the bus; its instances share the requests. */
export function bootService(options: ServiceOptions): Promise<INestMicroservice> {
  return startProcess(options, () => openService(options));
}

/** Opens an app that takes jobs from queues, without taking over the process. */
export function openWorker(options: BootOptions): Promise<INestApplicationContext> {
  return NestFactory.createApplicationContext(rootModule(options), NEST);
}

/** Starts a process that takes jobs from queues. */
export function bootWorker(options: BootOptions): Promise<INestApplicationContext> {
  return startProcess(options, () => openWorker(options));
}

/** The command-line arguments of a task: at least one, each a JSON text. Throws when one is no JSON or does not fit the schema. */
export function taskArguments<T>(schema: z.ZodType<T>): T[] {
  const values = process.argv.slice(2).map((text): unknown => JSON.parse(text));
  return z.array(schema).min(1).parse(values);
}

/** Runs one task with the module of a service, then ends the process: with code 0 when the task succeeded, else 1. */
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
    // What the caller can mend is a sentence for a person; anything else is for the log.
    if (error instanceof AppError) process.stderr.write(`${error.message}\n`);
    else log.error({ err: error }, `${options.name} failed`);
    process.exit(1);
  }
}

async function startProcess<A extends INestApplicationContext>(
  { config, name }: BootOptions,
  open: () => Promise<A>,
): Promise<A> {
  const startedAt = performance.now();
  for (const fault of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(fault, (error: unknown) => {
      log.error({ err: error }, `Ending because of an ${fault}`);
      process.exit(1);
    });
  }
  // As process 1 of a container, a process without handlers would not hear a signal at all, and its start may take a minute.
  let shutDown = leaveStart;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => shutDown(signal));
  process.on('disconnect', () => shutDown('the parent process ended'));
  try {
    setGlobalProxyFromEnv(); // HTTPS_PROXY and NO_PROXY hold for fetch and for the agents of node:http and node:https
    await startTracing(name, config);
    const app = await open();
    const health = app.get(Health);
    shutDown = shutDownOf(app, health, config.SHUTDOWN_MS);
    await openOpsPort(health, config.OPS_HOST, config.OPS_PORT, app.get(OpsPages));
    log.info(`${name} is up after ${Math.round(performance.now() - startedAt)} ms`);
    flushCompileCache(); // or the next start would find nothing until this process ends, and only if it ends in order
    if (globalThis.gc) setTimeout(giveBackMemory, TIDY_AFTER_MS, globalThis.gc).unref();
    return app;
  } catch (error) {
    log.error({ err: error }, `${name} could not start`);
    process.exit(1);
  }
}

/**
 * Gives back what only the start has needed, 12 to 20 MB, which the engine would keep until it needs room. It stops the process
 * for 0.1 s, so only the local start lets it (`--expose-gc`).
 */
function giveBackMemory(collect: NodeJS.GCFunction): void {
  collect({ type: 'major', flavor: 'last-resort', execution: 'sync' });
}

/** Ends a process that is still starting: it has no work to finish. */
function leaveStart(cause: string): void {
  log.info(`Ending while starting (${cause})`);
  process.exit(0);
}

/**
 * What a running process does on SIGTERM, SIGINT or the end of its parent: it reports not ready, finishes running work, closes the
 * app and exits with code 0; with code 1 when that fails or takes longer than `withinMs` milliseconds.
 */
function shutDownOf(app: INestApplicationContext, health: Health, withinMs: number): (cause: string) => void {
  let isShuttingDown = false;
  return (cause) => {
    if (isShuttingDown) return;
    isShuttingDown = true;
    log.info(`Shutting down (${cause})`);
    health.startShutdown();
    setTimeout(() => {
      log.error(`The shutdown did not end within ${withinMs} ms; exiting without it`);
      process.exit(1);
    }, withinMs).unref();
    app
      .close()
      .then(stopTracing)
      .then(() => {
        log.info('Shut down');
        process.exit(0);
      })
      .catch((error: unknown) => {
        log.error({ err: error }, 'The shutdown failed');
        process.exit(1);
      });
  };
}
