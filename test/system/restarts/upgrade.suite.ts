// An upgrade under load to a next release: each process is replaced, and no client notices.
import { Redis } from 'ioredis';
import { GENERATION_QUEUE } from '#contracts';
import { Person, type Environment } from '#testing/environment';
import { freePort } from '#testing/servers';
import { sized } from '#testing/size';
import { testBuildVariables } from '#testing/test-build';
import { until } from '#testing/until';
import { expectSuccess } from '../helpers/ledger.ts';
import { Load } from '../helpers/load.ts';
import { NEXT_RELEASE } from '../test-modules/index.ts';
import type { RestartsStack } from './restarts-stack.ts';

/**
 * The order of the replacement. For generations, the worker comes before the owner, as it should. For imports, the
 * owner comes before the worker, so that a worker of the old release meets jobs of the new version.
 */
const ORDER = [
  'auth',
  'generation-worker',
  'generations',
  'catalogue',
  'import-worker',
  'notifications',
  'webhook-worker',
  'gateway',
] as const;
/** Requests that clients may have to send again: none on a machine that does nothing else. */
const MOST_REPEATS = sized(20, 0);

/** Last, because what runs afterwards is the next release. */
export const upgrade = (stack: RestartsStack): void =>
  describe('an upgrade of every process', () => {
    let environment: Environment;
    let ann: Person;
    let load: Load;
    const exits: [string, string][] = [];

    beforeAll(async () => {
      ({ environment } = stack);
      [ann] = await environment.addPeople('ann');
      const { data: product } = await ann.api.createProduct({
        body: { title: 'Fenwick oak serving board', brand: 'Fenwick', specification: 'Material: Oak' },
      });
      load = new Load(ann, environment.baseUrl, product.id);
      await until('the load has begun', () => load.generations.length > 3 && load.imports.length > 0);
      for (const app of ORDER) exits.push([app, await replace(app)]);
      const accepted = load.generations.length;
      await until('the next release has accepted some', () => load.generations.length > accepted + 3);
      await load.stop();
      const coreUrl = load.gateway.replace('/api/', '/core/api/');
      ann = await Person.signIn(ann, {
        baseUrl: load.gateway,
        coreUrl,
        document: await environment.document,
      });
    });

    afterAll(() => load?.stop());

    /** Starts a process of the next release, then stops the old one; tells how that exited. */
    async function replace(app: (typeof ORDER)[number]): Promise<string> {
      const port = await freePort();
      const variables = testBuildVariables(NEXT_RELEASE);
      if (app === 'import-worker')
        await until('the old worker has met a job of the next release', () => leftJobs() > 0);
      await environment.add(app, app === 'gateway' ? { ...variables, PORT: String(port) } : variables);
      if (app === 'gateway') {
        await load.moveTo(`http://localhost:${port}/api/v2`);
      }
      return environment.processes[app].stop();
    }

    /** Jobs of the next release that the old import worker has left alone. */
    function leftJobs(): number {
      return stack.lines.filter((line) => /^import-worker .*"v":2.*left to another worker/.test(line)).length;
    }

    /** Counts the jobs of these generations by the version of their payload. */
    async function jobsByVersion(ids: string[]): Promise<Record<string, number>> {
      const redis = new Redis(environment.servers.redis.url('generations'));
      try {
        const payloads = await Promise.all(
          ids.map((id) => redis.hget(`bull:${GENERATION_QUEUE}:gen-${id}-1`, 'data')),
        );
        const groups = Object.groupBy(payloads, (data) => `v${/"v": ?(\d)/.exec(data ?? '')?.[1]}`);
        return Object.fromEntries(Object.entries(groups).map(([v, some]) => [v, some?.length ?? 0]));
      } finally {
        redis.disconnect();
      }
    }

    it('lets each old process exit in order', () => {
      expect(exits).toEqual(ORDER.map((app) => [app, 'exit code 0']));
    });

    it('is not noticed by any client that repeats a request when it is told to', () => {
      expect(load.refusals).toEqual([]);
      expect(load.repeats).toBeLessThanOrEqual(MOST_REPEATS);
    });

    it('completes every accepted import', async () => {
      expect(load.imports.length).toBeGreaterThan(5);
      for (const id of load.imports) {
        expect(await ann.importEnd(id)).toMatchObject({ status: 'COMPLETED' });
      }
    });

    it('completes every accepted generation, each once', async () => {
      await expectSuccess(stack.generations, load.generations, 60_000);
    });

    it('had jobs of both versions in the queues, and an old worker left the new ones alone', async () => {
      const jobs = await jobsByVersion(load.generations);
      expect(Object.keys(jobs).toSorted()).toEqual(['v1', 'v2']);
      expect((jobs['v1'] ?? 0) + (jobs['v2'] ?? 0)).toBe(load.generations.length);
      expect(leftJobs()).toBeGreaterThan(0);
    });
  });
