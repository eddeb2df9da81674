// Checks the environment variables of each process against its configuration schema: none unknown, none missing.
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { databaseConfig, processConfig } from '#platform/config';
import { adminConfigSchema, configSchema as auth } from '../../../apps/auth/src/config.ts';
import { configSchema as catalogue } from '../../../apps/catalogue/src/config.ts';
import { configSchema as gateway } from '../../../apps/gateway/src/config.ts';
import { configSchema as generationWorker } from '../../../apps/generation-worker/src/config.ts';
import { configSchema as generations } from '../../../apps/generations/src/config.ts';
import { configSchema as importWorker } from '../../../apps/import-worker/src/config.ts';
import { configSchema as localModel } from '../../../apps/local-model/src/config.ts';
import { configSchema as notifications } from '../../../apps/notifications/src/config.ts';
import { configSchema as sandbox } from '../../../apps/sandbox/src/config.ts';
import { configSchema as webhookWorker } from '../../../apps/webhook-worker/src/config.ts';
import type { Manifest, Report, Check } from '../cluster.ts';
import { DOCUMENTED_SECRETS, valuesOf, variablesOf, type Variable } from '../variables.ts';

/** The Job runs the migrations of all owners; each owner has a connection string of the role that owns its tables. */
const migrate = z.object({
  LOG_LEVEL: processConfig.LOG_LEVEL,
  LOG_PRETTY: processConfig.LOG_PRETTY,
  MIGRATION_DATABASE_URL_AUTH: databaseConfig.DATABASE_URL,
  MIGRATION_DATABASE_URL_CATALOGUE: databaseConfig.DATABASE_URL,
  MIGRATION_DATABASE_URL_GENERATIONS: databaseConfig.DATABASE_URL,
  MIGRATION_DATABASE_URL_NOTIFICATIONS: databaseConfig.DATABASE_URL,
});

/** How the task that moves a workspace is started; every other process by its name alone. */
const MOVES = /^auth,admin,workspace,move,[0-9a-f-]{36},[a-z0-9-]+$/;
/** That task has no ops port and is not traced. */
const workspaceMove = adminConfigSchema.omit({
  OPS_HOST: true,
  OPS_PORT: true,
  OTEL_EXPORTER_OTLP_ENDPOINT: true,
  OTEL_TRACES_SAMPLER_ARG: true,
});

type Schema = z.ZodObject<Record<string, z.ZodType>>;
/** Configuration schemas of the processes, by the argument that starts each process. */
export const PROCESSES: Readonly<Record<string, Schema>> = {
  gateway,
  auth,
  catalogue,
  generations,
  notifications,
  'import-worker': importWorker,
  'generation-worker': generationWorker,
  'webhook-worker': webhookWorker,
  sandbox,
  'local-model': localModel,
};
/** The same with what runs as a Job. */
export const SCHEMAS: Readonly<Record<string, Schema>> = {
  ...PROCESSES,
  migrate,
  'workspace-move': workspaceMove,
};

/** Variables that Node itself or the SDK of OpenTelemetry reads. */
export const RUNTIME = [
  'NODE_ENV',
  'NODE_OPTIONS',
  'NODE_EXTRA_CA_CERTS',
  'HTTPS_PROXY',
  'NO_PROXY',
  'OTEL_RESOURCE_ATTRIBUTES',
  'OTEL_EXPORTER_OTLP_HEADERS',
];
const CONFIGURATION = readFileSync(new URL('../../../docs/configuration.md', import.meta.url), 'utf8');
const marked = [...CONFIGURATION.matchAll(/^\| `(\w+)` .*\| Secret: /gm)].map(([, name = '']) => name);
/** Variables that must come from a Secret: those that docs/configuration.md marks and README.md lists, and those of other programs. */
export const SECRETS: ReadonlySet<string> = new Set([
  ...marked,
  ...DOCUMENTED_SECRETS.map(({ key }) => key),
  'OTEL_EXPORTER_OTLP_HEADERS',
  'ACCOUNT_PASSWORD',
]);

const variables: Check = (cluster, report) => {
  for (const { object, name, pod } of cluster.workloads().filter(({ ours }) => ours)) {
    const [container] = pod.containers;
    const schema = SCHEMAS[name];
    if (!container || !schema) {
      report(object, `there is no process ${name}`);
      continue;
    }
    const args = container.args?.join() ?? '';
    if (schema === workspaceMove) {
      if (!MOVES.test(args)) report(object, 'its arguments must name a workspace and a cell');
    } else if (args !== name || container.command) report(object, `its only argument must be ${name}`);
    const say: Say = (finding) => report(object, finding);
    const [settings, ...others] = container.envFrom ?? [];
    if (others.length > 0 || !settings?.configMapRef?.name?.startsWith('settings'))
      say(
        'must take the settings, and name every other variable, because a Secret may hold more than a process needs',
      );
    const all = variablesOf(cluster, container);
    const known = all.filter(({ name, from }) => from?.kind !== 'ConfigMap' || isKnown(schema, name));
    checkNames(schema, known, say);
    checkValues(schema, known, say);
    checkPorts(schema, known, container.ports ?? [], say);
    const redis = known.find((one) => one.name === 'REDIS_URL')?.value;
    if (redis && new URL(redis).username !== name) say(`REDIS_URL must name the user ${name}`);
  }
};

type Say = (finding: string) => void;

/** True for a variable that the process, or what it is made of, reads. */
function isKnown(schema: Schema, name: string): boolean {
  return name in schema.shape || RUNTIME.includes(name);
}

function checkNames(schema: Schema, known: readonly Variable[], say: Say): void {
  const names = known.map(({ name }) => name);
  for (const name of new Set(names)) {
    if (names.indexOf(name) !== names.lastIndexOf(name)) say(`${name} is set twice`);
    if (!isKnown(schema, name)) say(`${name} is not a variable of this process`);
  }
  for (const [name, field] of Object.entries(schema.shape)) {
    if (names.includes(name)) continue;
    const fallback = z.safeParse(field, undefined);
    if (!fallback.success) say(`${name} is required`);
    else if (String(fallback.data).includes('127.0.0.1'))
      say(`${name} must be set, because its default is the local machine`);
  }
  if ('NATS_USER' in schema.shape && !names.includes('NATS_USER'))
    say('NATS_USER must be set, because the bus accepts only its users');
}

function checkValues(schema: Schema, known: readonly Variable[], say: Say): void {
  for (const { name, value, from } of known) {
    if (SECRETS.has(name) && from?.kind !== 'Secret') say(`${name} must come from a Secret`);
    const field = schema.shape[name];
    if (!field || value === undefined) continue;
    const parsed = z.safeParse(field, value);
    if (!parsed.success) say(`${name}: ${parsed.error.issues.map(({ message }) => message).join(', ')}`);
  }
}

function checkPorts(
  schema: Schema,
  known: readonly Variable[],
  ports: readonly { name?: string | undefined; containerPort: number }[],
  say: Say,
): void {
  for (const [name, port] of [
    ['OPS_PORT', 'ops'],
    ['PORT', 'http'],
  ] as const) {
    const field = schema.shape[name];
    if (!field) continue;
    const listens = z.parse(field, known.find((variable) => variable.name === name)?.value);
    const declared = ports.find((one) => one.name === port)?.containerPort;
    if (declared !== listens)
      say(`port ${port} is ${declared ?? 'missing'}, but the process listens on ${String(listens)}`);
  }
}

/** A setting or secret that no pod reads is a mistake, most often in its name. */
const readers: Check = (cluster, report) => {
  const read = new Set<string>();
  const note = (kind: string, name: string, key: string): void => void read.add(`${kind}/${name}/${key}`);
  for (const { name: process, ours, pod } of cluster.workloads()) {
    const schema = ours ? SCHEMAS[process] : undefined;
    for (const container of [...(pod.initContainers ?? []), ...pod.containers]) {
      for (const { name, from } of variablesOf(cluster, container))
        if (from && (!schema || from.kind === 'Secret' || isKnown(schema, name)))
          note(from.kind, from.name, from.key);
    }
  }
  for (const { spec } of cluster.all('TriggerAuthentication')) {
    for (const { name, key } of spec?.secretTargetRef ?? []) note('Secret', name, key);
  }
  const check = (object: Manifest, name: string, kind: 'ConfigMap' | 'Secret'): void => {
    for (const key of Object.keys(valuesOf(cluster, kind, name) ?? {})) {
      if (!read.has(`${kind}/${name}/${key}`)) report(object, `no pod reads ${name}/${key}`);
    }
  };
  for (const secret of cluster.all('Secret')) check(secret, secret.metadata.name, 'Secret');
  for (const one of cluster.all('ExternalSecret'))
    check(one, one.spec?.target?.name ?? one.metadata.name, 'Secret');
  for (const map of cluster.all('ConfigMap')) {
    if (/^settings(-|$)/.test(map.metadata.name)) check(map, map.metadata.name, 'ConfigMap');
  }
};

const noSecrets: Check = (cluster, report) => {
  if (cluster.isLocal) return;
  for (const secret of cluster.all('Secret')) report(secret, 'secrets must not be in the repository');
};

/** Settings that two processes share must have the same value; otherwise tokens are invalid or models unknown. */
const agreement: Check = (cluster, report: Report) => {
  for (const name of [
    'TOKEN_ISSUER',
    'TOKEN_AUDIENCE',
    'MODEL_SERVERS',
    'WEBHOOK_PORTS',
    'WEBHOOK_REFUSED_RANGES',
  ]) {
    const values = cluster
      .workloads()
      .filter(({ ours, name: process }) => ours && name in (SCHEMAS[process]?.shape ?? {}))
      .map(({ pod }) => {
        const container = pod.containers[0];
        return container && variablesOf(cluster, container).find((variable) => variable.name === name)?.value;
      });
    if (new Set(values).size > 1) report(name, 'differs between processes that must have the same value');
  }
};

/** Environment variables. */
export const environmentChecks: readonly Check[] = [variables, readers, noSecrets, agreement];
