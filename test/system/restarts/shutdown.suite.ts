// Processes that shut down under load: nothing is lost, nothing is done twice.
import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Generation, ImportResult } from '#contracts';
import { newId } from '#platform/context';
import { SHUTDOWN_MS, type Environment, type Person } from '#testing/environment';
import type { ModelRelay } from '#testing/neighbours';
import { until } from '#testing/until';
import { expectSuccess, outcomeOf } from '../helpers/ledger.ts';
import { MetricsReader } from '../helpers/metrics-reader.ts';
import { CONCURRENCY as IN_FLIGHT, type RestartsStack } from './restarts-stack.ts';

/** Of a worker that will not end what it writes, so that it gives up sooner. */
const SHORT = { SHUTDOWN_MS: '4000' };
/** Longer than any test: calls are answered when they are released. */
const UNTIL_RELEASED_MS = 600_000;

export const shutdown = (stack: RestartsStack): void =>
  describe('shutdown', () => {
    let environment: Environment;
    let models: ModelRelay;
    let ann: Person;
    let productId: string;
    beforeAll(async () => {
      ({ environment, models } = stack);
      models.holdMs = UNTIL_RELEASED_MS;
      [ann] = await environment.addPeople('ann');
      productId = (await ann.api.createProduct({ body: { title: 'Oak board' } })).data.id;
    });
    afterAll(async () => {
      models.holdMs = 0;
      models.release();
      await stack.ready();
    });

    function create(headers: Record<string, string> = {}) {
      const body = {
        applicationId: 'product-title',
        environment: { model: 'sandbox:echo' },
        inputs: { productId },
      };
      return ann.post<Generation>('/generations', body, headers);
    }

    /** The same until it is accepted: an owner that is cold or busy refuses some, or answers too late. */
    async function createSurely(headers: Record<string, string> = {}) {
      const key = newId();
      for (;;) {
        const answer = await create({ ...headers, 'idempotency-key': key });
        if (![409, 503, 504].includes(answer.status)) return answer;
        await sleep(500);
      }
    }

    /** Requests many generations; gives the ids of those that were accepted. */
    async function accept(count: number): Promise<string[]> {
      const answers = await Promise.all(Array.from({ length: count }, () => create()));
      for (const { status } of answers) expect([201, 503]).toContain(status);
      return answers.filter(({ status }) => status === 201).map(({ body }) => body.id);
    }

    /** Requests many generations and waits until all their model calls are running. */
    async function startGenerations(): Promise<string[]> {
      const answers = await Promise.all(Array.from({ length: IN_FLIGHT }, () => createSurely()));
      const ids = answers.map(({ body }) => body.id);
      await until('all model calls are running', () => models.inHand === IN_FLIGHT);
      return ids;
    }

    /** Generations of these that a worker still holds. */
    async function heldOf(ids: string[]): Promise<number | null> {
      const query = 'SELECT FROM generation WHERE id = ANY ($1) AND worker IS NOT NULL';
      return (await stack.generations.query(query, [ids])).rowCount;
    }

    /** Reads a page by one of the connections of an agent: what the gateway answers, and whether that connection was open before. */
    async function readBy(agent: Agent) {
      const headers = { authorization: `Bearer ${ann.token}` };
      const request = get(`${environment.baseUrl}/products?limit=1`, { agent, headers });
      const response = await new Promise<IncomingMessage>((resolve, reject) =>
        request.once('response', resolve).once('error', reject),
      );
      await once(response.resume(), 'end');
      const { statusCode: status, headers: answer } = response;
      return { status, connection: answer.connection, isReused: request.reusedSocket };
    }

    describe('a generation worker that shuts down', () => {
      afterAll(() =>
        environment.processes['generation-worker'].restart({ SHUTDOWN_MS: String(SHUTDOWN_MS) }),
      );

      it('finishes the generations that it is writing', async () => {
        const answered = models.answered;
        const ids = await startGenerations();
        const leaving = environment.processes['generation-worker'].stop();
        models.release();
        expect(await leaving).toBe('exit code 0');
        expect(await outcomeOf(stack.generations, ids)).toEqual({ successes: IN_FLIGHT, entries: IN_FLIGHT });
        expect(models.answered - answered).toBe(IN_FLIGHT);
      });

      it('releases the generations that it cannot finish, and the next worker starts them', async () => {
        const worker = environment.processes['generation-worker'];
        await worker.restart(SHORT);
        const ids = await startGenerations();
        // The exit code would be another one after the time that the worker has.
        expect(await worker.stop()).toBe('exit code 0');
        expect((await outcomeOf(stack.generations, ids)).successes).toBe(0);
        expect(await heldOf(ids)).toBe(0);
        await worker.restart();
        await until('all model calls are running again', () => models.inHand === IN_FLIGHT);
        models.release();
        await expectSuccess(stack.generations, ids, 60_000);
      });
    });

    describe('an owner that shuts down', () => {
      it('keeps the generations that it accepted, and the reports of its workers arrive once it is back', async () => {
        const { generations } = environment.processes;
        const ids = await startGenerations();
        const more = accept(20);
        expect(await generations.stop()).toBe('exit code 0');
        models.holdMs = 0;
        models.release();
        await generations.restart();
        await expectSuccess(stack.generations, [...ids, ...(await more)], 60_000);
        models.holdMs = UNTIL_RELEASED_MS;
      });
    });

    describe('an import worker that shuts down', () => {
      it('finishes its call, and the next worker imports the remaining products', async () => {
        const { sandbox, 'import-worker': worker } = environment.processes;
        const asins = Array.from({ length: 120 }, (_, i) => `B0LEAV${String(i).padStart(4, '0')}`);
        await sandbox.kill('SIGSTOP'); // the marketplace does not answer until it is told
        const { id } = (await ann.post<ImportResult>('/products/import/retailer', { asins })).body;
        const state = async () => (await ann.get<ImportResult>(`/products/imports/${id}`)).body;
        await until('the worker has claimed a batch', () => stack.isBatchClaimed());
        const leaving = worker.stop();
        await sandbox.kill('SIGCONT');
        expect(await leaving).toBe('exit code 0');
        const { success, importing } = await state();
        expect([success.length > 0, importing.length > 0]).toEqual([true, true]);
        expect(await stack.isBatchClaimed()).toBe(false);
        await worker.restart();
        const end = await ann.importEnd(id);
        expect(end).toMatchObject({ status: 'COMPLETED', counts: { success: 120, failure: 0 } });
      });
    });

    describe('a gateway that shuts down', () => {
      afterAll(() => environment.processes.gateway.restart({ DRAIN_MS: '0' }));

      it('answers all requests that it has received, those with Prefer: wait included', async () => {
        const { gateway, catalogue } = environment.processes;
        const metrics = new MetricsReader(environment);
        const waiting = Array.from({ length: 20 }, () => createSurely({ prefer: 'wait=60' }));
        await until('20 requests wait', () => models.inHand === 20);
        const inFlight = async () => (await metrics.of('gateway')).sum('http_requests_in_flight') ?? 0;
        const before = await inFlight();
        await catalogue.kill('SIGSTOP'); // so that these requests are still there when the gateway is told to leave
        const quick = Array.from({ length: 20 }, () => ann.get('/products?limit=100'));
        await until('the gateway has them', async () => (await inFlight()) >= before + 20);
        const leaving = gateway.stop();
        await catalogue.kill('SIGCONT');
        expect(await leaving).toBe('exit code 0');
        const statuses = (await Promise.all(quick)).map(({ status }) => status);
        expect(statuses).toContain(200);
        // On a full machine the catalogue may be away for too long for some.
        expect(statuses.filter((status) => ![200, 503, 504].includes(status))).toEqual([]);
        const ids: string[] = [];
        // Answered before the models, which are still held.
        for (const { status, body } of await Promise.all(waiting)) {
          expect([status, body.status]).toEqual([201, 'RUNNING']);
          ids.push(body.id);
        }
        await gateway.restart();
        expect((await ann.get(`/generations/${ids[0]}`)).status).toBe(200);
      });

      it('serves connections on, and new ones, while balancers learn that it leaves, and has each of them closed', async () => {
        const { gateway } = environment.processes;
        await gateway.restart({ DRAIN_MS: '5000' });
        const kept = new Agent({ keepAlive: true, maxSockets: 1 });
        expect(await readBy(kept)).toEqual({ status: 200, connection: 'keep-alive', isReused: false });
        const leaving = gateway.stop();
        const ops = `${environment.opsUrls['gateway']}/health/ready`;
        await until('the gateway is not ready', async () => (await fetch(ops)).status === 503, {
          everyMs: 20,
        });
        expect(await readBy(kept)).toEqual({ status: 200, connection: 'close', isReused: true });
        expect(await readBy(kept)).toEqual({ status: 200, connection: 'close', isReused: false });
        expect(await leaving).toBe('exit code 0');
      });
    });
  });
