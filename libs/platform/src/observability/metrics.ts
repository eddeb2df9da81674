// Defines the metrics of a process, in the names and units that the dashboards use.
import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from '@prometheus-io/client';
import { logger } from './log.ts';

const log = logger('telemetry');

/** The registry of all metrics that /metrics shows. */
export const metrics = new Registry();

/** Buckets of requests and jobs, in seconds. */
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120];
/** Buckets of work that may take minutes, such as waiting in a queue or writing a text, in seconds. */
const MINUTES = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600, 900, 1800];

/** Longest time that a scrape waits for the values of a collector, in milliseconds. */
const COLLECT_MS = 1000;
/** Time for which collected values serve other scrapes too, in milliseconds; `startMetrics` sets it. */
let freshMs = 0;

/**
 * A counter of the product, such as `auth_logins_total`. Its labels must have few values, all known in advance. Count
 * the effects of a transaction after its commit (see Database.afterCommit). A second call with the same name returns
 * the same counter.
 */
export function counter<L extends string>(name: string, help: string, labelNames: readonly L[]): Counter<L> {
  const known = metrics.getSingleMetric(name) as Counter<L> | undefined;
  return known ?? new Counter({ name, help, labelNames, registers: [metrics] });
}

/** A histogram of the product in seconds, by default from milliseconds to 30 minutes; labels as for `counter`. */
export function histogram<L extends string>(
  name: string,
  help: string,
  labelNames: readonly L[],
  buckets: readonly number[] = MINUTES,
): Histogram<L> {
  return new Histogram({ name, help, labelNames, buckets: [...buckets], registers: [metrics] });
}

/** A gauge; labels as for `counter`. Without labels it is 0 until it is set, even in processes that never set it. */
export function gauge<L extends string>(name: string, help: string, labelNames: readonly L[]): Gauge<L> {
  return new Gauge({ name, help, labelNames, registers: [metrics] });
}

/** Bus requests that were answered. */
export const busRequests = histogram(
  'rpc_request_duration_seconds',
  'Bus requests answered, by subject and outcome (ok or the error code).',
  ['subject', 'outcome'],
  SECONDS,
);

/** HTTP requests that were answered; `route` is the pattern, never the path. */
export const httpRequests = histogram(
  'http_request_duration_seconds',
  'HTTP requests answered, by method, route and status.',
  ['method', 'route', 'status'],
  SECONDS,
);

const byOutcome = ['queue', 'outcome'] as const;
const durations = histogram(
  'job_duration_seconds',
  'Attempts of jobs that ended, by queue and outcome.',
  byOutcome,
  SECONDS,
);
const attempts = counter(
  'job_attempts_total',
  'Attempts of jobs that ended: done, failed, delayed or throttled.',
  byOutcome,
);
const waits = histogram('job_wait_seconds', 'From the moment a job could be taken to its first attempt.', [
  'queue',
]);
const build = gauge('build_info', 'Always 1; which release and which sources this process is.', [
  'version',
  'revision',
  'node',
]);

/** Times that this process connected to the bus again. */
export const busReconnects = counter(
  'bus_reconnects_total',
  'Times that the connection to the bus was made again.',
  [],
);

/** Events that an owner has given up. */
export const eventsRefused = counter(
  'events_refused_total',
  'Events of the stream that were given up after their handler had refused them nine times.',
  ['type'],
);

/** Gauges of what went over the connection to the bus since it was made; BusConnection fills them at each scrape. */
export const busGauges = {
  messages: gauge('bus_messages', 'Messages of the bus that this process received (in) or sent (out).', [
    'direction',
  ]),
  bytes: gauge('bus_bytes', 'Bytes of the bus that this process received (in) or sent (out).', ['direction']),
} as const;

/** Gauges of an owner's connections to Postgres; Database fills them at each scrape. */
export const databaseGauges = {
  connections: gauge('database_pool_connections', 'Connections of a pool by state: busy or idle.', [
    'role',
    'state',
  ]),
  waiting: gauge('database_pool_waiting', 'Callers that wait for a connection of a pool.', ['role']),
  reads: gauge('database_reads_pending', 'Reads without an answer on the connections for reads.', ['role']),
} as const;

/** 1 while the counters of rate limits are shared through Redis; RateCounters fills it at each scrape. */
export const rateLimitsShared = gauge(
  'rate_limits_shared',
  '1 while rate limits are counted in Redis, 0 while this process counts alone.',
  ['store'],
);

/** Gauges of an owner's queues, outbox and event stream; OwnerMetrics and EventDelivery fill them at each scrape. */
export const ownerGauges = {
  jobs: gauge('queue_jobs', 'Jobs in a queue by state.', ['queue', 'state']),
  oldest: gauge('queue_oldest_waiting_seconds', 'Age of the job that waits longest; 0 when none waits.', [
    'queue',
  ]),
  paused: gauge('queue_paused', '1 while an operator has paused the queue.', ['queue']),
  pending: gauge('outbox_pending', 'Rows of the outbox that are still to be sent, counted up to 10,000.', [
    'kind',
  ]),
  unsent: gauge(
    'outbox_oldest_seconds',
    'Age of the oldest row of the outbox, for one that failed alone since it is due again; 0 when there is none.',
    ['kind'],
  ),
  parked: gauge('outbox_parked', 'Rows of the outbox that an operator must look at.', ['kind']),
  streamBytes: gauge('event_stream_bytes', 'Bytes in the stream of events.', ['stream']),
  streamMaxBytes: gauge('event_stream_max_bytes', 'Bytes that the stream may hold; absent without a bound.', [
    'stream',
  ]),
  unhandled: gauge('event_stream_unhandled', 'Events of the stream that an owner has still to handle.', [
    'consumer',
  ]),
} as const;

/**
 * A timer of this many milliseconds shows how late the event loop is; nodejs_eventloop_lag_* include it. What keeps the event loop
 * for longer than this is noticed for certain, half as long every other time. Each wake-up of an idle process costs 0.2 ms on a
 * virtual machine: one of 50 ms took 4 ms a second in each process.
 */
export const LAG_TIMER_MS = 200;

/** Starts the metrics of the process itself: memory, event-loop lag, garbage collection, the release. */
export function startMetrics(service: string, config: { REVISION: string; METRICS_FRESH_MS: number }): void {
  freshMs = config.METRICS_FRESH_MS;
  if (metrics.getSingleMetric('process_start_time_seconds')) return;
  metrics.setDefaultLabels({ service });
  collectDefaultMetrics({
    register: metrics,
    // By default the utilization of the event loop is read ten times a second, which costs 0.4 % of a core.
    eventLoopUtilizationTimeout: 1000,
    eventLoopMonitoringPrecision: LAG_TIMER_MS,
  });
  build.set({ version: releaseVersion(), revision: config.REVISION, node: process.versions.node }, 1);
}

/** The version of this release, from its package.json. */
export function releaseVersion(): string {
  const file = findPackageJSON('.', import.meta.url) ?? '';
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}

/** Records that an attempt of a job ended. */
export function observeJob(queue: string, outcome: string, seconds: number): void {
  durations.observe({ queue, outcome }, seconds);
  attempts.inc({ queue, outcome });
}

/** Records how long a job waited before its first attempt. */
export function observeWait(queue: string, seconds: number): void {
  waits.observe({ queue }, Math.max(0, seconds));
}

/** One value of a gauge. */
export interface GaugeReading {
  gauge: Gauge<string>;
  labels: Record<string, string>;
  value: number;
}

/** Gauges whose values are read at scrape time. */
interface Collector {
  gauges: readonly Gauge<string>[];
  read: () => Promise<GaugeReading[]>;
  /** Until then the values serve other scrapes too; by performance.now(). */
  freshUntil: number;
  running: Promise<void> | undefined;
}

const collectors = new Set<Collector>();

/**
 * Fills gauges with what `read` finds at scrape time: not again while the values are fresh (METRICS_FRESH_MS), and a scrape
 * waits at most 1 s for them. Values that cannot be read are absent, never outdated. Returns a function that stops it.
 */
export function onScrape(gauges: readonly Gauge<string>[], read: () => Promise<GaugeReading[]>): () => void {
  const collector: Collector = { gauges, read, freshUntil: 0, running: undefined };
  collectors.add(collector);
  return () => {
    collectors.delete(collector);
    show(collector, []);
  };
}

/** The text of /metrics. */
export async function exposition(): Promise<string> {
  await Promise.all([...collectors].map(refresh));
  return metrics.metrics();
}

async function refresh(collector: Collector): Promise<void> {
  if (performance.now() < collector.freshUntil) return;
  collector.running ??= collect(collector).finally(() => (collector.running = undefined));
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(() => {
      show(collector, []);
      resolve();
    }, COLLECT_MS);
  });
  await Promise.race([collector.running, late]);
  clearTimeout(timer);
}

async function collect(collector: Collector): Promise<void> {
  try {
    const readings = await collector.read();
    if (!collectors.has(collector)) return;
    show(collector, readings);
    collector.freshUntil = performance.now() + freshMs;
  } catch (error) {
    log.debug({ reason: String(error) }, 'Values of gauges cannot be read; they are left out');
    show(collector, []);
  }
}

function show({ gauges }: Collector, readings: readonly GaugeReading[]): void {
  for (const one of gauges) one.reset();
  for (const { gauge: one, labels, value } of readings) one.set(labels, value);
}
