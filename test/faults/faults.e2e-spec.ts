// The fault suite in short. The whole suite: npm run test:faults.
import { existsSync, readFileSync } from 'node:fs';
import { projectFile } from '#testing/servers';
import { scenarioTable } from './harness/report.ts';
import type { Scenario } from './harness/scenario.ts';
import { ScenarioRunner } from './harness/scenario-runner.ts';
import { fuzzedShort } from './scenarios/api/fuzzing.ts';
import { fewKeys } from './scenarios/api/idempotency.ts';
import { quiet, shortChaos } from './scenarios/general/chaos.ts';
import { SCENARIOS } from './scenarios/index.ts';
import { killedOnce } from './scenarios/workers/killed-workers.ts';

const lines: string[] = [];
/** The seed is fixed, so that a failure can be repeated. */
const options = { full: false, seed: 7, say: (line: string) => void lines.push(line) };
const runner = new ScenarioRunner({ ...options, signal: new AbortController().signal });

beforeEach(() => void (lines.length = 0));
afterAll(() => runner.close(), 60_000);

async function expectPass(scenario: Scenario): Promise<void> {
  const { passed, why, lost = 0, doubled = 0 } = await runner.run(scenario);
  const output = passed ? [] : lines;
  expect({ why, lost, doubled, output }).toEqual({ why: undefined, lost: 0, doubled: 0, output: [] });
}

describe('the system under faults', () => {
  it.each([quiet, shortChaos, killedOnce])('passes $id: $title', expectPass, 180_000);
});

describe('the API', () => {
  it.each([fewKeys, fuzzedShort])(
    'passes $id: $title',
    async (scenario) => {
      await expectPass(scenario);
      expect(lines).toEqual([]);
    },
    120_000,
  );
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
