// npm start and npm run dev: the whole system on this machine, with its data in one folder, until Ctrl-C.
// With --watch, changed sources are compiled and the processes that run them restarted; the console is served from its sources.
import { execFile } from 'node:child_process';
import { hostname, networkInterfaces } from 'node:os';
import { resolve } from 'node:path';
import { promisify, stripVTControlCharacters } from 'node:util';
import type { Listener } from '#testing/processes';
import { isFree } from '#testing/servers';
import { Environment, nodeEnv } from '#testing/environment';
import { serveConsole, type ConsoleServer } from './start/console-server.ts';
import { DEMO } from './start/demo-account.ts';
import { tryLock } from './setup/lock.mjs';
import { localFolder, readGivenSettings } from './start/given-settings.ts';
import { firstCommands, processTable } from './start/greeting.ts';
import { keptPort } from './start/kept-port.ts';
import { InstalledModels } from './model/installed-models.ts';
import { LocalModel } from './start/local-model.ts';
import { findLocalModels } from './start/local-models.ts';
import { isWanted, localSettings, modelsOf, type EnabledModels } from './start/local-settings.ts';
import { modelsReport } from './start/models-report.ts';
import { ownHosts } from './start/own-hosts.ts';
import { ProcessLogs } from './start/process-logs.ts';
import { SourceWatcher } from './start/source-watcher.ts';

const SERVERS: readonly string[] = ['postgres', 'redis', 'nats'];
/** Systems keep the ports below for root. */
const FIRST_FREE = 1024;

const watch = process.argv.includes('--watch');
const given = await readGivenSettings();
const { values } = given;
// Nothing but this machine reaches the system, unless somebody asks for it: the password of the demo account is public.
const host = values['HOST'] ?? '127.0.0.1';
const printsLogs = values['LOG'] === 'all';
const port = Number(values['PORT'] ?? 3000);
const dir = localFolder(given);
const products = values['SANDBOX_PRODUCTS'];
const variables = {
  LOG_PRETTY: 'on',
  REVISION: await revision(),
  // An idle system gives back 130 MB once.
  NODE_OPTIONS: `${nodeEnv()['NODE_OPTIONS']} --expose-gc`,
  // A restart after a change does not wait for long work; another attempt does it again.
  ...(watch ? { SHUTDOWN_MS: '1000' } : {}),
};

const leave = new AbortController();
/** The crash that ends everything although nobody asked for it. */
let crash: string | undefined;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => leave.abort());

process.exit(await main());

async function main(): Promise<number> {
  if (!Number.isInteger(port) || port < 1 || port > 65_535) return refuse('PORT must be a port number.');
  if (!tryLock(resolve(dir, 'start.lock')))
    return refuse(`${dir} is in use by a running copy. Stop it, or set LOCAL_DIR to another folder.`);
  try {
    if (!(await isFree(port))) {
      const orNotOurs = port < FIRST_FREE ? ', or for root alone' : '';
      return refuse(
        `Port ${port} is in use${orNotOurs}. Stop the process that uses it, or set PORT to another.`,
      );
    }
    return await run();
  } catch (error) {
    if (crash) return refuse(`Shelfscribe could not start, because ${crash}.`);
    if (leave.signal.aborted) return 0;
    return refuse(`Shelfscribe could not start. ${(error as Error).message}\nThe logs are in ${dir}/logs.`);
  }
}

function refuse(reason: string): number {
  console.error(reason);
  return 1;
}

async function run(): Promise<number> {
  console.log('Starting Postgres, Redis, NATS and nine processes of Shelfscribe …');
  const startedAt = performance.now();
  const logs = new ProcessLogs(resolve(dir, 'logs'));
  const listener = listenerOf(logs);
  const { environment, models, local } = await startSystem(listener);
  let watcher: SourceWatcher | undefined;
  let pages: ConsoleServer | undefined;
  try {
    if (!leave.signal.aborted) {
      if (watch) {
        pages = await serveConsole(environment.baseUrl, host, listener);
        watcher = new SourceWatcher(environment);
      }
      const seconds = (performance.now() - startedAt) / 1000;
      greet(environment, { logs, models, sourcesUrl: pages?.url, seconds });
      await new Promise((resolve) => leave.signal.addEventListener('abort', resolve));
    }
  } finally {
    console.log('Finishing the work in progress and stopping …');
    await watcher?.stop();
    await pages?.stop();
    await local?.stop();
    await environment.stop();
  }
  console.log(crash ? `Stopped, because ${crash}.` : 'Stopped. The data is kept.');
  return crash ? 1 : 0;
}

/** The running system, and its models. */
interface System {
  environment: Environment;
  models: EnabledModels | undefined;
  /** The model that `npm run model` has added. */
  local: LocalModel | undefined;
}

/** Starts everything with the given settings, and with the models that were found. */
async function startSystem(listener: Listener): Promise<System> {
  for (const note of given.notes) console.warn(note);
  if (values['SP_API_CLIENT_ID'])
    console.log('Imports call the marketplace itself, because SP_API_CLIENT_ID is given.');
  const wanted = isWanted(values['SHELFSCRIBE_MODELS']);
  const local = wanted ? await LocalModel.find(new InstalledModels(dir), dir, given) : undefined;
  const found = [...(local ? [local.server] : []), ...(wanted ? await findLocalModels() : [])];
  const hosts = ownHosts(host, { hostname: hostname(), networkInterfaces: networkInterfaces() });
  let models: EnabledModels | undefined;
  const environment = await Environment.start({
    dir,
    ports: { gateway: port, sandbox: await keptPort(resolve(dir, 'sandbox.port'), warnOfMove) },
    variables: {
      all: variables,
      gateway: { HOST: host, HOSTS: hosts.join(',') },
      sandbox: { HOST: host },
    },
    adjust(app, usual) {
      const settings = localSettings(app, usual, given, {
        servers: found,
        ...(local && { keys: { local: local.key } }),
      });
      if (app === 'generations') models = modelsOf(settings);
      return settings;
    },
    accounts: [DEMO],
    unbundled: watch,
    ...(products ? { products: resolve(products) } : {}),
    listener,
  });
  await local?.start(listener).catch((error: unknown) => console.error((error as Error).message));
  return { environment, models, local };
}

/** Writes the lines of the processes to their logs. A crash is printed, and ends all; with --watch only that of a server does. */
function listenerOf(logs: ProcessLogs): Listener {
  return {
    signal: leave.signal,
    line(name, text) {
      logs.write(name, stripVTControlCharacters(text));
      if (printsLogs && !SERVERS.includes(name)) console.log(`${name.padEnd(17)} | ${text}`);
    },
    exit(child, how) {
      if (leave.signal.aborted) return;
      const what = `${child.name} ended unexpectedly (${how})`;
      console.error(`${what}. Its last lines, from ${logs.path(child.name)}:\n${child.lastLines}`);
      if (watch && !SERVERS.includes(child.name)) return;
      crash = what;
      leave.abort();
    },
  };
}

/** The revision that is checked out, with `-dirty` after a change; `unknown` where there is no repository. */
async function revision(): Promise<string> {
  const args = ['describe', '--always', '--abbrev=40', '--exclude=*', '--dirty'];
  const { stdout } = await promisify(execFile)('git', args).catch(() => ({ stdout: 'unknown' }));
  return stdout.trim();
}

function warnOfMove(from: number, to: number): void {
  console.warn(
    `Port ${from} of the sandbox is in use, so the sandbox moves to ${to}. The pictures of products imported before ` +
      'cannot be loaded until the products are imported again with "refresh": true.',
  );
}

/** Prints where everything is, the console first; `sourcesUrl` is where it is served from its sources. */
function greet(
  environment: Environment,
  {
    logs,
    models,
    sourcesUrl,
    seconds,
  }: {
    logs: ProcessLogs;
    models: EnabledModels | undefined;
    sourcesUrl: string | undefined;
    seconds: number;
  },
): void {
  const { baseUrl, coreUrl, sandboxUrl } = environment;
  console.log(`
Shelfscribe is up after ${seconds.toFixed(1)} s. Ctrl-C stops it; its data stays in ${dir}.

  Console      ${sourcesUrl ?? new URL('/console/', baseUrl).href}
  Account      ${DEMO.email}, password ${DEMO.password}

  {base_url}   ${baseUrl}
  {core_url}   ${coreUrl}
  Sandbox      ${sandboxUrl}

Models

${models ? modelsReport(models) : ''}

${processTable(environment, logs)}

Sign in, list the products, import two, generate a title:

${firstCommands(environment)}
`);
}
