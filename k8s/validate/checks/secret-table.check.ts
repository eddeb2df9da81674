// Compares the README's table of secrets, which operators follow, with the secrets that the pods read.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Check } from '../cluster.ts';
import { variablesOf } from '../variables.ts';

const README = fileURLToPath(new URL('../../README.md', import.meta.url));

/** The rows of the form | `secret` | `KEY` | … |, each as secret/KEY. */
function documented(): string[] {
  const rows = readFileSync(README, 'utf8').matchAll(/^\| `([a-z-]+)` +\| `(\w+)` +\|/gm);
  return [...rows].map(([, secret = '', key = '']) => `${secret}/${key}`);
}

const secretTable: Check = (cluster, report) => {
  if (cluster.isLocal) return;
  const read = cluster
    .workloads()
    .flatMap(({ pod }) =>
      pod.containers
        .flatMap((container) => variablesOf(cluster, container))
        .flatMap(({ from }) => (from?.kind === 'Secret' ? [`${from.name}/${from.key}`] : [])),
    );
  const refs = cluster.all('TriggerAuthentication').flatMap(({ spec }) => spec?.secretTargetRef ?? []);
  const all = new Set([...read, ...refs.map(({ name, key }) => `${name}/${key}`)]);
  const rows = documented();
  for (const secret of all)
    if (!rows.includes(secret)) report('README.md', `does not list the secret ${secret}`);
  for (const row of rows)
    if (!all.has(row)) report('README.md', `lists the secret ${row}, which no pod reads`);
};

/** The table of secrets for operators. */
export const secretTableChecks: readonly Check[] = [secretTable];
