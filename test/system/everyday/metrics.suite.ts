// The metrics of the running system: each counts what really happened. Others have been counted before, so only what is
// added is expected.
import { GENERATION_QUEUE } from '#contracts';
import type { Environment, Person } from '#testing/environment';
import { ProcessMetrics } from '#testing/processes';
import { answerTo } from '../helpers/answer-to.ts';
import type { EverydayStack } from '../helpers/everyday-stack.ts';
import { growth, MetricsReader } from '../helpers/metrics-reader.ts';
import { monitoredMetrics } from '../helpers/monitored-metrics.ts';
import { settled } from '../helpers/settled.ts';

export const processMetrics = (stack: EverydayStack): void =>
  describe('metrics', () => {
    let environment: Environment;
    let metrics: MetricsReader;
    let ann: Person;
    beforeAll(async () => {
      ({ environment } = stack);
      metrics = new MetricsReader(environment);
      await settled(environment);
      [ann] = await environment.addPeople('ann');
    });

    const signIn = async (password: string): Promise<number> =>
      (await answerTo(ann.api.createSession({ body: { email: ann.email, password } }))).status;

    it('count each sign-in attempt by outcome', async () => {
      const before = await metrics.of('auth');
      const statuses = [await signIn(ann.password), await signIn('wrong'), await signIn('wrong again')];
      expect(statuses).toEqual([201, 401, 401]);
      const grown = growth(before, await metrics.of('auth'));
      const logins = ['ok', 'InvalidCredentials'].map((outcome) => grown('auth_logins_total', { outcome }));
      expect(logins).toEqual([1, 2]);
    });

    it('count each item of an import once, by marketplace and outcome', async () => {
      const before = await metrics.of('catalogue');
      const asins = ['B0COUNT001', 'B0COUNT002', 'B0MISS0001', 'not an asin'];
      for (const marketplace of ['US', 'DE', 'US'] as const) await ann.importProducts(asins, marketplace);
      const grown = growth(before, await metrics.of('catalogue'));
      const items = (marketplace: string): number[] =>
        ['success', 'NotFound', 'InvalidAsin'].map((outcome) =>
          grown('import_items_total', { marketplace, outcome }),
        );
      expect(items('US')).toEqual([4, 2, 2]);
      expect(items('DE')).toEqual([2, 1, 1]);
      expect(grown('import_items_total')).toBe(12);
    });

    it('count each ended generation with its duration and its tokens, and each attempt of its job', async () => {
      const owner = await metrics.of('generations');
      const worker = await metrics.of('generation-worker');
      const ends = [];
      for (const model of ['sandbox:echo', 'sandbox:refuses', 'offline:composer-1']) {
        const inputs = { product: { title: 'A lamp', bullets: ['Bright'] } };
        const body = { applicationId: 'product-title', environment: { model }, inputs };
        ends.push((await ann.generate(body)).status);
      }
      expect(ends).toEqual(['SUCCESS', 'FAILED', 'SUCCESS']);
      const kept = growth(owner, await metrics.of('generations'));
      const count = (model: string, status: string): number => kept('generations_total', { model, status });
      expect(count('sandbox:echo', 'SUCCESS')).toBe(1);
      expect(count('sandbox:refuses', 'FAILED')).toBe(1);
      expect(count('offline:composer-1', 'SUCCESS')).toBe(1);
      expect(kept('generations_total', { code: 'ContentFiltered' })).toBe(1);
      expect(kept('generations_total')).toBe(3);
      expect(kept('generation_duration_seconds_count', { status: 'SUCCESS' })).toBe(2);
      expect(kept('generation_duration_seconds_count')).toBe(3);
      expect(kept('generation_duration_seconds_sum')).toBeGreaterThan(0);
      // A job ends after the generation that it is for.
      const done = { queue: GENERATION_QUEUE, outcome: 'done' };
      const before = worker.sum('job_attempts_total', done) ?? 0;
      const since = await metrics.once(
        'generation-worker',
        (now) => (now.sum('job_attempts_total', done) ?? 0) >= before + 3,
      );
      const worked = growth(worker, since);
      expect(worked('job_attempts_total', done)).toBe(3);
      expect(worked('job_wait_seconds_count', { queue: GENERATION_QUEUE })).toBe(3);
      expect(worked('job_wait_seconds_bucket', { queue: GENERATION_QUEUE, le: '60' })).toBe(3);
      expect(worked('generation_time_to_first_token_seconds_count', { model: 'sandbox:echo' })).toBe(1);
      for (const gen_ai_token_type of ['input', 'output']) {
        const labels = { gen_ai_request_model: 'sandbox:echo', gen_ai_token_type };
        expect(worked('gen_ai_client_token_usage_count', labels)).toBe(1);
        expect(worked('gen_ai_client_token_usage_sum', labels)).toBeGreaterThan(0);
      }
    });

    it('tell how full pools, places and the stream are, and how calls of others end', async () => {
      const seen = await metrics.once('catalogue', (now) => (now.sum('event_stream_bytes') ?? 0) > 0);
      expect(seen.sum('event_stream_max_bytes', { stream: 'EVENTS' })).toBe(1_000_000_000);
      for (const role of ['app', 'system'])
        expect(seen.sum('database_pool_connections', { role })).toBeGreaterThan(0);
      expect([seen.sum('database_pool_waiting'), seen.sum('database_reads_pending')]).toEqual([0, 0]);
      const gateway = await metrics.once('gateway', (now) => now.sum('http_requests_in_flight') === 0);
      expect(gateway.sum('http_requests_in_flight_max')).toBe(200);
      expect(gateway.sum('http_connections_max')).toBe(2000);
      expect(gateway.sum('rate_limits_shared')).toBe(1);
      const calls = (await metrics.of('import-worker')).sum('marketplace_call_duration_seconds_count');
      expect(calls).toBeGreaterThan(0);
    });

    it('include every metric that dashboards and alerts use', async () => {
      const asked = monitoredMetrics();
      const urls = Object.values(environment.opsUrls);
      const shown = await Promise.all(urls.map((url) => ProcessMetrics.read(url)));
      const known = new Set(shown.flatMap(({ names }) => names));
      expect(asked.length).toBeGreaterThan(5);
      expect(asked.filter((name) => !known.has(name))).toEqual([]);
      for (const one of shown) expect(one.sum('build_info', { version: '1.0.0' })).toBe(1);
    });
  });
