// The command line of npm run test:faults: runs scenarios and reports their results.
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { SCENARIOS } from '../scenarios/index.ts';
import { resultTable, scenarioTable, type ListedScenario, type Row } from './report.ts';
import { ScenarioRunner, type RunOptions } from './scenario-runner.ts';

const USAGE = `npm run test:faults [-- --full] [-- --only C4,C9] [-- --seed N] [-- --topology ha] [-- --list]`;
/** Exit code for wrong arguments (sysexits). */
const EX_USAGE = 64;
/** Number of scenarios that run at the same time unless they must run alone: they mostly wait. */
const CONCURRENCY = 2;

/** Runs the scenarios that the arguments choose; returns the exit code, 1 when a scenario failed. */
export async function runFaults(args: string[], signal: AbortSignal): Promise<number> {
  const say = (line: string): void => console.log(line);
  let options: Options;
  try {
    options = optionsOf(args);
  } catch (error) {
    say(`${(error as Error).message}\n${USAGE}`);
    return EX_USAGE;
  }
  const { chosen, list, full, seed } = options;
  if (list) {
    say(scenarioTable(chosen));
    return 0;
  }
  say(`seed ${seed}; the logs of the processes are in .local/faults`);
  const rows = await runAll(chosen, { full, seed, signal, say });
  say(`\n${resultTable(rows)}\n`);
  const failed = rows.filter(({ result }) => !result.passed).map(({ scenario }) => scenario.id);
  if (signal.aborted) say('Cancelled.');
  else if (failed.length > 0)
    say(`Failed: ${failed.join(', ')}. To repeat: -- --seed ${seed} --only ${failed.join(',')}`);
  else say(`${rows.length} scenarios passed.`);
  return failed.length > 0 || signal.aborted ? 1 : 0;
}

interface Options {
  chosen: ListedScenario[];
  list: boolean;
  full: boolean;
  seed: number;
}

/** Reads the arguments; throws when they are wrong. */
function optionsOf(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      full: { type: 'boolean', default: false },
      list: { type: 'boolean', default: false },
      only: { type: 'string' },
      seed: { type: 'string' },
      topology: { type: 'string' },
    },
  });
  const ids = values.only?.split(',').map((id) => id.trim().toUpperCase());
  const unknown = ids?.filter((id) => !SCENARIOS.some((scenario) => scenario.id === id)) ?? [];
  if (unknown.length > 0) throw new Error(`There is no scenario ${unknown.join(', ')}.`);
  const seed = values.seed === undefined ? randomInt(2 ** 31) : Number(values.seed);
  if (!Number.isInteger(seed)) throw new Error('--seed must be a whole number.');
  const { topology } = values;
  if (topology !== undefined && topology !== 'ha') throw new Error('--topology can be ha.');
  const chosen = SCENARIOS.filter(
    (one) => ids?.includes(one.id) ?? (one.topology === topology || values.list),
  );
  return { chosen, list: values.list, full: values.full, seed };
}

async function runAll(chosen: readonly ListedScenario[], options: RunOptions): Promise<Row[]> {
  const runner = new ScenarioRunner(options);
  const rows = new Map<ListedScenario, Row>();
  const runEach = async (scenarios: ListedScenario[]): Promise<void> => {
    while (!options.signal.aborted) {
      const scenario = scenarios.shift();
      if (!scenario) return;
      const startedAt = performance.now();
      const result = await runner.run(scenario);
      const seconds = (performance.now() - startedAt) / 1000;
      rows.set(scenario, { scenario, result, seconds });
      const verdict = result.passed ? 'PASS' : `FAIL ${result.why ?? ''}`;
      options.say(`${scenario.id.padEnd(5)} ${scenario.title}: ${verdict} (${seconds.toFixed(0)} s)`);
    }
  };
  try {
    const together = chosen.filter(({ alone }) => !alone);
    await Promise.all(Array.from({ length: CONCURRENCY }, () => runEach(together)));
    await runEach(chosen.filter(({ alone }) => alone));
  } finally {
    await runner.close();
  }
  return chosen.flatMap((scenario) => rows.get(scenario) ?? []);
}
