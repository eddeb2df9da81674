// Checks that the Helm chart is what the base and the components make, and that it renders what kubectl does; with --write
// (npm run chart) makes it anew. With --helm (npm run test:helm) Helm renders it, instead of the few lines here that know the
// few expressions that the chart has.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { parse, parseAllDocuments } from 'yaml';
import packageJson from '../../../package.json' with { type: 'json' };
import type { Manifest } from '../cluster.ts';
import { findHelm, findKubectl } from '../kubectl.ts';
import { chartFiles, COMPONENTS, IMAGE, objectsWith } from './source.ts';

const CHART = fileURLToPath(new URL('../../chart', import.meta.url));
/** What an installation switches on: all that it can, nothing, what production and staging have. */
const SETS = [
  Object.keys(COMPONENTS),
  [],
  Object.entries(COMPONENTS).flatMap(([name, { isOn }]) => (isOn ? [name] : [])),
  ['keda', 'routes', 'monitoring', 'operators'],
];

/** The settings that stand in no component's block. */
const RANGE = /{{- range \$name, \$value := omit [.]Values[.]settings([^}]*) }}\n.*\n{{- end }}/;

const kubectl = findKubectl();
const files = await chartFiles(kubectl, packageJson.version);
if (process.argv.includes('--write')) {
  rmSync(`${CHART}/templates`, { recursive: true, force: true });
  for (const [path, text] of files) {
    mkdirSync(dirname(`${CHART}/${path}`), { recursive: true });
    writeFileSync(`${CHART}/${path}`, text);
  }
}
const helm = process.argv.includes('--helm') ? findHelm() : undefined;
if (process.argv.includes('--helm') && !helm) {
  console.log('skipped: there is no Helm, and none could be downloaded');
  process.exit(0);
}
const stale = [...files].filter(
  ([path, text]) => !existsSync(`${CHART}/${path}`) || readFileSync(`${CHART}/${path}`, 'utf8') !== text,
);
const findings = stale.map(([path]) => `k8s/chart/${path} is stale. Run npm run chart.`);
for (const set of SETS) findings.push(...(await differences(set)));
if (helm) findings.push(...notRefused(helm));
for (const finding of findings) console.error(finding);
console.log(
  `${SETS.length} sets of components, rendered by ${helm ? 'Helm' : 'ourselves'}: ${findings.length} differences`,
);
process.exitCode = findings.length > 0 ? 1 : 0;

/** Objects that the chart and kubectl render differently. */
async function differences(set: readonly string[]): Promise<string[]> {
  const text = helm ? byHelm(helm, set) : byOurselves(set);
  const ours = new Map(
    parseAllDocuments(text)
      .map((document) => document.toJS() as Manifest | null)
      .flatMap((object) => (object ? [[idOf(object), comparable(object)] as const] : [])),
  );
  const theirs = new Map(
    (await objectsWith(kubectl, set))
      .filter(({ kind }) => kind !== 'Namespace')
      .map((object) => [idOf(object), comparable(object)] as const),
  );
  return [...new Set([...ours.keys(), ...theirs.keys()])]
    .filter((id) => !isDeepStrictEqual(ours.get(id), theirs.get(id)))
    .map((id) => `With ${set.join(', ') || 'no component'}: ${id} is not what kubectl renders`);
}

/** Settings that Helm must refuse, and does not: one that no pod reads, a secret, a number. */
function notRefused(program: string): string[] {
  const wrong = [
    '--set-string=settings.REGISTRATON=open',
    '--set-string=settings.MODEL_KEYS=x',
    '--set=settings.EVENTS_REPLICAS=3',
  ];
  return wrong.flatMap((one) => {
    const { stderr } = spawnSync(program, ['template', CHART, `--set=image=${IMAGE}`, one], {
      encoding: 'utf8',
    });
    return stderr.includes("at '/settings") ? [] : [`${one}: Helm does not refuse it`];
  });
}

function idOf({ kind, metadata }: Manifest): string {
  return `${kind} ${metadata.name.replace(/^migrate-1$/, 'migrate')}`;
}

/** An object without what only the chart has; variables may come in any order. */
function comparable(object: Manifest): unknown {
  const text = JSON.stringify(object, (key, value: unknown) => {
    if (key === 'env' && Array.isArray(value))
      return (value as { name: string }[]).toSorted((a, b) => (a.name < b.name ? -1 : 1));
    if (key !== 'annotations') return value;
    const { 'checksum/settings': _, ...others } = value as Record<string, string>;
    return Object.keys(others).length > 0 ? others : undefined;
  });
  return JSON.parse(text.replace('"name":"migrate-1"', '"name":"migrate"')) as unknown;
}

function valuesOf(set: readonly string[]): string[] {
  const components = Object.keys(COMPONENTS).map((name) => `components.${name}=${set.includes(name)}`);
  return [`image=${IMAGE}`, ...components];
}

function byHelm(program: string, set: readonly string[]): string {
  const sets = valuesOf(set).flatMap((one) => ['--set', one]);
  const args = [
    'template',
    'shelfscribe',
    CHART,
    '--namespace',
    'shelfscribe',
    '--kube-version',
    '1.33.0',
    ...sets,
  ];
  return execFileSync(program, args, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
}

/** Renders the templates: `if`, `end`, and a value in its place. */
function byOurselves(set: readonly string[]): string {
  const values = parse(readFileSync(`${CHART}/values.yaml`, 'utf8')) as Record<
    string,
    Record<string, string>
  >;
  const valueOf = (path: string): string => {
    if (path === 'image') return IMAGE;
    const [group = '', key = ''] = path.split('.');
    return values[group]?.[key] ?? '';
  };
  const asLines = (_: string, omitted: string): string =>
    Object.entries(values['settings'] ?? {})
      .flatMap(([name, value]) =>
        omitted.includes(`"${name}"`) ? [] : [`  ${name}: ${JSON.stringify(value)}`],
      )
      .join('\n');
  const skipped: boolean[] = [];
  const lines = [...files.keys()]
    .filter((path) => path.startsWith('templates/'))
    .flatMap((path) => readFileSync(`${CHART}/${path}`, 'utf8').replace(RANGE, asLines).split('\n'))
    .filter((line) => {
      const [, not, name] = /^{{- if (not )?[.]Values[.]components[.](\w+) }}$/.exec(line) ?? [];
      if (name !== undefined) skipped.push(set.includes(name) === (not !== undefined));
      else if (line === '{{- end }}') skipped.pop();
      else return !skipped.includes(true);
      return false;
    });
  return lines
    .join('\n')
    .replaceAll('{{ .Release.Namespace }}', 'shelfscribe')
    .replaceAll('{{ .Release.Revision }}', '1')
    .replaceAll('{{ .Values.settings | toJson | sha256sum }}', 'x')
    .replaceAll(/{{ (?:required "[^"]+" )?[.]Values[.]([\w.]+) [|] quote }}/g, (_, path: string) =>
      JSON.stringify(valueOf(path)),
    )
    .replaceAll(/{{ [.]Values[.]([\w.]+) }}/g, (_, path: string) => valueOf(path))
    .replaceAll('{{ "{{" }}', '{{');
}
