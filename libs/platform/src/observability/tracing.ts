// Traces: one span where work enters or leaves a process. Off, nothing of the SDK is loaded and nothing is made.
import {
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
import { currentContext, withContext } from '../context/context.ts';
import { newId } from '../fast/new-id.ts';

/** Longest time that is given to the last spans when the process leaves, in milliseconds. */
const FLUSH_MS = 2000;

const KINDS = {
  /** Answers a request. */
  server: SpanKind.SERVER,
  /** Asks somebody else. */
  client: SpanKind.CLIENT,
  /** Puts something into a queue. */
  producer: SpanKind.PRODUCER,
  /** Works on something from a queue. */
  consumer: SpanKind.CONSUMER,
} as const;

/** What a span is to tell. */
export interface SpanSpec {
  /** Of few values: a route, a subject, a queue; never an id. */
  name: string;
  kind: keyof typeof KINDS;
  /** Ids, codes and counts. Never what a person wrote or is called, never a secret. */
  attributes?: Attributes;
}

/** A piece of work in a trace. */
export interface Span {
  /** What the next one needs to become its child, in the form of W3C; undefined while tracing is off. */
  readonly traceparent: string | undefined;
  set(attributes: Attributes): void;
  /** Marks it as failed, with a code. */
  fail(code: string): void;
  end(): void;
}

/** Where spans come from and go to. */
export interface Tracing {
  tracer: Tracer;
  propagator: TextMapPropagator;
  /** Sends what is left, and ends. */
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

/** Traces from now on; undefined: no more. */
export function traceWith(open: Tracing | undefined): void {
  tracing = open;
}

/** Sends what is left, within 2 s. */
export async function stopTracing(): Promise<void> {
  const ending = tracing;
  tracing = undefined;
  if (!ending) return;
  const late = new Promise((resolve) => setTimeout(resolve, FLUSH_MS).unref());
  await Promise.race([ending.shutdown().catch(() => undefined), late]);
}

/**
 * Starts a span below `parent`, a traceparent that may be anybody's: what is not valid is ignored, and the span begins a
 * trace. Its tracestate is not read: nothing of ours needs what strangers write there.
 */
export function startSpan({ name, kind, attributes = {} }: SpanSpec, parent?: string): Span {
  if (!tracing) return NO_SPAN;
  const { propagator, tracer } = tracing;
  const above = propagator.extract(ROOT_CONTEXT, { traceparent: parent }, GETTER);
  const span = tracer.startSpan(name, { kind: KINDS[kind], attributes }, above);
  const carrier: { traceparent?: string } = {};
  propagator.inject(trace.setSpan(ROOT_CONTEXT, span), carrier, SETTER);
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
 * Does work in a span below the current one; what it throws marks the span. Outside of a trace it is just the work:
 * housekeeping begins none.
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

/** Runs work in the current circumstances, but below this span. */
export function within<T>({ traceparent }: Span, work: () => T): T {
  if (traceparent === undefined) return work();
  return withContext({ ...(currentContext() ?? { requestId: newId() }), traceparent }, work);
}

/** Marks a span by what was thrown; a refusal that is no fault of ours is told, but no failure. */
export function markFailure(span: Span, error: unknown): void {
  if (error instanceof AppError && ERRORS[error.code].status < 500) return span.set({ outcome: error.code });
  const { code, name } = error as { code?: unknown; name?: unknown };
  span.fail(typeof code === 'string' ? code : typeof name === 'string' ? name : 'unknown');
}

type Carrier = { traceparent?: string | undefined };
const GETTER = {
  get: (carrier: Carrier, key: string) => (key === 'traceparent' ? carrier.traceparent : undefined),
  keys: () => ['traceparent'],
};
const SETTER = {
  set: (carrier: Carrier, key: string, value: string) => {
    if (key === 'traceparent') carrier.traceparent = value;
  },
};
