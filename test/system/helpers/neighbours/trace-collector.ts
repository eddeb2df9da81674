// A trace collector that receives spans over OTLP/HTTP and keeps them in memory.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A received span. */
export interface CollectedSpan {
  service: string;
  traceId: string;
  spanId: string;
  parentSpanId: string | undefined;
  name: string;
  /** When it began by the clock of its process, in Unix milliseconds. */
  startedAt: number;
  /** 1 internal, 2 server, 3 client, 4 producer, 5 consumer. */
  kind: number;
  attributes: Record<string, string | number | undefined>;
  failed: boolean;
  /** Spans of other traces that led to this one. */
  links: { traceId: string; spanId: string }[];
}

type Attributes = { key: string; value: { stringValue?: string; intValue?: number } }[];
type DeliveredSpan = Omit<CollectedSpan, 'attributes' | 'links' | 'startedAt'> & {
  startTimeUnixNano: string;
  attributes: Attributes;
  status: { code: number };
  links?: CollectedSpan['links'];
};
interface Delivery {
  resourceSpans: {
    resource: { attributes: Attributes };
    scopeSpans: { spans: DeliveredSpan[] }[];
  }[];
}

/** A running collector. */
export interface TraceCollector {
  /** For OTEL_EXPORTER_OTLP_ENDPOINT. */
  url: string;
  spans: CollectedSpan[];
  /** The different values of the header `authorization`. */
  authorizations: Set<string | undefined>;
  /** All request bodies, as they were received. */
  text(): string;
  close(): Promise<void>;
}

/** Starts a collector. */
export async function startTraceCollector(): Promise<TraceCollector> {
  const spans: CollectedSpan[] = [];
  const texts: string[] = [];
  const authorizations = new Set<string | undefined>();
  const server = createServer((request, response) => {
    authorizations.add(request.headers.authorization);
    void text(request).then((body) => {
      texts.push(body);
      spans.push(...spansIn(JSON.parse(body) as Delivery));
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    authorizations,
    text: () => texts.join('\n'),
    close: async () => {
      server.closeAllConnections();
      await once(server.close(), 'close');
    },
  };
}

function spansIn({ resourceSpans }: Delivery): CollectedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const service = String(valuesOf(resource.attributes)['service.name']);
    return scopeSpans
      .flatMap((scope) => scope.spans)
      .map(({ attributes, status, parentSpanId, links = [], startTimeUnixNano, ...span }) => ({
        ...span,
        startedAt: Number(startTimeUnixNano) / 1e6,
        links,
        service,
        parentSpanId: parentSpanId || undefined,
        attributes: valuesOf(attributes),
        failed: status.code === 2,
      }));
  });
}

function valuesOf(attributes: Attributes): CollectedSpan['attributes'] {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]));
}
