// npm test: the tests under Jest. `npm test -- --help` says what can be chosen.
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { HELP, readArguments } from './test/arguments.ts';
import { cpuTime } from './test/cpu-time.ts';
import { fullFiles } from './test/full-files.ts';
import { runJest, type Ended } from './test/jest-run.ts';
import { logFolder, removeOldLogs } from './test/log-folders.ts';
import { passesAgain } from './test/second-run.ts';

/**
 * What takes long for what it tells: `npm run test:console` runs the further flows of a person, `npm run test:cells` two cells,
 * `npm run test:citus` the trial of Citus, and `npm run test:full` the files of folders `full`.
 */
const FURTHER_FLOWS = [
  '--testPathIgnorePatterns',
  '/apps/console/test/more/',
  '/test/cells/',
  '/test/citus/',
  '/test/full/',
];
/** CI shows this record, and keeps it for the next run. */
const FLAKY = '.local/flaky.json';

const startedAt = performance.now();
const choice = readArguments(process.argv.slice(2));
if (choice.help) {
  console.log(HELP);
  process.exit(0);
}
removeOldLogs();
let runs = 0;
console.log('Running the unit tests and the tests with real servers (Postgres, Redis, NATS) …');
const ended = await run(choice.jest.length > 0 ? choice.jest : all());
sayFailures(ended);
const hasPassed = ended.code === 0 || (choice.retry && (await passesAgain(ended, run, FLAKY)));
sayResult(ended);
process.exit(hasPassed ? 0 : 1);

/** What runs when nothing is chosen. */
function all(): string[] {
  return choice.full ? ['--runTestsByPath', ...fullFiles(process.cwd())] : FURTHER_FLOWS;
}

/** In full, one file at a time: bounds of time are tested, and a second file would take the processors away. */
function run(args: readonly string[]): Promise<Ended> {
  runs += 1;
  const logs = { TEST_LOGS: logFolder(runs) };
  return choice.full
    ? runJest([...args, '--maxWorkers=1'], { ...logs, TEST_SIZE: 'full' })
    : runJest(args, logs);
}

/** Names again at the end what failed: the lines of the files are far above by then, or cut out of what a log keeps. */
function sayFailures({ report }: Ended): void {
  for (const { path, failures } of report?.failedFiles ?? [])
    for (const { test, error } of failures)
      console.log(`FAILED ${relative(process.cwd(), path)}: ${test}\n${indented(error)}`);
}

/** The beginning of an error. */
function indented(error: string): string {
  const lines = stripVTControlCharacters(error).split('\n');
  return lines
    .slice(0, 20)
    .map((line) => `  ${line}\n`)
    .join('');
}

/** The last line is what CI reads. A test that passed in the second run of its file counts as passed. */
function sayResult({ code, report }: Ended): void {
  const seconds = (performance.now() - startedAt) / 1000;
  const cpu = cpuTime();
  console.log(`Took ${seconds.toFixed(0)} s${cpu ? `, and ${cpu.toFixed(0)} s of the processors` : ''}.`);
  if (code === null) return console.log('Ended by a signal.');
  const { passed = 0, failed = 0, skipped = 0 } = report ?? {};
  if (passed + failed + skipped === 0)
    console.log('No test ran: does a file match what was chosen? Those of a folder test/full need --full.');
  const [all, none] = hasPassed ? [passed + failed, 0] : [passed, Math.max(failed, 1)];
  console.log(`${all} passed, ${none} failed, ${skipped} skipped`);
}
