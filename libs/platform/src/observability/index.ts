// Makes a process observable: logs, metrics, traces and the ops port.
export { Health, openOpsPort } from './health.ts';
export { LogSampler } from './log-sampler.ts';
export { logger } from './log.ts';
export { LAG_TIMER_MS, counter, gauge, histogram, metrics, httpRequests, startMetrics } from './metrics.ts';
export { type Span, inSpan, startSpan, traceWith } from './tracing.ts';
