// npm run test:faults: runs the scenarios, says what each found, and fails when one did.
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { Run, type RunOptions } from './scenario-runner.ts';
import { tableOf, type Row } from './report.ts';
import type { Scenario } from './scenario.ts';
import { SCENARIOS } from '../scenarios/index.ts';

const USAGE = `npm run test:faults [-- --full] [-- --only C4,C9] [-- --seed N] [-- --list]`;
/** What a program ends with that was called in a wrong way (sysexits). */
const EX_USAGE = 64;
/** Scenarios that run at once, save for those that must be alone: most of their time is waiting. */
const AT_ONCE = 2;

/** Runs what the arguments ask for; gives the exit code. */
export async function runFaults(args: string[], signal: AbortSignal): Promise<number> {
  const say = (line: string): void => console.log(line);
  let wish: Wish;
  try {
    wish = wishOf(args);
  } catch (error) {
    say(`${(error as Error).message}\n${USAGE}`);
    return EX_USAGE;
  }
  const { chosen, list, full, seed } = wish;
  if (list) {
    for (const { id, title } of chosen) say(`${id.padEnd(5)} ${title}`);
    return 0;
  }
  say(`seed ${seed}; the logs of the processes are in .local/faults`);
  const rows = await runAll(chosen, { full, seed, signal, say });
  say(`\n${tableOf(rows)}\n`);
  const bad = rows.filter(({ result }) => !result.passed).map(({ scenario }) => scenario.id);
  if (signal.aborted) say('Called off.');
  else if (bad.length > 0)
    say(`Failed: ${bad.join(', ')}. Again with: -- --seed ${seed} --only ${bad.join(',')}`);
  else say(`${rows.length} scenarios passed.`);
  return bad.length > 0 || signal.aborted ? 1 : 0;
}

interface Wish {
  chosen: Scenario[];
  list: boolean;
  full: boolean;
  seed: number;
}

/** What the arguments ask for; throws when that makes no sense. */
function wishOf(args: string[]): Wish {
  const { values } = parseArgs({
    args,
    options: {
      full: { type: 'boolean', default: false },
      list: { type: 'boolean', default: false },
      only: { type: 'string' },
      seed: { type: 'string' },
    },
  });
  const wanted = values.only?.split(',').map((id) => id.trim().toUpperCase());
  const unknown = wanted?.filter((id) => !SCENARIOS.some((scenario) => scenario.id === id)) ?? [];
  if (unknown.length > 0) throw new Error(`There is no scenario ${unknown.join(', ')}.`);
  const seed = values.seed === undefined ? randomInt(2 ** 31) : Number(values.seed);
  if (!Number.isInteger(seed)) throw new Error('--seed wants a whole number.');
  const chosen = SCENARIOS.filter(({ id }) => wanted?.includes(id) ?? true);
  return { chosen, list: values.list, full: values.full, seed };
}

async function runAll(chosen: readonly Scenario[], options: RunOptions): Promise<Row[]> {
  const run = new Run(options);
  const rows: Row[] = [];
  const one = async (scenario: Scenario): Promise<void> => {
    const began = performance.now();
    const result = await run.one(scenario);
    const seconds = (performance.now() - began) / 1000;
    rows.push({ scenario, result, seconds });
    const verdict = result.passed ? 'PASS' : `FAIL ${result.why ?? ''}`;
    options.say(`${scenario.id.padEnd(5)} ${scenario.title}: ${verdict} (${seconds.toFixed(0)} s)`);
  };
  const inTurn = async (scenarios: Scenario[]): Promise<void> => {
    for (;;) {
      const next = options.signal.aborted ? undefined : scenarios.shift();
      if (!next) return;
      await one(next);
    }
  };
  try {
    const together = chosen.filter(({ alone }) => !alone);
    await Promise.all(Array.from({ length: AT_ONCE }, () => inTurn(together)));
    await inTurn(chosen.filter(({ alone }) => alone));
  } finally {
    await run.close();
  }
  const place = ({ scenario }: Row): number => chosen.indexOf(scenario);
  return rows.sort((a, b) => place(a) - place(b));
}
