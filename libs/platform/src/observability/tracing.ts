// Traces work with one span where it enters or leaves a process. While tracing is off, the SDK is not loaded and no
// span is made.
import {
  defaultTextMapGetter,
  defaultTextMapSetter,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Attributes,
  type TextMapPropagator,
  type Tracer,
} from '@opentelemetry/api';
import { AppError, ERRORS } from '#contracts';
import type { ProcessConfig } from '../config/config.ts';
import { currentContext, newRequestId, withContext } from '../context/context.ts';

/** Longest time for sending the last spans at shutdown, in milliseconds. */
const FLUSH_MS = 2000;

/** Name, kind and attributes of a span. */
export interface SpanSpec {
  /** A name with few values: a route, a subject, a queue; never an id. */
  name: string;
  kind: keyof typeof SpanKind;
  /** Ids, codes and counts. Never a person's name or text, never a secret. */
  attributes?: Attributes;
  /** Traceparent of a client. The span links to it, and does not continue it: see startSpan. */
  linkedTo?: string | undefined;
}

/** One operation of a trace. */
export interface Span {
  /** W3C trace context for child spans; undefined while tracing is off. */
  readonly traceparent: string | undefined;
  set(attributes: Attributes): void;
  /** Marks the span as failed, with a code. */
  fail(code: string): void;
  end(): void;
}

/** Makes spans, and passes their context on. */
export interface Tracing {
  tracer: Tracer;
  propagator: TextMapPropagator;
  /** Sends the remaining spans, then ends. */
  shutdown(): Promise<void>;
}

const NO_SPAN: Span = {
  traceparent: undefined,
  set: () => undefined,
  fail: () => undefined,
  end: () => undefined,
};

let tracing: Tracing | undefined;

/** Starts tracing when the configuration names a collector. */
export async function startTracing(service: string, config: ProcessConfig): Promise<void> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER_ARG: share } = config;
  if (endpoint === undefined) return;
  const { openTracing, toCollector } = await import('./tracing-sdk.ts');
  traceWith(openTracing(service, toCollector(endpoint), share));
}

/** Traces with this from now on; undefined switches tracing off. */
export function traceWith(next: Tracing | undefined): void {
  tracing = next;
}

/** Switches tracing off and sends the remaining spans, for at most 2 s. */
export async function stopTracing(): Promise<void> {
  const ending = tracing;
  tracing = undefined;
  if (!ending) return;
  const late = new Promise((resolve) => setTimeout(resolve, FLUSH_MS).unref());
  await Promise.race([ending.shutdown().catch(() => undefined), late]);
}

/**
 * Starts a span below `parent`, the traceparent of one of our processes, or begins a trace. A client's traceparent is
 * only linked to: the sampled flag and the trace id both decide whether a trace is recorded, so a client that could set
 * one of them could have all its requests traced, or none. Invalid traceparents are ignored.
 */
export function startSpan({ name, kind, attributes = {}, linkedTo }: SpanSpec, parent?: string): Span {
  if (!tracing) return NO_SPAN;
  const { propagator, tracer } = tracing;
  const contextOf = (traceparent: string | undefined) =>
    propagator.extract(ROOT_CONTEXT, { traceparent }, defaultTextMapGetter);
  const linked = trace.getSpanContext(contextOf(linkedTo));
  const links = linked ? [{ context: linked }] : [];
  const span = tracer.startSpan(name, { kind: SpanKind[kind], attributes, links }, contextOf(parent));
  const carrier: { traceparent?: string } = {};
  propagator.inject(trace.setSpan(ROOT_CONTEXT, span), carrier, defaultTextMapSetter);
  return {
    traceparent: carrier.traceparent,
    set: (more) => void span.setAttributes(more),
    fail: (code) => {
      span.setAttribute('error.type', code);
      span.setStatus({ code: SpanStatusCode.ERROR });
    },
    end: () => span.end(),
  };
}

/**
 * Runs work in a span below the current one; an error marks the span as failed. Outside of a trace the work runs
 * without a span, because housekeeping begins no trace.
 */
export async function inSpan<T>(spec: SpanSpec, work: (span: Span) => Promise<T>): Promise<T> {
  const context = currentContext();
  if (!tracing || context?.traceparent === undefined) return work(NO_SPAN);
  const span = startSpan(spec, context.traceparent);
  try {
    return await within(span, () => work(span));
  } catch (error) {
    markFailure(span, error);
    throw error;
  } finally {
    span.end();
  }
}

/** Runs work in the current context, but below this span. */
export function within<T>({ traceparent }: Span, work: () => T): T {
  if (traceparent === undefined) return work();
  return withContext({ ...(currentContext() ?? { requestId: newRequestId() }), traceparent }, work);
}

/** Marks a span with the code of an error: as its outcome for a refusal (status below 500), else as a failure. */
export function markFailure(span: Span, error: unknown): void {
  if (error instanceof AppError && ERRORS[error.code].status < 500) return span.set({ outcome: error.code });
  const { code, name } = error as { code?: unknown; name?: unknown };
  span.fail(typeof code === 'string' ? code : typeof name === 'string' ? name : 'unknown');
}
