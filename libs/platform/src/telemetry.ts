// Metrics of a process, in the names and units that the dashboards know.
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';

/** Everything that /metrics shows. */
export const metrics = new Registry();

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120];

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

/** Starts the process's own figures: memory, event-loop lag, garbage collection. */
export function startMetrics(service: string): void {
  if (metrics.getSingleMetric('process_start_time_seconds')) return;
  metrics.setDefaultLabels({ service });
  collectDefaultMetrics({ register: metrics });
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
}
