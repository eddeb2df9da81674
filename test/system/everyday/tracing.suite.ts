// Traces of the running system: one trace leads from the HTTP request to the model call, through bus and queue.
import type { Generation, ImportResult } from '#contracts';
import type { Environment, Person } from '#testing/environment';
import type { Answer } from '#testing/http';
import { FaultProxy } from '#testing/neighbours';
import type { Child } from '#testing/processes';
import { freePort } from '#testing/servers';
import type { CollectedSpan, TraceCollector } from '../helpers/neighbours/trace-collector.ts';
import { until } from '#testing/until';
import type { EverydayStack } from '../helpers/everyday-stack.ts';

export const tracing = (stack: EverydayStack): void =>
  describe('tracing', () => {
    const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
    const PARENT = '00f067aa0ba902b7';

    let collector: TraceCollector;
    let environment: Environment;
    let ann: Person;
    beforeAll(async () => {
      ({ collector, environment } = stack);
      [ann] = await environment.addPeople('ann');
    });

    /** Spans are delivered once a second by each process. */
    const DELIVERY = { withinMs: 60_000, everyMs: 100 };

    /** Waits for the span of a gateway that an answer belongs to. */
    function rootOf(answer: Answer): Promise<CollectedSpan> {
      const id = answer.headers.get('x-request-id');
      return until(
        'the root span is delivered',
        () => collector.spans.find(({ attributes }) => attributes['request_id'] === id),
        DELIVERY,
      );
    }

    /** Waits for a span of a trace that has this name. */
    function spanNamed(name: string, traceId: string): Promise<CollectedSpan> {
      const look = () => collector.spans.findLast((span) => span.name === name && span.traceId === traceId);
      return until(`the span ${name} is delivered`, look, DELIVERY);
    }

    /** Service and name of each span from the root to the latest span of this name; waits for so many spans. */
    async function pathTo(name: string, traceId: string, length: number): Promise<string[]> {
      const last = await spanNamed(name, traceId);
      const look = (): string[] | false => {
        const path: string[] = [];
        const spans = collector.spans.filter((one) => one.traceId === traceId);
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
        const body = {
          applicationId: 'product-title',
          environment: { model: 'sandbox:echo' },
          inputs: { product },
        };
        const answer = await ann.post<Generation>('/generations', body, { prefer: 'wait=60' });
        expect(answer.body.status).toBe('SUCCESS');
        const { traceId } = await rootOf(answer);
        expect(await pathTo('call model', traceId, 6)).toEqual([
          'gateway: POST /api/v2/generations',
          'gateway: ask generations.person.generations.create',
          'generations: answer generations.person.generations.create',
          'generations: add generations',
          'generation-worker: work generations',
          'generation-worker: call model',
        ]);
        expect((await pathTo('answer generations.worker.leases.finish', traceId, 7)).slice(-3)).toEqual([
          'generation-worker: work generations',
          'generation-worker: ask generations.worker.leases.finish',
          'generations: answer generations.worker.leases.finish',
        ]);
        const call = await spanNamed('call model', traceId);
        expect(call.attributes['gen_ai.request.model']).toBe('sandbox:echo');
        const { spanId } = await spanNamed('work generations', traceId);
        const ended = await until('the end is logged', () =>
          stack.lines
            .filter(({ line }) => line.includes(traceId) && line.includes('Generation ended'))
            .map(({ line }) => JSON.parse(line) as Record<string, unknown>)
            .at(-1),
        );
        expect(ended).toMatchObject({ trace_id: traceId, span_id: spanId, request_id: expect.any(String) });
      });

      it('carries what the operator says about the process, and the headers that the collector asks for', async () => {
        await rootOf(await post({}));
        for (const attribute of [
          { key: 'service.namespace', value: { stringValue: 'shop' } },
          { key: 'k8s.pod.name', value: { stringValue: 'pod-1' } },
        ]) {
          expect(collector.text()).toContain(JSON.stringify(attribute));
        }
        expect([...collector.authorizations]).toEqual(['Bearer of the operator']);
      });

      it('leads from the HTTP request to the marketplace call', async () => {
        const answer = await ann.post<ImportResult>('/products/import/retailer', { asins: ['B0TRACE001'] });
        await ann.importEnd(answer.body.id);
        const { traceId } = await rootOf(answer);
        expect(await pathTo('call marketplace', traceId, 6)).toEqual([
          'gateway: POST /api/v2/products/import/retailer',
          'gateway: ask catalogue.person.imports.create',
          'catalogue: answer catalogue.person.imports.create',
          'catalogue: add imports-na',
          'import-worker: work imports-na',
          'import-worker: call marketplace',
        ]);
      });

      it('begins at the gateway whatever the client’s traceparent says, and links to it', async () => {
        const send = (flag: string) => post({ traceparent: `00-${TRACE}-${PARENT}-${flag}` });
        for (const answer of [await send('00'), await send('01')]) {
          const root = await rootOf(answer);
          expect([root.traceId === TRACE, root.parentSpanId]).toEqual([false, undefined]);
          expect(root.links).toEqual([expect.objectContaining({ traceId: TRACE, spanId: PARENT })]);
        }
      });

      describe('of a client whose traceparent', () => {
        const invalid: Record<string, string> = {
          'is no traceparent': 'bananas',
          'is all zeros': `00-${'0'.repeat(32)}-${PARENT}-01`,
          'has an unknown version': `ff-${TRACE.replace('4b', '4d')}-${PARENT}-01`,
          'is in capitals': `00-${TRACE.replace('4b', '4E').toUpperCase()}-${PARENT}-01`,
          'is too long': `00-${TRACE.replace('4b', '4f')}-${PARENT}-01-${'a'.repeat(5000)}`,
          'is two values': `00-${TRACE.replace('4b', '5a')}-${PARENT}-01, 00-${TRACE}-${PARENT}-01`,
        };
        const answers: Record<string, Answer> = {};
        let before: number;
        // All are sent first, because the spans of each come within a second.
        beforeAll(async () => {
          before = collector.spans.length;
          for (const [what, traceparent] of Object.entries(invalid))
            answers[what] = await post({ traceparent });
        });

        it.each(Object.keys(invalid))('%s links to nothing', async (what) => {
          const answer = answers[what]!;
          expect(answer.status).toBe(201);
          const root = await rootOf(answer);
          expect(root.links).toEqual([]);
          const late = JSON.stringify(collector.spans.slice(before));
          expect(late).not.toContain(PARENT);
          expect(late).not.toContain('bananas');
        });
      });

      it('marks a refusal with its error code, and not as failed', async () => {
        const answer = await ann.get('/products/00000000-0000-7000-8000-000000000000');
        expect(answer.status).toBe(404);
        const root = await rootOf(answer);
        expect(root.name).toBe('GET /api/v2/products/:id');
        const owner = await spanNamed('answer catalogue.person.products.get', root.traceId);
        expect([root.failed, owner.failed, owner.attributes['outcome']]).toEqual([false, false, 'NotFound']);
      });
    });

    describe('a process', () => {
      let way: FaultProxy;
      let gateway: Child;
      let url: string;
      beforeAll(async () => {
        way = await FaultProxy.open(Number(new URL(collector.url).port));
        const port = String(await freePort());
        url = `http://localhost:${port}/api/v2/products?limit=1`;
        const OTEL_EXPORTER_OTLP_ENDPOINT = `http://127.0.0.1:${way.port}`;
        gateway = await environment.add('gateway', { PORT: port, OTEL_EXPORTER_OTLP_ENDPOINT });
      });
      afterAll(async () => {
        await environment.remove(gateway);
        await way.close().catch(() => undefined); // a test has closed it
      });

      it('delivers its last spans when it shuts down', async () => {
        const answer = await ann.get(url);
        expect(await gateway.stop()).toBe('exit code 0');
        const id = answer.headers.get('x-request-id');
        expect(collector.spans.some(({ attributes }) => attributes['request_id'] === id)).toBe(true);
        await gateway.restart();
      });

      it('works and shuts down as usual while the collector is down', async () => {
        await way.close();
        const answers = await Promise.all(Array.from({ length: 20 }, () => ann.get(url)));
        expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
        const isLogged = (): boolean =>
          stack.lines.some(
            ({ process, line }) => process === gateway.name && line.includes('Spans cannot be delivered'),
          );
        await until('the process logs that spans cannot be delivered', isLogged);
        expect((await ann.get(url)).status).toBe(200);
        expect(await gateway.stop()).toBe('exit code 0');
      });
    });
  });
