// Makes the Helm chart of k8s/chart from the base and the components, which stay its only source: one template for each kind.
// An object or a line that only a component has stands between `if` and `end`.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { diffArrays } from 'diff';
import { stringify } from 'yaml';
import { RUNTIME, SCHEMAS, SECRETS } from '../checks/environment.check.ts';
import { Cluster, type Manifest } from '../cluster.ts';
import { render } from '../kubectl.ts';

/** The components that the chart can switch, by the names of its values; those that production has are on. */
export const COMPONENTS: Readonly<Record<string, { folder: string; isOn: boolean }>> = {
  keda: { folder: 'keda', isOn: true },
  gatewayWaits: { folder: 'gateway-waits', isOn: true },
  routes: { folder: 'routes', isOn: true },
  externalSecrets: { folder: 'external-secrets', isOn: true },
  monitoring: { folder: 'monitoring', isOn: true },
  operators: { folder: 'operators', isOn: true },
  tracing: { folder: 'tracing', isOn: true },
};
export const IMAGE = 'registry.example.com/shelfscribe:0.0.0';
const NO_IMAGE = 'Set image to the digest of a release.';
const HOSTS = { base: 'api.example.com', core: 'core.example.com' };
/** In the project, because Kustomize takes only relative paths. */
const FOLDER = fileURLToPath(new URL('../../../node_modules/.cache/chart', import.meta.url));

/** The objects of the base with components. */
export async function objectsWith(kubectl: string, names: readonly string[]): Promise<Manifest[]> {
  mkdirSync(FOLDER, { recursive: true });
  const folder = mkdtempSync(`${FOLDER}/`);
  const components = names.map((name) => `../../../../k8s/components/${COMPONENTS[name]?.folder ?? name}`);
  const [newName, newTag] = IMAGE.split(':');
  writeFileSync(
    `${folder}/kustomization.yaml`,
    stringify({
      namespace: 'shelfscribe',
      resources: ['../../../../k8s/base'],
      components,
      images: [{ name: 'shelfscribe', newName, newTag }],
    }),
  );
  try {
    return (await render(kubectl, folder)).map(withFixedName);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** An object without the hash in the name of the settings, which the chart does not have. */
export function withFixedName(object: Manifest): Manifest {
  return JSON.parse(JSON.stringify(object).replaceAll(/"settings-[a-z0-9]{10}"/g, '"settings"')) as Manifest;
}

/** Variables of the image, and those that the ports of the pods repeat. */
const FIXED = new Set(['CONSOLE_DIR', 'NODE_ENV', 'REVISION', 'PORT', 'OPS_PORT']);
const SETTINGS = 'v1 ConfigMap settings';
const idOf = ({ apiVersion, kind, metadata }: Manifest): string => `${apiVersion} ${kind} ${metadata.name}`;
const linesOf = (object: Manifest | undefined): string[] =>
  object ? stringify(object, { lineWidth: 0 }).trimEnd().split('\n') : [];

/** The files of the chart that are made: their texts by their paths in it. */
export async function chartFiles(kubectl: string, version: string): Promise<Map<string, string>> {
  const base = await objectsWith(kubectl, []);
  const variants = await Promise.all(
    Object.keys(COMPONENTS).map(async (name) => ({ name, objects: await objectsWith(kubectl, [name]) })),
  );
  const all = [...base, ...variants.flatMap(({ objects }) => objects)];
  const settings = settingsOf(all);
  const templates = new Map<string, string[]>();
  for (const id of new Set(all.map(idOf))) {
    const of = (objects: readonly Manifest[]): Manifest | undefined =>
      objects.find((one) => idOf(one) === id);
    const kind = all.find((one) => idOf(one) === id)?.kind.toLowerCase() ?? '';
    if (kind === 'namespace') continue; // Helm makes it, and puts its own data there
    const changes = variants.map(({ name, objects }) => ({ name, lines: linesOf(of(objects)) }));
    const lines = merged(linesOf(of(base)), changes);
    const text = asTemplate(id === SETTINGS ? withSettings(lines, settingsOf(base)) : lines, id);
    templates.set(kind, [...(templates.get(kind) ?? []), text]);
  }
  return new Map([
    ['Chart.yaml', chartYaml(version)],
    ['values.yaml', valuesYaml(settings)],
    ['values.schema.json', valuesSchema(base)],
    ...[...templates].map(([kind, texts]) => [`templates/${kind}.yaml`, texts.join('')] as const),
  ]);
}

/** The settings of objects, by their names. */
function settingsOf(objects: readonly Manifest[]): Record<string, string> {
  const maps = objects.filter(({ metadata }) => metadata.name === 'settings');
  return Object.assign({}, ...maps.map((one) => (one as { data?: object }).data)) as Record<string, string>;
}

/** The lines of the base, with what each component adds or takes away between `if` and `end`. */
function merged(base: readonly string[], changes: readonly { name: string; lines: string[] }[]): string[] {
  const added = new Map<number, string[]>();
  const removed = new Map<number, string>();
  for (const { name, lines } of changes) {
    let at = 0;
    for (const part of diffArrays([...base], lines)) {
      if (part.added)
        added.set(at, [
          ...(added.get(at) ?? []),
          `{{- if .Values.components.${name} }}`,
          ...part.value.map(escaped),
          '{{- end }}',
        ]);
      else if (part.removed) for (const _ of part.value) removed.set(at++, name);
      else at += part.value.length;
    }
  }
  const lines: string[] = [];
  for (let i = 0; i <= base.length; i += 1) {
    lines.push(...(added.get(i) ?? []));
    const line = base[i];
    const name = removed.get(i);
    if (line === undefined) continue;
    if (name !== undefined && removed.get(i - 1) !== name)
      lines.push(`{{- if not .Values.components.${name} }}`);
    lines.push(escaped(line));
    if (name !== undefined && removed.get(i + 1) !== name) lines.push('{{- end }}');
  }
  return lines;
}

/** A line that Helm leaves as it is, although alerts have templates of their own. */
function escaped(line: string): string {
  return line.replaceAll('{{', '{{ "{{" }}');
}

/** An object as a template, with the values in their places. */
function asTemplate(lines: readonly string[], id: string): string {
  const guarded = lines[0]?.startsWith('{{-') ? [lines[0], '---', ...lines.slice(1)] : ['---', ...lines];
  return `${guarded.join('\n')}\n`
    .replaceAll(`image: ${IMAGE}`, `image: {{ required "${NO_IMAGE}" .Values.image | quote }}`)
    .replaceAll('namespace: shelfscribe\n', 'namespace: {{ .Release.Namespace }}\n')
    .replaceAll('namespace="shelfscribe"', 'namespace="{{ .Release.Namespace }}"')
    .replaceAll(HOSTS.base, id.includes('HTTPRoute') ? '{{ .Values.hosts.base }}' : HOSTS.base)
    .replaceAll(HOSTS.core, '{{ .Values.hosts.core }}')
    .replace(
      /^ {2}name: migrate$/m,
      id.includes('Job') ? '  name: migrate-{{ .Release.Revision }}' : '  name: migrate',
    )
    .replace(
      /^ {2}template:\n {4}metadata:\n/m,
      '  template:\n    metadata:\n      annotations:\n        checksum/settings: {{ .Values.settings | toJson | sha256sum }}\n',
    );
}

/** The settings: every one that the values have, those of a component only with it. */
function withSettings(lines: readonly string[], ofBase: Record<string, string>): string[] {
  const ofComponents: string[] = [];
  const rest = lines.flatMap((line) => {
    const [, name] = /^ {2}([A-Z_]+): /.exec(line) ?? [];
    if (name === undefined) return [line];
    if (name in ofBase) return [];
    ofComponents.push(name);
    return [`  ${name}: {{ .Values.settings.${name} | quote }}`];
  });
  const names = ofComponents.map((name) => ` "${name}"`).join('');
  const all = [
    `{{- range $name, $value := omit .Values.settings${names} }}`,
    '  {{ $name }}: {{ $value | quote }}',
    '{{- end }}',
  ];
  return rest.flatMap((line) => (line === 'data:' ? [line, ...all] : [line]));
}

function chartYaml(version: string): string {
  return `# Made by npm run chart from k8s/base and k8s/components.
apiVersion: v2
name: shelfscribe
description: Keeps a product catalogue and writes content from it.
type: application
version: ${version}
appVersion: ${version}
kubeVersion: '>=1.31.0-0'
`;
}

function valuesYaml(settings: Record<string, string>): string {
  const components = Object.entries(COMPONENTS).map(([name, { isOn }]) => `  ${name}: ${isOn}`);
  return `# Made by npm run chart. k8s/README.md, "Helm", tells what to set; the Secrets are those of its table.
# The image by its digest: registry.example.com/shelfscribe@sha256:…
image: ''
# Names under which the routes serve the API.
hosts:
  base: ${HOSTS.base}
  core: ${HOSTS.core}
# Each needs an add-on of the cluster (k8s/README.md).
components:
${components.join('\n')}
# Any of docs/configuration.md that is no secret, in quotes.
${stringify({ settings }, { defaultStringType: 'QUOTE_SINGLE', defaultKeyType: 'PLAIN', lineWidth: 0 })}`;
}

/** What values may be: Helm refuses a setting that no pod reads, a secret, and a number, which it would write as 7e+09. */
function valuesSchema(base: readonly Manifest[]): string {
  const workloads = new Cluster('chart', base).workloads();
  const named = new Set(
    workloads.flatMap(({ pod }) => pod.containers.flatMap(({ env = [] }) => env.map(({ name }) => name))),
  );
  const known = workloads.flatMap(({ name }) => Object.keys(SCHEMAS[name]?.shape ?? {}));
  const settings = [...new Set([...known, ...RUNTIME])]
    .filter((name) => !named.has(name) && !FIXED.has(name) && !SECRETS.has(name))
    .toSorted();
  const exactly = (properties: object): object => ({
    type: 'object',
    properties,
    additionalProperties: false,
  });
  const ofAll = (names: readonly string[], type: string): object =>
    exactly(Object.fromEntries(names.map((name) => [name, { type }])));
  const schema = exactly({
    image: { type: 'string' },
    hosts: ofAll(Object.keys(HOSTS), 'string'),
    components: ofAll(Object.keys(COMPONENTS), 'boolean'),
    settings: ofAll(settings, 'string'),
    global: {},
  });
  return `${JSON.stringify({ $schema: 'http://json-schema.org/draft-07/schema#', ...schema }, undefined, 2)}\n`;
}
