// Sets up the OpenTelemetry SDK; loaded only when a collector is configured. It is never registered globally, so that
// libraries cannot export spans of their own through it, which would hold prompts and parameters.
import { hostname } from 'node:os';
import { ExportResultCode, W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
  type SpanExporter,
  type SpanProcessor,
} from '@opentelemetry/sdk-trace';
import { logger } from './log.ts';
import { releaseVersion } from './metrics.ts';

const log = logger('tracing');

/** Longest time for one delivery, in milliseconds. */
const EXPORT_MS = 5000;

/**
 * Opens tracing. `share` of the traces begun here are sampled; the spans of other processes' traces follow the decision of
 * the process that began them. The SDK itself reads OTEL_RESOURCE_ATTRIBUTES, which it adds to what describes this process,
 * and OTEL_EXPORTER_OTLP_HEADERS.
 */
export function openTracing(service: string, processor: SpanProcessor, share: number) {
  const ours = resourceFromAttributes({
    'service.name': service,
    'service.version': releaseVersion(),
    'service.instance.id': `${hostname()}/${process.pid}`,
  });
  const provider = new TracerProvider({
    resource: detectResources({ detectors: [envDetector] }).merge(ours),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanLimits: { attributeCountLimit: 32, attributeValueLengthLimit: 200 },
    spanProcessors: [processor],
  });
  return {
    tracer: provider.getTracer('shelfscribe'),
    propagator: new W3CTraceContextPropagator(),
    shutdown: () => provider.shutdown(),
  };
}

/** Delivers spans to a collector in the background: no work waits for it, and undelivered spans are dropped. */
export function toCollector(endpoint: string): SpanProcessor {
  const url = `${endpoint.replace(/\/+$/, '')}/v1/traces`;
  const exporter = logged(new OTLPTraceExporter({ url, timeoutMillis: EXPORT_MS }));
  return new BatchSpanProcessor({ exporter, exportTimeoutMillis: EXPORT_MS, scheduledDelayMillis: 1000 });
}

/** Logs once that spans cannot be delivered, and once that they can be delivered again. */
function logged(exporter: SpanExporter): SpanExporter {
  let down = false;
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        const failed = result.code !== ExportResultCode.SUCCESS;
        if (failed && !down)
          log.warn({ reason: result.error?.message }, 'Spans cannot be delivered; they are dropped');
        if (!failed && down) log.info('Spans are delivered again');
        down = failed;
        done(result);
      }),
    forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
    shutdown: () => exporter.shutdown(),
  };
}
