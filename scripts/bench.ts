// npm run bench: compares our throughput with that of the plainest program that does the same. `-- --only <parts>` measures
// some parts of it. `-- --without <names>` measures instead what fast paths gain. Both take names with commas, or all.
// `-- --profile` measures what a request and a text cost, and writes docs/performance.md. `-- --release` measures all parts and
// keeps their ratios in test/bench/released.json, with which later ones are compared. `-- --large [rows]` compares a
// workspace of 100,000 products and generations alone with itself in a database of 10,000,000, or of `rows`; that takes more than
// an hour and 50 GB of disk.
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { FAST_PATHS, type FastPath } from '#platform/fast';
import { benchBatches } from '../test/bench/batches.ts';
import { benchConsole } from '../test/bench/console/console.ts';
import { benchFastPath } from '../test/bench/fast-paths.ts';
import { benchFeed } from '../test/bench/feed.ts';
import { benchGenerations } from '../test/bench/generations.ts';
import { benchHostileCsv } from '../test/bench/hostile-csv.ts';
import { benchImports } from '../test/bench/imports.ts';
import {
  benchLiveText,
  benchOpenStreams,
  startTimedModel,
  type TimedModel,
} from '../test/bench/texts/live-text.ts';
import { benchProductLists } from '../test/bench/product-lists.ts';
import { benchReads } from '../test/bench/reads.ts';
import { benchRefreshes } from '../test/bench/refreshes.ts';
import { benchLarge } from '../test/bench/large/large.ts';
import { performancePage } from '../test/bench/profile/page.ts';
import { profile } from '../test/bench/profile/profile.ts';
import { printComparisons, type Comparison, type Ratios } from '../test/bench/report.ts';
import { projectFile } from '#testing/servers';
import { benchWebhooks } from '../test/bench/webhooks.ts';
import { benchStaleness } from '../test/bench/staleness.ts';
import {
  quietMachine,
  startBenchEnvironment,
  type BenchEnvironment,
} from '../test/bench/bench-environment.ts';
import { formatted } from './docs/formatted.ts';

const say = (text: string): boolean => process.stdout.write(`${text}\n`);

/** What a part has measured. */
interface Figures {
  comparisons?: readonly Comparison[];
  line?: string;
}

const PARTS = {
  reads: async (bench) => {
    say(
      'Reading products: 100,000 in the workspace, our system, the plain process and two bare hops in turn …',
    );
    return { comparisons: await benchReads(bench) };
  },
  imports: async (bench) => {
    say('Importing 2,000 products …');
    return { comparisons: [await benchImports(bench)] };
  },
  generations: async (bench) => {
    say('Running generations …');
    const { comparison, line } = await benchGenerations(bench);
    return { comparisons: [comparison], line };
  },
  batches: async (bench) => {
    say('Running batches …');
    const { comparison, line } = await benchBatches(bench);
    return { comparisons: [comparison], line };
  },
  staleness: async (bench) => {
    say('Changing the application of 100,000 texts …');
    return { line: await benchStaleness(bench) };
  },
  'live-text': async (bench, model) => {
    say('Following the text of generations …');
    return { line: await benchLiveText(bench, model) };
  },
  streams: async (bench, model) => {
    say('Opening streams of generations …');
    return { line: await benchOpenStreams(bench, model) };
  },
  'hostile-csv': async (bench) => {
    say('Importing CSV files that are hard to read …');
    return { line: await benchHostileCsv(bench) };
  },
  lists: (bench) => {
    say(
      'Listing and exporting products: 1,000,000 in the workspace, the list without a filter is the plain one …',
    );
    return benchProductLists(bench);
  },
  refreshes: async (bench) => {
    say('Refreshing sessions …');
    return { line: await benchRefreshes(bench) };
  },
  feed: async (bench) => {
    say('Keeping and reading events …');
    return { line: await benchFeed(bench) };
  },
  webhooks: async (bench) => {
    say('Delivering webhooks …');
    return { line: await benchWebhooks(bench) };
  },
  console: async (bench) => {
    say('Walking through the console …');
    return { line: await benchConsole(bench) };
  },
} satisfies Record<string, (bench: BenchEnvironment, model: TimedModel) => Promise<Figures>>;

const PART_NAMES = Object.keys(PARTS) as (keyof typeof PARTS)[];
const [option, names = ''] = process.argv.slice(2);
const RELEASED = projectFile('test/bench/released.json');
const released = JSON.parse(readFileSync(RELEASED, 'utf8')) as Ratios;
if (option === '--profile') await writeProfile();
else if (option === '--large') await compareSizes(Number(names || 10_000_000));
else if (option === '--release') keep(await compareWithPlain(namesOf('--release', PART_NAMES, 'all')));
else if (option === undefined || option === '--only') {
  await compareWithPlain(namesOf('--only', PART_NAMES, option ? names : 'all'));
} else {
  await compareFastPaths(namesOf('--without', FAST_PATHS, option === '--without' ? names : ''));
}

/** The names of a list with commas, in our order; ends the process unless there is one and all are known. */
function namesOf<N extends string>(of: string, known: readonly N[], list: string): N[] {
  if (list === 'all') return [...known];
  const chosen = list.split(',');
  const unknown = chosen.filter((name) => !known.some((one) => one === name));
  if (unknown.length === 0) return known.filter((name) => chosen.includes(name));
  say(`Use ${of} with all or some of ${known.join(',')}.`);
  process.exit(64); // EX_USAGE
}

async function compareWithPlain(parts: readonly (keyof typeof PARTS)[]): Promise<Comparison[]> {
  say('Starting the system …');
  const model = await startTimedModel();
  const timed = { name: 'timed', baseURL: model.url, models: ['bench'] };
  const variables = { MODEL_SERVERS: JSON.stringify([timed]) };
  const bench = await startBenchEnvironment({ variables });
  const all: Comparison[] = [];
  try {
    for (const part of parts) {
      await quietMachine();
      const { comparisons = [], line }: Figures = await PARTS[part](bench, model);
      if (comparisons.length > 0) printComparisons(comparisons, released);
      all.push(...comparisons);
      if (line !== undefined) say(line);
    }
    const memory = await bench.environment.memory();
    const inMb = Object.entries(memory).map(([app, bytes]) => `${app} ${Math.round(bytes / 1e6)}`);
    say(`memory afterwards, MB: ${inMb.join(', ')}`);
    return all;
  } finally {
    await bench.environment.stop();
    model.close();
  }
}

/** Keeps the ratios for comparisons with later ones. */
function keep(comparisons: readonly Comparison[]): void {
  const ratios = Object.fromEntries(comparisons.map(({ what, ratio }) => [what, Number(ratio.toFixed(3))]));
  writeFileSync(RELEASED, `${JSON.stringify(ratios, null, 2)}\n`);
  say('Written: test/bench/released.json');
}

/** Writes docs/performance.md. */
async function writeProfile(): Promise<void> {
  say('Starting the system …');
  const bench = await startBenchEnvironment();
  try {
    const prices = await profile(bench, say);
    const [processor] = cpus();
    const on = `${new Date().toISOString().slice(0, 10)} on ${cpus().length} cores (${processor?.model ?? 'unknown'})`;
    writeFileSync(projectFile('docs/performance.md'), await formatted(performancePage(prices, on)));
    say('Written: docs/performance.md');
  } finally {
    await bench.environment.stop();
  }
}

async function compareSizes(rows: number): Promise<void> {
  if (!Number.isInteger(rows) || rows < 2_000_000) {
    say('Use --large with a number of rows from 2,000,000, or without one.');
    process.exit(64); // EX_USAGE
  }
  say('Starting the system …');
  const bench = await startBenchEnvironment();
  try {
    await benchLarge(bench, rows, say);
  } finally {
    await bench.environment.stop();
  }
}

async function compareFastPaths(paths: readonly FastPath[]): Promise<void> {
  for (const path of paths) {
    say(`Starting the system twice, with and without ${path} …`);
    printComparisons([await benchFastPath(path)], {});
  }
}
