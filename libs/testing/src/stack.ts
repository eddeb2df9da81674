// The whole system on one machine: real servers and every process of ours, started, watched and ended in order.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { APPS, nodeEnv, SHUTDOWN_MS, variablesOf, type App, type Variables } from './apps.ts';
import { Child, type Listener } from './child.ts';
import { takeOver } from './guard.ts';
import { memoryOf } from './memory.ts';
import { OWNERS, prepareDatabase, type Owner, type OwnerDatabase } from './owner-database.ts';
import { freePort } from './ports.ts';
import { projectFile } from './programs.ts';
import { loadSecrets, type Secrets } from './secrets.ts';
import { startServers, stopServers, type Servers } from './servers.ts';

/** The order of leaving: first no new requests, then no new work, then those who answer. */
const LEAVING: readonly (readonly App[])[] = [
  ['gateway'],
  ['import-worker', 'generation-worker'],
  OWNERS,
  ['sandbox'],
];

/** How to run the system. */
export interface StackOptions {
  /** Folder of all its data and secrets; what is there is kept. */
  dir: string;
  /** Ports of servers, gateway and sandbox; free ones by default. */
  ports?: Partial<Record<keyof Servers | 'gateway' | 'sandbox', number>>;
  /** Variables of single processes, or of all of ours, that replace the usual ones. */
  variables?: Partial<Record<App | 'all', Variables>>;
  /** Has the last word about the variables of a process, for example to send it through a fault proxy. */
  adjust?: (app: App, variables: Variables) => Variables;
  /** Gives Redis and NATS a user `testing`, for what none of our processes may do. */
  testingUser?: boolean;
  /** File of products that the sandbox serves. */
  products?: string | undefined;
  listener?: Listener;
}

/** How a further copy differs from the first. */
export interface CopyOptions {
  /** Replace the usual ones; a gateway needs a PORT of its own. */
  variables?: Variables;
  /** Folder of another release: it has a `dist` of its own. */
  release?: string;
}

/** An account to begin with. */
export interface Seed {
  accountId: string;
  workspaceId: string;
  email: string;
  password: string;
  name: string;
}

/** The system, running. */
export class Stack {
  readonly servers: Servers;
  readonly databases: Record<Owner, OwnerDatabase>;
  /** `{base_url}`: products and generations. */
  readonly baseUrl: string;
  /** `{core_url}`: accounts and sessions. */
  readonly coreUrl: string;
  readonly sandboxUrl: string;
  /** The first copy of each process. */
  readonly processes = {} as Record<App, Child>;
  readonly #copies: { app: App; child: Child; opsUrl: string }[] = [];
  readonly #variables: Record<App, Variables>;
  readonly #listener: Listener;
  /** Aborted when one process fails to start, so that nobody waits for the others. */
  readonly #failed = new AbortController();

  private constructor(
    servers: Servers,
    databases: Record<Owner, OwnerDatabase>,
    ports: Record<'gateway' | 'sandbox', number>,
    secrets: Secrets,
    { variables = {}, adjust = (_, usual) => usual, products, listener = {} }: StackOptions,
  ) {
    const usual = variablesOf({ servers, databases, ports, secrets, products });
    const whole = (app: App): Variables =>
      adjust(app, { ...nodeEnv(), ...usual[app], ...variables.all, ...variables[app] });
    this.servers = servers;
    this.databases = databases;
    this.baseUrl = `http://localhost:${ports.gateway}/api/v2`;
    this.coreUrl = `http://localhost:${ports.gateway}/core/api/v2`;
    this.sandboxUrl = `http://127.0.0.1:${ports.sandbox}`;
    this.#variables = Object.fromEntries(APPS.map((app) => [app, whole(app)])) as Record<App, Variables>;
    const signals = [this.#failed.signal, ...(listener.signal ? [listener.signal] : [])];
    this.#listener = { ...listener, signal: AbortSignal.any(signals) };
  }

  /** Starts the system; resolves when every process is ready, and leaves nothing behind when one is not. */
  static async start(options: StackOptions): Promise<Stack> {
    await takeOver(options.dir);
    const secrets = await loadSecrets(options.dir);
    const ports = {
      gateway: options.ports?.gateway ?? (await freePort()),
      sandbox: options.ports?.sandbox ?? (await freePort()),
    };
    const servers = await startServers({ ...options, secrets });
    try {
      const databases = {} as Record<Owner, OwnerDatabase>;
      for (const owner of OWNERS) {
        databases[owner] = await prepareDatabase(servers.postgres, owner, secrets);
      }
      const stack = new Stack(servers, databases, ports, secrets, options);
      await stack.#startApps();
      return stack;
    } catch (error) {
      await stopServers(servers);
      throw error;
    }
  }

  /** Starts another copy of a process. */
  async add(app: Exclude<App, 'sandbox'>, options: CopyOptions = {}): Promise<Child> {
    return this.#startCopy(app, options);
  }

  /** Gives the system accounts, with what each owner keeps for them. May be repeated. */
  async seed(...seeds: Seed[]): Promise<void> {
    await Promise.all(
      OWNERS.map((owner) => {
        const args = seeds.map((seed) =>
          JSON.stringify(owner === 'auth' ? seed : { workspaceId: seed.workspaceId }),
        );
        return this.#run(owner, 'seed', args);
      }),
    );
  }

  /** Address of the ops port of each process, copies included, by name. */
  get opsUrls(): Record<string, string> {
    return Object.fromEntries(this.#copies.map(({ child, opsUrl }) => [child.name, opsUrl]));
  }

  /** Resident memory of each process, servers included, in bytes. */
  memory(): Promise<Record<string, number>> {
    const { postgres, redis, nats } = this.servers;
    return memoryOf([postgres, redis, nats, ...this.#copies.map(({ child }) => child)]);
  }

  /** Ends everything in order. */
  async stop(): Promise<void> {
    for (const apps of LEAVING) {
      const leaving = this.#copies.filter(({ app }) => apps.includes(app));
      await Promise.all(leaving.map(({ child }) => child.stop()));
    }
    await stopServers(this.servers);
  }

  async #startApps(): Promise<void> {
    const starting = APPS.map(async (app) => {
      if (isOwner(app)) {
        await this.#run(app, 'migrate', [], { MIGRATION_DATABASE_URL: this.databases[app].ownerUrl });
      }
      this.processes[app] = await this.#startCopy(app);
    });
    try {
      await Promise.all(starting);
    } catch (error) {
      this.#failed.abort();
      await Promise.allSettled(starting);
      await Promise.all(this.#copies.map(({ child }) => child.stop()));
      throw error;
    }
  }

  async #startCopy(app: App, { variables, release }: CopyOptions = {}): Promise<Child> {
    const number = this.#copies.filter((copy) => copy.app === app).length + 1;
    const opsPort = await freePort();
    const opsUrl = `http://127.0.0.1:${opsPort}`;
    const program = `dist/apps/${app}/src/main.js`;
    const child = await Child.start(
      {
        name: number === 1 ? app : `${app}-${number}`,
        command: process.execPath,
        args: [release ? join(release, program) : projectFile(program)],
        env: { ...this.#variables[app], ...variables, OPS_PORT: String(opsPort) },
        ready: `${opsUrl}/health/ready`,
        readyMs: 60_000,
        stopSignal: 'SIGTERM',
        stopMs: SHUTDOWN_MS + 5000,
      },
      this.#listener,
    );
    this.#copies.push({ app, child, opsUrl });
    return child;
  }

  /** Runs a script of an owner to its end. */
  async #run(owner: Owner, script: string, args: string[], variables: Variables = {}): Promise<void> {
    const env = { ...this.#variables[owner], ...variables };
    const file = projectFile(`dist/apps/${owner}/src/${script}.js`);
    try {
      await promisify(execFile)(process.execPath, [file, ...args], { env, signal: this.#listener.signal });
    } catch (error) {
      const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
      throw new Error(`${owner}: ${script} failed:\n${stdout}${stderr}`, { cause: error });
    }
  }
}

function isOwner(app: App): app is Owner {
  return (OWNERS as readonly App[]).includes(app);
}
