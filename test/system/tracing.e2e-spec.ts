// Traces of the running system: one from the HTTP request to the model call, whatever stands between them.
import { setTimeout as sleep } from 'node:timers/promises';
import type { ImportResult } from '#contracts';
import { startCollector, type CollectedSpan, type Collector } from '#testing/collector';
import { importEnd, startSystem, written, type Person, type System } from './system.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT = '00f067aa0ba902b7';

let collector: Collector;
let system: System;
let ann: Person;
const lines: string[] = [];

beforeAll(async () => {
  collector = await startCollector();
  system = await startSystem({
    variables: { all: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, LOG_LEVEL: 'debug' } },
    listener: { line: (_name, line) => lines.push(line) },
  });
  ann = await system.person('ann');
}, 120_000);

afterAll(async () => {
  await system.close();
  await collector.close();
}, 60_000);

/** The spans of a trace, once one of this name is among them. */
async function traceWith(name: string, traceId?: string): Promise<CollectedSpan[]> {
  for (const giveUp = Date.now() + 10_000; ; await sleep(100)) {
    const found = collector.spans.findLast(
      (span) => span.name === name && (traceId === undefined || span.traceId === traceId),
    );
    if (found) {
      await sleep(1500); // each process delivers once a second
      return collector.spans.filter((span) => span.traceId === found.traceId);
    }
    if (Date.now() > giveUp) throw new Error(`There is no span ${name}.`);
  }
}

/** Names from a span up to the root. */
function pathTo(name: string, spans: readonly CollectedSpan[]): string[] {
  const path: string[] = [];
  for (
    let span = spans.find((one) => one.name === name);
    span;
    span = spans.find((one) => one.spanId === span?.parentSpanId)
  )
    path.unshift(`${span.service}: ${span.name}`);
  return path;
}

function post(headers: Record<string, string>) {
  return system.post(ann, '/generations', { applicationId: 'product-title' }, headers);
}

describe('one trace', () => {
  it('leads from the HTTP request through bus, outbox and queue to the model call', async () => {
    const product = { title: 'A lamp', bullets: ['Bright'] };
    const end = await written(system, ann, {
      applicationId: 'product-title',
      environment: { model: 'sandbox:echo' },
      inputs: { product },
    });
    expect(end.status).toBe('SUCCESS');
    const spans = await traceWith('call model');
    expect(pathTo('call model', spans)).toEqual([
      'gateway: POST /api/v2/generations',
      'gateway: ask generations.person.generations.create',
      'generations: answer generations.person.generations.create',
      'generations: add generations',
      'generation-worker: work generations',
      'generation-worker: call model',
    ]);
    expect(pathTo('answer generations.worker.generations.finish', spans).slice(-3)).toEqual([
      'generation-worker: work generations',
      'generation-worker: ask generations.worker.generations.finish',
      'generations: answer generations.worker.generations.finish',
    ]);
    const call = spans.find(({ name }) => name === 'call model');
    expect(call?.attributes['gen_ai.request.model']).toBe('sandbox:echo');
    const { traceId = '', spanId = '' } = spans.find(({ name }) => name === 'work generations') ?? {};
    const said = lines.map((line) => line.includes(traceId) && (JSON.parse(line) as Record<string, unknown>));
    const ended = said.find((line) => line && line['msg'] === 'Generation ended');
    expect(ended).toMatchObject({ trace_id: traceId, span_id: spanId, request_id: expect.any(String) });
  }, 30_000);

  it('leads from the HTTP request to the marketplace call', async () => {
    const { body } = await system.post<ImportResult>(ann, '/products/import/retailer', {
      asins: ['B0TRACE001'],
    });
    await importEnd(system, ann, body.id);
    const spans = await traceWith('call marketplace');
    expect(pathTo('call marketplace', spans)).toEqual([
      'gateway: POST /api/v2/products/import/retailer',
      'gateway: ask catalogue.person.imports.create',
      'catalogue: answer catalogue.person.imports.create',
      'catalogue: add imports-na',
      'import-worker: work imports-na',
      'import-worker: call marketplace',
    ]);
  }, 30_000);

  it('goes on from a client’s own, unless that was not to be kept', async () => {
    await post({ traceparent: `00-${TRACE}-${PARENT}-01`, prefer: 'wait=20' });
    const spans = await traceWith('work generations', TRACE);
    const root = spans.find(({ name }) => name.startsWith('POST'));
    expect(root).toMatchObject({ name: 'POST /api/v2/generations', parentSpanId: PARENT });
    const unwanted = TRACE.replace('4b', '4c');
    await post({ traceparent: `00-${unwanted}-${PARENT}-00`, prefer: 'wait=20' });
    await sleep(2500);
    expect(collector.spans.filter(({ traceId }) => traceId === unwanted)).toEqual([]);
  }, 30_000);

  it.each([
    ['no traceparent', 'bananas'],
    ['one that is all zeros', `00-${'0'.repeat(32)}-${PARENT}-01`],
    ['a version that there is not', `ff-${TRACE.replace('4b', '4d')}-${PARENT}-01`],
    ['one in capitals', `00-${TRACE.replace('4b', '4E').toUpperCase()}-${PARENT}-01`],
    ['a long one', `00-${TRACE.replace('4b', '4f')}-${PARENT}-01-${'a'.repeat(5000)}`],
    ['two in one', `00-${TRACE.replace('4b', '5a')}-${PARENT}-01, 00-${TRACE}-${PARENT}-01`],
  ])('is its own with %s', async (_what, traceparent) => {
    const before = collector.spans.length;
    const answer = await post({ traceparent });
    expect(answer.status).toBe(201);
    const id = answer.headers.get('x-request-id');
    for (let i = 0; i < 40 && !rootOf(id); i += 1) await sleep(100);
    expect(rootOf(id)).toBeDefined();
    expect(rootOf(id)?.parentSpanId).toBeUndefined();
    const late = JSON.stringify(collector.spans.slice(before));
    expect(late).not.toContain(PARENT);
    expect(late).not.toContain('bananas');
  });

  it('tells refusals from faults', async () => {
    const answer = await system.get(ann, '/products/00000000-0000-7000-8000-000000000000');
    expect(answer.status).toBe(404);
    const spans = await traceWith('GET /api/v2/products/:id');
    expect(spans.map(({ name, failed }) => [name, failed])).toEqual(
      expect.arrayContaining([
        ['GET /api/v2/products/:id', false],
        ['answer catalogue.person.products.get', false],
      ]),
    );
    const answered = spans.find(({ name }) => name.startsWith('answer'));
    expect(answered?.attributes['outcome']).toBe('NotFound');
  });
});

function rootOf(requestId: string | null): CollectedSpan | undefined {
  return collector.spans.find(({ attributes }) => attributes['request_id'] === requestId);
}

describe('a process', () => {
  it('delivers its last spans when it leaves', async () => {
    const { id } = await system
      .get(ann, '/products?limit=1')
      .then(({ headers }) => ({ id: headers.get('x-request-id') }));
    expect(await system.stack.processes.gateway.stop()).toBe('exit code 0');
    expect(rootOf(id)).toBeDefined();
    await system.stack.processes.gateway.restart();
  }, 30_000);

  it('works and leaves as ever while the collector is away', async () => {
    await collector.close();
    const started = performance.now();
    const answers = await Promise.all(Array.from({ length: 20 }, () => system.get(ann, '/products?limit=1')));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(performance.now() - started).toBeLessThan(2000);
    const told = (): boolean => lines.some((line) => line.includes('Spans cannot be delivered'));
    for (let i = 0; i < 100 && !told(); i += 1) await sleep(100);
    expect(told()).toBe(true);
    await system.get(ann, '/products?limit=1');
    const leaving = performance.now();
    expect(await system.stack.processes.gateway.stop()).toBe('exit code 0');
    expect(performance.now() - leaving).toBeLessThan(5000);
    await system.stack.processes.gateway.restart();
  }, 30_000);
});
