// Compares the README's table of secrets, which operators follow, with the secrets that the pods read.
import type { Check } from '../cluster.ts';
import { DOCUMENTED_SECRETS, variablesOf } from '../variables.ts';

/** Names that are legal in all stores: Azure Key Vault allows only letters, digits and hyphens. */
const LEGAL_NAME = /^[a-zA-Z][a-zA-Z0-9-]*$/;

/** Secrets of Jobs that an overlay has only while they run. */
const OF_TASKS = ['workspace-move'];

const entries: Check = (cluster, report) => {
  for (const one of cluster.all('ExternalSecret')) {
    const { data = [], dataFrom = [] } = one.spec ?? {};
    const keys = [
      ...data.map(({ remoteRef }) => remoteRef.key),
      ...dataFrom.map(({ extract }) => extract?.key),
    ];
    for (const key of keys)
      if (!key || !LEGAL_NAME.test(key)) report(one, `${key ?? 'an entry'} is no legal name in every store`);
  }
};

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
  const tasks = OF_TASKS.filter((name) => !cluster.find('Job', name));
  const rows = DOCUMENTED_SECRETS.filter(({ secret }) => !tasks.includes(secret)).map(
    ({ secret, key }) => `${secret}/${key}`,
  );
  for (const secret of all)
    if (!rows.includes(secret)) report('README.md', `does not list the secret ${secret}`);
  for (const row of rows)
    if (!all.has(row)) report('README.md', `lists the secret ${row}, which no pod reads`);
};

/** The table of secrets for operators. */
export const secretTableChecks: readonly Check[] = [secretTable, entries];
