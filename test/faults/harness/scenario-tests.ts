// Scenarios as tests of Jest, in their short forms.
import type { OpenEnvironment } from './environment/fault-environment.ts';
import type { Scenario } from './scenario.ts';
import { ScenarioRunner } from './scenario-runner.ts';

/** The seed is fixed, so that a failure can be repeated. */
const SEED = 7;
/** Longest time of a short scenario until it is aborted, in milliseconds. */
const LONGEST_MS = 300_000;
/** More than a scenario may take until it is aborted and has left, in milliseconds: the runner tells why, Jest could not. */
const LONGEST_TEST_MS = 480_000;

/** Declares a test for each scenario. `given` is the environment that they share, if they may not open one. */
export function scenarioTests(scenarios: readonly Scenario[], given?: () => OpenEnvironment): void {
  const lines: string[] = [];
  const say = (line: string): void => void lines.push(line);
  const over = new AbortController();
  const options = { full: false, seed: SEED, signal: over.signal, longestMs: LONGEST_MS, say };
  const runner = new ScenarioRunner(options, given);

  afterAll(async () => {
    over.abort(); // nothing is left to run, unless Jest has ended a test
    await runner.close();
  }, 60_000);

  it.each(scenarios)(
    'passes $id: $title',
    async (scenario) => {
      lines.length = 0;
      const { passed, why, lost = 0, doubled = 0 } = await runner.run(scenario);
      const output = passed ? lines.filter((line) => line.startsWith('Cleaning up failed')) : lines;
      expect({ why, lost, doubled, output }).toEqual({ why: undefined, lost: 0, doubled: 0, output: [] });
    },
    LONGEST_TEST_MS,
  );
}
