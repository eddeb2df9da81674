// The README's table of secrets, which an operator fills in, against what the pods really read.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Rule } from './cluster.ts';
import { variablesOf } from './environment.ts';

const README = fileURLToPath(new URL('../README.md', import.meta.url));

/** Rows of the form: | `secret` | `KEY` | … |, each as secret/KEY. */
function documented(): string[] {
  const rows = readFileSync(README, 'utf8').matchAll(/^\| `([a-z-]+)` +\| `(\w+)` +\|/gm);
  return [...rows].map(([, secret = '', key = '']) => `${secret}/${key}`);
}

const secretTable: Rule = (cluster, report) => {
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
  for (const one of all) if (!rows.includes(one)) report('README.md', `does not list the secret ${one}`);
  for (const one of rows)
    if (!all.has(one)) report('README.md', `lists the secret ${one}, which nobody reads`);
};

/** The contract with whoever brings the secrets. */
export const contractRules: readonly Rule[] = [secretTable];
