// The faults of npm test in short, and what the suite says about itself. The whole suite: npm run test:faults.
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Person } from '#testing/environment';
import { projectFile } from '#testing/servers';
import { LoadGenerator } from './harness/load/load-generator.ts';
import { scenarioTable } from './harness/report.ts';
import { ScenarioRunner } from './harness/scenario-runner.ts';
import { scenarioTests } from './harness/scenario-tests.ts';
import { shortChaos } from './scenarios/general/chaos.ts';
import { SCENARIOS } from './scenarios/index.ts';

// C22 and C39 run in apps/console/test/console.e2e-spec.ts: they need a system, and that one has done its work.
describe('the system under faults', () => scenarioTests([shortChaos]));

describe('a scenario', () => {
  /** Somebody whose requests are all refused. */
  const refused = {
    call: async () => ({ products: [{ id: 'p' }] }),
    request: async () => ({ status: 503 }),
  } as unknown as Person;
  const options = { full: false, seed: 1, signal: new AbortController().signal, say: () => undefined };

  it('is aborted when its time is over, and has left before the next one begins', async () => {
    const done: string[] = [];
    const runner = new ScenarioRunner({ ...options, longestMs: 50 });
    const result = await runner.run({
      id: 'C0',
      title: 'works until it is told to leave',
      holds: '',
      run: async (context) => {
        context.defer(() => done.push('cleaned up'));
        await once(context.signal, 'abort');
        await sleep(100);
        done.push('left');
        return { passed: true };
      },
    });
    expect(result).toEqual({ passed: false, why: 'not finished within 0.05 s' });
    expect(done).toEqual(['cleaned up', 'left']);
  });

  // The fault fails first, so nobody awaits the load. A test fails too when a rejection is left to nobody.
  it('gives its verdict when it is aborted and its load has failed meanwhile', async () => {
    const runner = new ScenarioRunner({ ...options, longestMs: 50 });
    const result = await runner.run({
      id: 'C0',
      title: 'breaks something while generations are requested',
      holds: '',
      run: async ({ signal }) => {
        void new LoadGenerator('sandbox:echo', signal).submit({ person: refused, count: 5, rate: 100 });
        await once(signal, 'abort');
        await sleep(700); // the load notices it
        throw new Error('The fault cannot be healed.');
      },
    });
    expect(result).toEqual({ passed: false, why: 'not finished within 0.05 s' });
  });
});

describe('README.md', () => {
  it('lists every scenario as --list does', () => {
    const readme = readFileSync(projectFile('test/faults/README.md'), 'utf8');
    const unaligned = readme.replace(/ {2,}/g, ' ').replace(/-{4,}/g, '---'); // the formatter aligns tables
    expect(unaligned).toContain(scenarioTable(SCENARIOS));
  });

  it('names files that exist', () => {
    const missing = SCENARIOS.filter(({ file }) => !existsSync(projectFile(`test/faults/scenarios/${file}`)));
    expect(missing).toEqual([]);
  });
});
