// Traces of the running system: one trace leads from the HTTP request to the model call, through bus and queue.
import { Environment, type Person } from '#testing/environment';
import { startTraceCollector, type CollectedSpan, type TraceCollector } from './trace-collector.ts';
import { until } from '#testing/until';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT = '00f067aa0ba902b7';

let collector: TraceCollector;
let environment: Environment;
let ann: Person;
const lines: string[] = [];

beforeAll(async () => {
  collector = await startTraceCollector();
  environment = await Environment.start({
    variables: {
      all: {
        OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
        OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20of%20the%20operator',
        OTEL_RESOURCE_ATTRIBUTES: 'service.namespace=shop,k8s.pod.name=pod-1',
        LOG_LEVEL: 'debug',
      },
    },
    listener: { line: (_name, line) => lines.push(line) },
  });
  [ann] = await environment.addPeople('ann');
}, 120_000);

afterAll(async () => {
  await environment?.stop();
  await collector.close();
}, 60_000);

/** Spans are delivered once a second by each process. */
const DELIVERY = { withinMs: 15_000, everyMs: 100 };

/** Waits for a span that has this name, in any trace or in the given one. */
function spanNamed(name: string, traceId?: string): Promise<CollectedSpan> {
  const look = () =>
    collector.spans.findLast(
      (span) => span.name === name && (traceId === undefined || span.traceId === traceId),
    );
  return until(`the span ${name} is delivered`, look, DELIVERY);
}

/** Service and name of each span from the root to the latest span of this name; waits for so many spans. */
async function pathTo(name: string, length: number): Promise<string[]> {
  const last = await spanNamed(name);
  const look = (): string[] | false => {
    const path: string[] = [];
    const spans = collector.spans.filter(({ traceId }) => traceId === last.traceId);
    let span: CollectedSpan | undefined = last;
    while (span) {
      path.unshift(`${span.service}: ${span.name}`);
      const parent: string | undefined = span.parentSpanId;
      span = spans.find((one) => one.spanId === parent);
    }
    return path.length >= length && path;
  };
  return until(`${length} spans lead to ${name}`, look, DELIVERY);
}

function post(headers: Record<string, string>) {
  return ann.post('/generations', { applicationId: 'product-title' }, headers);
}

describe('a trace', () => {
  it('leads from the HTTP request through bus, outbox and queue to the model call', async () => {
    const product = { title: 'A lamp', bullets: ['Bright'] };
    const end = await ann.generate({
      applicationId: 'product-title',
      environment: { model: 'sandbox:echo' },
      inputs: { product },
    });
    expect(end.status).toBe('SUCCESS');
    expect(await pathTo('call model', 6)).toEqual([
      'gateway: POST /api/v2/generations',
      'gateway: ask generations.person.generations.create',
      'generations: answer generations.person.generations.create',
      'generations: add generations',
      'generation-worker: work generations',
      'generation-worker: call model',
    ]);
    expect((await pathTo('answer generations.worker.leases.finish', 7)).slice(-3)).toEqual([
      'generation-worker: work generations',
      'generation-worker: ask generations.worker.leases.finish',
      'generations: answer generations.worker.leases.finish',
    ]);
    const call = await spanNamed('call model');
    expect(call.attributes['gen_ai.request.model']).toBe('sandbox:echo');
    const { traceId, spanId } = await spanNamed('work generations', call.traceId);
    const said = lines.map((line) => line.includes(traceId) && (JSON.parse(line) as Record<string, unknown>));
    const ended = said.find((line) => line && line['msg'] === 'Generation ended');
    expect(ended).toMatchObject({ trace_id: traceId, span_id: spanId, request_id: expect.any(String) });
  }, 30_000);

  it('carries what the operator says about the process, and the headers that the collector asks for', async () => {
    await spanNamed('POST /api/v2/generations');
    for (const attribute of [
      { key: 'service.namespace', value: { stringValue: 'shop' } },
      { key: 'k8s.pod.name', value: { stringValue: 'pod-1' } },
    ]) {
      expect(collector.text()).toContain(JSON.stringify(attribute));
    }
    expect([...collector.authorizations]).toEqual(['Bearer of the operator']);
  });

  it('leads from the HTTP request to the marketplace call', async () => {
    await ann.importProducts(['B0TRACE001']);
    expect(await pathTo('call marketplace', 6)).toEqual([
      'gateway: POST /api/v2/products/import/retailer',
      'gateway: ask catalogue.person.imports.create',
      'catalogue: answer catalogue.person.imports.create',
      'catalogue: add imports-na',
      'import-worker: work imports-na',
      'import-worker: call marketplace',
    ]);
  }, 30_000);

  it('begins at the gateway whatever the client’s traceparent says, and links to it', async () => {
    for (const flag of ['00', '01']) {
      const answer = await post({ traceparent: `00-${TRACE}-${PARENT}-${flag}` });
      const root = await until(
        'the root span is delivered',
        () => rootOf(answer.headers.get('x-request-id')),
        DELIVERY,
      );
      expect([root.traceId === TRACE, root.parentSpanId]).toEqual([false, undefined]);
      expect(root.links).toEqual([expect.objectContaining({ traceId: TRACE, spanId: PARENT })]);
    }
  });

  it.each([
    ['is no traceparent', 'bananas'],
    ['is all zeros', `00-${'0'.repeat(32)}-${PARENT}-01`],
    ['has an unknown version', `ff-${TRACE.replace('4b', '4d')}-${PARENT}-01`],
    ['is in capitals', `00-${TRACE.replace('4b', '4E').toUpperCase()}-${PARENT}-01`],
    ['is too long', `00-${TRACE.replace('4b', '4f')}-${PARENT}-01-${'a'.repeat(5000)}`],
    ['is two values', `00-${TRACE.replace('4b', '5a')}-${PARENT}-01, 00-${TRACE}-${PARENT}-01`],
  ])('links to nothing when the client’s traceparent %s', async (_what, traceparent) => {
    const before = collector.spans.length;
    const answer = await post({ traceparent });
    expect(answer.status).toBe(201);
    const id = answer.headers.get('x-request-id');
    const root = await until('the root span is delivered', () => rootOf(id), DELIVERY);
    expect(root.links).toEqual([]);
    const late = JSON.stringify(collector.spans.slice(before));
    expect(late).not.toContain(PARENT);
    expect(late).not.toContain('bananas');
  });

  it('marks a refusal with its error code, and not as failed', async () => {
    const answer = await ann.get('/products/00000000-0000-7000-8000-000000000000');
    expect(answer.status).toBe(404);
    const root = await spanNamed('GET /api/v2/products/:id');
    const owner = await spanNamed('answer catalogue.person.products.get', root.traceId);
    expect([root.failed, owner.failed, owner.attributes['outcome']]).toEqual([false, false, 'NotFound']);
  });
});

function rootOf(requestId: string | null): CollectedSpan | undefined {
  return collector.spans.find(({ attributes }) => attributes['request_id'] === requestId);
}

describe('a process', () => {
  it('delivers its last spans when it shuts down', async () => {
    const id = (await ann.get('/products?limit=1')).headers.get('x-request-id');
    expect(await environment.processes.gateway.stop()).toBe('exit code 0');
    expect(rootOf(id)).toBeDefined();
    await environment.processes.gateway.restart();
  }, 30_000);

  it('works and shuts down as usual while the collector is down', async () => {
    await collector.close();
    const started = performance.now();
    const answers = await Promise.all(Array.from({ length: 20 }, () => ann.get('/products?limit=1')));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(performance.now() - started).toBeLessThan(2000);
    const logged = (): boolean => lines.some((line) => line.includes('Spans cannot be delivered'));
    await until('the process logs that spans cannot be delivered', logged);
    await ann.get('/products?limit=1');
    const leaving = performance.now();
    expect(await environment.processes.gateway.stop()).toBe('exit code 0');
    expect(performance.now() - leaving).toBeLessThan(5000);
    await environment.processes.gateway.restart();
  }, 30_000);
});
