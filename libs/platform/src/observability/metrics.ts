// Metrics of a process, in the names and units that the dashboards know.
import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from '@prometheus-io/client';
import { logger } from './log.ts';

const log = logger('telemetry');

/** Everything that /metrics shows. */
export const metrics = new Registry();

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120];
/** Upper bounds of what may take minutes: waiting in a queue, writing a text; in seconds. */
const MINUTES = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600, 900, 1800];

/** What a look at the outside may cost a scrape, and how long its figures serve for others, in milliseconds. */
const LOOK_MS = 1000;
const FRESH_MS = 5000;

/**
 * A counter of the product, such as `auth_logins_total`; the labels must take few values, all known beforehand. What
 * a transaction made true is counted after its commit (see Database.afterCommit). The name belongs to one idea: who
 * declares it again gets the same counter.
 */
export function counter<L extends string>(name: string, help: string, labelNames: readonly L[]): Counter<L> {
  const known = metrics.getSingleMetric(name) as Counter<L> | undefined;
  return known ?? new Counter({ name, help, labelNames, registers: [metrics] });
}

/** A histogram of the product for what takes seconds to minutes; labels as for `counter`. */
export function histogram<L extends string>(
  name: string,
  help: string,
  labelNames: readonly L[],
): Histogram<L> {
  return new Histogram({ name, help, labelNames, buckets: MINUTES, registers: [metrics] });
}

function gauge<L extends string>(name: string, help: string, labelNames: readonly L[]): Gauge<L> {
  return new Gauge({ name, help, labelNames, registers: [metrics] });
}

const requests = new Histogram({
  name: 'rpc_request_duration_seconds',
  help: 'Bus requests answered, by subject and outcome (ok or the error code).',
  labelNames: ['subject', 'outcome'],
  buckets: SECONDS,
  registers: [metrics],
});

const responses = new Histogram({
  name: 'http_request_duration_seconds',
  help: 'HTTP requests answered, by method, route and status.',
  labelNames: ['method', 'route', 'status'],
  buckets: SECONDS,
  registers: [metrics],
});

const jobs = new Histogram({
  name: 'job_duration_seconds',
  help: 'Job tries ended, by queue and outcome.',
  labelNames: ['queue', 'outcome'],
  buckets: SECONDS,
  registers: [metrics],
});

const tries = counter('job_attempts_total', 'Job tries ended: done, failed, delayed or throttled.', [
  'queue',
  'outcome',
]);

const waits = histogram('job_wait_seconds', 'From the moment a job could be taken to its first try.', [
  'queue',
]);

const build = gauge('build_info', 'Always 1; which release this process is.', ['version', 'node']);

/** Gauges of an owner's queues and outbox; figures.ts fills them when somebody scrapes. */
export const ownerGauges = {
  jobs: gauge('queue_jobs', 'Jobs in a queue by state.', ['queue', 'state']),
  oldest: gauge('queue_oldest_waiting_seconds', 'Age of the job that waits longest; 0 when none waits.', [
    'queue',
  ]),
  paused: gauge('queue_paused', '1 while nothing is taken from the queue, by order.', ['queue']),
  pending: gauge('outbox_pending', 'Rows of the outbox that are still to be sent.', ['kind']),
  unsent: gauge('outbox_oldest_seconds', 'Age of the oldest row of the outbox; 0 when it is empty.', [
    'kind',
  ]),
} as const;

/** Starts the process's own figures: memory, event-loop lag, garbage collection. */
export function startMetrics(service: string): void {
  if (metrics.getSingleMetric('process_start_time_seconds')) return;
  metrics.setDefaultLabels({ service });
  collectDefaultMetrics({ register: metrics });
  build.set({ version: releaseVersion(), node: process.versions.node }, 1);
}

/** The version of this release, of its package.json. */
export function releaseVersion(): string {
  const file = findPackageJSON('.', import.meta.url);
  if (!file) return 'unknown';
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}

/** One bus request answered. */
export function observeRequest(subject: string, outcome: string, seconds: number): void {
  requests.observe({ subject, outcome }, seconds);
}

/** One HTTP request answered; `route` is the pattern, never the path. */
export function observeResponse(method: string, route: string, status: number, seconds: number): void {
  responses.observe({ method, route, status }, seconds);
}

/** One try of a job ended. */
export function observeJob(queue: string, outcome: string, seconds: number): void {
  jobs.observe({ queue, outcome }, seconds);
  tries.inc({ queue, outcome });
}

/** A job is taken for the first time, after so long. */
export function observeWait(queue: string, seconds: number): void {
  waits.observe({ queue }, Math.max(0, seconds));
}

/** One value of a gauge. */
export interface GaugeReading {
  gauge: Gauge<string>;
  labels: Record<string, string>;
  value: number;
}

interface Look {
  gauges: readonly Gauge<string>[];
  read: () => Promise<GaugeReading[]>;
  /** By performance.now(). */
  freshUntil: number;
  running: Promise<void> | undefined;
}

const looks = new Set<Look>();

/**
 * Fills gauges from outside when somebody scrapes: at most every 5 s, and never longer than 1 s. Figures that cannot be
 * had are absent, not old. Returns how to stop that.
 */
export function onScrape(gauges: readonly Gauge<string>[], read: () => Promise<GaugeReading[]>): () => void {
  const look: Look = { gauges, read, freshUntil: 0, running: undefined };
  looks.add(look);
  return () => {
    looks.delete(look);
    show(look, []);
  };
}

/** The text of /metrics. */
export async function exposition(): Promise<string> {
  await Promise.all([...looks].map(refresh));
  return metrics.metrics();
}

async function refresh(look: Look): Promise<void> {
  if (performance.now() < look.freshUntil) return;
  look.running ??= takeLook(look).finally(() => (look.running = undefined));
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(() => {
      show(look, []);
      resolve();
    }, LOOK_MS);
  });
  await Promise.race([look.running, late]);
  clearTimeout(timer);
}

async function takeLook(look: Look): Promise<void> {
  try {
    const figures = await look.read();
    if (!looks.has(look)) return;
    show(look, figures);
    look.freshUntil = performance.now() + FRESH_MS;
  } catch (error) {
    log.debug({ reason: String(error) }, 'Figures cannot be had');
    show(look, []);
  }
}

function show({ gauges }: Look, figures: readonly GaugeReading[]): void {
  for (const one of gauges) one.reset();
  for (const { gauge: one, labels, value } of figures) one.set(labels, value);
}
