// Checks the table of docs/sizes.md against what was measured and the manifests.
import { readFileSync } from 'node:fs';
import type { Check } from '../cluster.ts';
import { INSTALLATIONS, installationTable } from '../installations.ts';

const PAGE = readFileSync(new URL('../../../docs/sizes.md', import.meta.url), 'utf8');

const table: Check = (cluster, report) => {
  if (cluster.overlay !== 'production') return;
  for (const [row, cells] of installationTable(cluster)) {
    const line = PAGE.split('\n').find((one) => one.startsWith(`| ${row} `) || one.startsWith(`| ${row}|`));
    const found = line
      ?.split('|')
      .slice(2, 2 + INSTALLATIONS.length)
      .map((cell) => cell.trim());
    if (found?.join() !== cells.join())
      report('docs/sizes.md', `must have | ${[row, ...cells].join(' | ')} |`);
  }
};

/** Sizes of installations. */
export const installationChecks: readonly Check[] = [table];
