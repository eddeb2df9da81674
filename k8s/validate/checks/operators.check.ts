// Checks that people on call may do what the pages for operators have them do with kubectl.
import { readFileSync } from 'node:fs';
import type { Check } from '../cluster.ts';

const PAGES = ['../../README.md', '../../ALERTS.md', '../../../docs/operations.md'];
/** Of README.md, what is done with the rights of an administrator: an installation on one machine, Secrets, a release. */
const BY_ADMINISTRATORS = /\bkubectl (kustomize|apply|create|label|.*create secret|.*delete (?:job|hpa))/;

/** What a command of kubectl asks of the API: verbs of a resource. */
type Need = [resource: string, ...verbs: string[]];
/** A named object, or all of a kind, in each spelling that kubectl knows. */
const RESOURCES: Record<string, string> = {
  pod: 'pods',
  deploy: 'deployments',
  deployment: 'deployments',
  service: 'services',
  job: 'jobs',
  hpa: 'horizontalpodautoscalers',
  scaledobject: 'scaledobjects',
  externalsecret: 'externalsecrets',
};
const POD: Need = ['pods', 'get', 'list'];
const DEPLOYMENT: Need = ['deployments', 'get'];

/** The needs of each command, by its first words; `of` has the resources that it names. */
const NEEDS: Record<string, (of: readonly string[]) => Need[]> = {
  scale: () => [DEPLOYMENT, ['deployments/scale', 'get', 'patch']],
  wait: (of) => of.map((resource) => [resource, 'get', 'list', 'watch']),
  annotate: (of) => of.map((resource) => [resource, 'get', 'list', 'patch']),
  patch: (of) => of.map((resource) => [resource, 'get', 'patch']),
  get: (of) => of.map((resource) => [resource, 'get', 'list']),
  describe: (of) => [...of.map((resource): Need => [resource, 'get', 'list']), ['events', 'list']],
  logs: () => [DEPLOYMENT, POD, ['pods/log', 'get']],
  exec: () => [DEPLOYMENT, POD, ['pods/exec', 'create']],
  debug: () => [POD, ['pods/ephemeralcontainers', 'patch'], ['pods/attach', 'create']],
  'port-forward': () => [DEPLOYMENT, POD, ['services', 'get'], ['pods/portforward', 'create']],
  'rollout status': () => [['deployments', 'get', 'list', 'watch']],
  'rollout restart': () => [['deployments', 'get', 'list', 'patch']],
  'rollout undo': () => [
    ['deployments', 'get', 'patch'],
    ['replicasets', 'list'],
  ],
};

const commands = PAGES.flatMap((page) => [
  ...readFileSync(new URL(page, import.meta.url), 'utf8')
    .replaceAll(/ \\?\n +/g, ' ')
    .matchAll(/\bkubectl [^`\n#;|]+/g),
])
  .map(([text]) => text.trim())
  .filter((text) => !BY_ADMINISTRATORS.test(text));

/** What a command needs; undefined for one that is not known here. */
function needsOf(command: string): Need[] | undefined {
  const words = command
    .replace(/ -- .*/, '')
    .split(/\s+/)
    .slice(1);
  const plain = words.filter((word, i) => !/^-/.test(word) && words[i - 1] !== '--namespace');
  const [verb = '', second = ''] = plain;
  const of = plain
    .flatMap((word) => word.split(','))
    .flatMap((word) => RESOURCES[(word.split('/')[0] ?? '').replace(/s$/, '')] ?? []);
  return (NEEDS[verb] ?? NEEDS[`${verb} ${second}`])?.(of);
}

const rights: Check = (cluster, report) => {
  const role = cluster.find('Role', 'operators');
  if (cluster.isLocal || !role) return;
  const { rules = [] } = role;
  const may = (resource: string, verb: string): boolean =>
    rules.some(({ resources, verbs }) => resources?.includes(resource) && verbs.includes(verb));
  for (const command of commands) {
    const needs = needsOf(command);
    if (!needs) report(role, `no check knows "${command}"`);
    for (const [resource, ...verbs] of needs ?? [])
      for (const verb of verbs)
        if (!may(resource, verb)) report(role, `must allow ${verb} of ${resource}, for "${command}"`);
  }
  const secret = rules.find(({ resources }) =>
    resources?.some((one) => /secrets$/.test(one) && !/external/.test(one)),
  );
  if (secret) report(role, 'must not allow secrets');
};

/** The rights of people. */
export const operatorChecks: readonly Check[] = [rights];
