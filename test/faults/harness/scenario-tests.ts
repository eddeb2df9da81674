// Scenarios as tests of Jest, in their short forms unless they are wanted in full.
import type { OpenEnvironment } from './environment/fault-environment.ts';
import type { Scenario } from './scenario.ts';
import { ScenarioRunner } from './scenario-runner.ts';

/** The seed is fixed, so that a failure can be repeated. */
const SEED = 7;
/** Longest time of a scenario until it is aborted, in milliseconds. */
const LONGEST_MS = { short: 300_000, full: 900_000 };
/** More time than a scenario takes from its abort until it has left, in milliseconds: the runner tells why, Jest could not. */
const LEAVE_MS = 180_000;

/** How scenarios run as tests. */
interface ScenarioTestOptions {
  /** The environment that they share, if they may not open one. */
  given?: () => OpenEnvironment;
  /** True for the large numbers. */
  full?: boolean;
}

/** Declares a test for each scenario. */
export function scenarioTests(
  scenarios: readonly Scenario[],
  { given, full = false }: ScenarioTestOptions = {},
): void {
  const lines: string[] = [];
  const say = (line: string): void => void lines.push(line);
  const over = new AbortController();
  const longestMs = LONGEST_MS[full ? 'full' : 'short'];
  const options = { full, seed: SEED, signal: over.signal, longestMs, say };
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
    longestMs + LEAVE_MS,
  );
}
