// npm run bench: our figures beside those of the plainest thing that does the same, in one run.
import { benchGenerations } from '../bench/generations.ts';
import { benchImports } from '../bench/imports.ts';
import { benchReads } from '../bench/reads.ts';
import { printComparisons } from '../bench/report.ts';
import { openScene } from '../bench/scene.ts';

const say = (text: string): boolean => process.stdout.write(`${text}\n`);

say('Starting the system …');
const scene = await openScene();
try {
  say('Reading products: 100,000 in the workspace, ours and the bare process in turn …');
  const reads = await benchReads(scene);
  say('Importing 2,000 products …');
  const imports = await benchImports(scene);
  say('Writing generations …');
  const generations = await benchGenerations(scene);
  say('');
  printComparisons([...reads, imports, generations.comparison]);
  say(generations.line);
  const memory = await scene.stack.memory();
  const inMb = Object.entries(memory).map(([name, bytes]) => `${name} ${Math.round(bytes / 1e6)}`);
  say(`memory afterwards, MB: ${inMb.join(', ')}`);
} finally {
  await scene.close();
}
