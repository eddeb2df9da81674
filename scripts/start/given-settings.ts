// Reads the settings that somebody gives to the local start, from the shell or .env.local, and says which it cannot use.
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { PROCESSES, RUNTIME } from '../../k8s/validate/checks/environment.check.ts';

/** What the start itself reads. */
const OF_START = ['PORT', 'HOST', 'LOCAL_DIR', 'LOG', 'SANDBOX_PRODUCTS'];

/** What follows from the servers and secrets of the start, so that another value would only break something. */
const DECIDED = [
  'DATABASE_URL',
  'DATABASE_SYSTEM_URL',
  'REDIS_URL',
  'NATS_URL',
  'NATS_USER',
  'NATS_PASSWORD',
  'OPS_PORT',
  'KEYS_SECRET',
  'WEBHOOKS_SECRET',
  'REVISION',
  'SANDBOX_PUBLIC_URL',
  'SANDBOX_CLIENT_ID',
  'SANDBOX_CLIENT_SECRET',
  'SANDBOX_REFRESH_TOKEN',
  'SANDBOX_MODEL_KEY',
  'SANDBOX_MODELS_URL',
  'LOCAL_MODEL_FILE',
  'LOCAL_MODEL_NAME',
  'LOCAL_MODEL_ENGINE',
  'LOCAL_MODEL_KEY',
];

/** Beginnings of names that nobody but Shelfscribe uses: another variable of the shell is none of our business. */
const OURS = /^(LOCAL_MODEL|MODEL|SHELFSCRIBE|SANDBOX|SP_API)_/;

/** A variable of the shell with such a beginning that is for another command, `npm run experiment`. */
const OF_EXPERIMENT = 'SHELFSCRIBE_KEY';

/** Variables of Node and OpenTelemetry that are passed on; the start decides the others. */
const PASSED_ON = RUNTIME.filter((name) => !/^NODE_(ENV|OPTIONS)$/.test(name));

const DOCUMENTED = new Set(Object.values(PROCESSES).flatMap(({ shape }) => Object.keys(shape)));

export interface GivenSettings {
  /** Settings with a value, by name: those of the start, and those for the processes. */
  values: Readonly<Record<string, string>>;
  /** What the start does not use although it was given, one sentence each. */
  notes: string[];
}

/** The settings of the shell and of the text of .env.local, if there is one. The shell wins. */
export function givenSettings(shell: NodeJS.ProcessEnv, file = ''): GivenSettings {
  const values: Record<string, string> = {};
  const notes: string[] = [];
  const parsed = parseEnv(file);
  for (const [name, value = ''] of [...Object.entries(parsed), ...Object.entries(shell)]) {
    if (value === '') continue;
    const isUsable = OF_START.includes(name) || PASSED_ON.includes(name) || DOCUMENTED.has(name);
    if (DECIDED.includes(name)) notes.push(`${name} is not used: the local start decides it.`);
    else if (isUsable) values[name] = value;
    else if (name in parsed) notes.push(`${name} in .env.local is no setting of Shelfscribe.`);
    else if (OURS.test(name) && name !== OF_EXPERIMENT) notes.push(`${name} is no setting of Shelfscribe.`);
  }
  return { values, notes: [...new Set(notes)] };
}

/** The settings of this shell and of .env.local. */
export async function readGivenSettings(): Promise<GivenSettings> {
  return givenSettings(process.env, await readFile('.env.local', 'utf8').catch(() => ''));
}

/** Path of the folder with the data of the local start. */
export function localFolder({ values }: GivenSettings): string {
  return resolve(values['LOCAL_DIR'] ?? '.local');
}

/** Those of the settings that a process reads. */
export function settingsOf(app: string, { values }: GivenSettings): Record<string, string> {
  const shape = PROCESSES[app]?.shape ?? {};
  const isRead = (name: string): boolean =>
    PASSED_ON.includes(name) || (name in shape && !OF_START.includes(name));
  return Object.fromEntries(Object.entries(values).filter(([name]) => isRead(name)));
}

/** What is wrong with the variables of a process, one line each; names, never values. */
export function faultsOf(app: string, variables: Readonly<Record<string, string>>): string[] {
  const set = Object.entries(variables).filter(([, value]) => value !== '');
  const { error } = PROCESSES[app]?.safeParse(Object.fromEntries(set)) ?? {};
  return (error?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`);
}
