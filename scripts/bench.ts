// npm run bench: compares our throughput with that of the plainest program that does the same.
import { benchGenerations } from '../test/bench/generations.ts';
import { benchImports } from '../test/bench/imports.ts';
import { benchReads } from '../test/bench/reads.ts';
import { printComparisons } from '../test/bench/report.ts';
import { startBenchEnvironment } from '../test/bench/bench-environment.ts';

const say = (text: string): boolean => process.stdout.write(`${text}\n`);

say('Starting the system …');
const bench = await startBenchEnvironment();
try {
  say('Reading products: 100,000 in the workspace, our system and the plain process in turn …');
  const reads = await benchReads(bench);
  say('Importing 2,000 products …');
  const imports = await benchImports(bench);
  say('Running generations …');
  const generations = await benchGenerations(bench);
  say('');
  printComparisons([...reads, imports, generations.comparison]);
  say(generations.line);
  const memory = await bench.environment.memory();
  const inMb = Object.entries(memory).map(([name, bytes]) => `${name} ${Math.round(bytes / 1e6)}`);
  say(`memory afterwards, MB: ${inMb.join(', ')}`);
} finally {
  await bench.environment.stop();
}
