// npm run test:faults: runs the scenarios, says what each found, and fails when one did.
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { Run } from './context.ts';
import { tableOf, type Row } from './report.ts';
import { SCENARIOS } from './scenarios.ts';

const USAGE = `npm run test:faults [-- --full] [-- --only C4,C9] [-- --seed N] [-- --list]`;

/** Runs what the arguments ask for; gives the exit code. */
export async function runFaults(args: string[], signal: AbortSignal): Promise<number> {
  const say = (line: string): void => console.log(line);
  let values: { full: boolean; list: boolean; only?: string; seed?: string };
  try {
    ({ values } = parseArgs({
      args,
      options: {
        full: { type: 'boolean', default: false },
        list: { type: 'boolean', default: false },
        only: { type: 'string' },
        seed: { type: 'string' },
      },
    }));
  } catch (error) {
    say(`${(error as Error).message}\n${USAGE}`);
    return 64; // EX_USAGE
  }
  const wanted = values.only?.split(',').map((id) => id.trim().toUpperCase());
  const unknown = wanted?.filter((id) => !SCENARIOS.some((scenario) => scenario.id === id)) ?? [];
  if (unknown.length > 0) {
    say(`There is no scenario ${unknown.join(', ')}.`);
    return 64;
  }
  const chosen = SCENARIOS.filter(({ id }) => wanted?.includes(id) ?? true);
  if (values.list) {
    for (const { id, title } of chosen) say(`${id.padEnd(5)} ${title}`);
    return 0;
  }
  const seed = values.seed === undefined ? randomInt(2 ** 31) : Number(values.seed);
  say(`seed ${seed}; the logs of the processes are in .local/faults`);
  const rows = await runAll(chosen, { full: values.full, seed, signal, say });
  say(`\n${tableOf(rows)}\n`);
  const bad = rows.filter(({ result }) => !result.passed).map(({ scenario }) => scenario.id);
  if (signal.aborted) say('Called off.');
  else if (bad.length > 0)
    say(`Failed: ${bad.join(', ')}. Again with: -- --seed ${seed} --only ${bad.join(',')}`);
  else say(`${rows.length} scenarios passed.`);
  return bad.length > 0 || signal.aborted ? 1 : 0;
}

async function runAll(
  chosen: typeof SCENARIOS,
  options: ConstructorParameters<typeof Run>[0],
): Promise<Row[]> {
  const run = new Run(options);
  const rows: Row[] = [];
  try {
    for (const scenario of chosen) {
      if (options.signal.aborted) break;
      const began = performance.now();
      const result = await run.one(scenario);
      const seconds = (performance.now() - began) / 1000;
      rows.push({ scenario, result, seconds });
      const verdict = result.passed ? 'PASS' : `FAIL ${result.why ?? ''}`;
      options.say(`${scenario.id.padEnd(5)} ${scenario.title}: ${verdict} (${seconds.toFixed(0)} s)`);
    }
  } finally {
    await run.close();
  }
  return rows;
}
