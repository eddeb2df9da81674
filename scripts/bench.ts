// npm run bench: compares our throughput with that of the plainest program that does the same. With `-- --without <name>`
// it measures instead what a fast path gains; `--without all` measures every one.
import { FAST_PATHS, type FastPath } from '#platform/fast';
import { benchFastPath } from '../test/bench/fast-paths.ts';
import { benchGenerations } from '../test/bench/generations.ts';
import { benchImports } from '../test/bench/imports.ts';
import { benchLiveText, startTimedModel } from '../test/bench/live-text.ts';
import { benchProductLists } from '../test/bench/product-lists.ts';
import { benchReads } from '../test/bench/reads.ts';
import { benchRefreshes } from '../test/bench/refreshes.ts';
import { printComparisons } from '../test/bench/report.ts';
import { startBenchEnvironment } from '../test/bench/bench-environment.ts';

const say = (text: string): boolean => process.stdout.write(`${text}\n`);

const [option, name = ''] = process.argv.slice(2);
if (option === undefined) {
  await compareWithPlain();
} else {
  const paths = name === 'all' ? [...FAST_PATHS] : FAST_PATHS.filter((path) => path === name);
  if (option !== '--without' || paths.length === 0) {
    say(`Use --without with all or one of ${FAST_PATHS.join(', ')}.`);
    process.exit(64); // EX_USAGE
  }
  await compareFastPaths(paths);
}

async function compareWithPlain(): Promise<void> {
  say('Starting the system …');
  const model = await startTimedModel();
  const timed = { name: 'timed', baseURL: model.url, models: ['bench'] };
  const variables = { MODEL_SERVERS: JSON.stringify([timed]) };
  const bench = await startBenchEnvironment({ variables });
  try {
    say('Reading products: 100,000 in the workspace, our system and the plain process in turn …');
    const reads = await benchReads(bench);
    say('Importing 2,000 products …');
    const imports = await benchImports(bench);
    say('Running generations …');
    const generations = await benchGenerations(bench);
    const liveText = await benchLiveText(bench, model);
    say(
      'Listing and exporting products: 1,000,000 in the workspace, the list without a filter is the plain one …',
    );
    const lists = await benchProductLists(bench);
    say('Refreshing sessions …');
    const refreshes = await benchRefreshes(bench);
    say('');
    printComparisons([...reads, imports, generations.comparison, ...lists.comparisons]);
    say(generations.line);
    say(liveText);
    say(lists.line);
    say(refreshes);
    const memory = await bench.environment.memory();
    const inMb = Object.entries(memory).map(([app, bytes]) => `${app} ${Math.round(bytes / 1e6)}`);
    say(`memory afterwards, MB: ${inMb.join(', ')}`);
  } finally {
    await bench.environment.stop();
    model.close();
  }
}

async function compareFastPaths(paths: readonly FastPath[]): Promise<void> {
  for (const path of paths) {
    say(`Starting the system twice, with and without ${path} …`);
    printComparisons([await benchFastPath(path)]);
  }
}
