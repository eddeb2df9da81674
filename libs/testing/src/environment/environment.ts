// Starts the whole system on one machine: real servers and every process of ours, watched and stopped in order.
import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { promisify } from 'node:util';
import { OTHER_SCHEMA } from '#platform/migrations';
import { ApiDocument } from '../http/api-document.ts';
import { Child, type Listener } from '../processes/child.ts';
import { memoryOf } from '../processes/memory.ts';
import { takeOver } from '../processes/watchdog.ts';
import { OWNERS, prepareDatabase, type Owner, type OwnerDatabase } from '../servers/owner-database.ts';
import { temporaryFolder } from '../servers/owner-servers.ts';
import { freePort, onPort } from '../servers/ports.ts';
import { bundledProgram, compiledProgram, projectFile } from '../servers/programs.ts';
import { loadSecrets, type Secrets } from '../servers/secrets.ts';
import { startServers, stopServers, type Servers, type ServersOptions } from '../servers/servers.ts';
import { announce } from './announce.ts';
import { APPS, nodeEnv, SHUTDOWN_MS, variablesOf } from './apps.ts';
import type { App, EnvironmentParts, Variables } from './apps.ts';
import { Person, type Account, type ApiAddress } from './person.ts';

/** Stop order: first no new requests, then no new work, then the owners that answer the workers. */
const STOP_ORDER: readonly (readonly App[])[] = [
  ['gateway'],
  ['import-worker', 'generation-worker', 'webhook-worker'],
  OWNERS,
  ['sandbox'],
];

/** How to run the system. */
export interface EnvironmentOptions extends Pick<ServersOptions, 'testingUser' | 'listener'> {
  /** Tells on stderr that a stack of this name starts, and when it is ready: tests show nothing meanwhile. */
  name?: string;
  /** Folder of all data and secrets, which is kept. By default a temporary one that `stop` removes. */
  dir?: string;
  /** Ports of servers, gateway and sandbox; free ones by default. */
  ports?: Partial<Record<keyof Servers | 'gateway' | 'sandbox', number>>;
  /** Variables of single processes, or of all of ours, that replace the usual ones. */
  variables?: Partial<Record<App | 'all', Variables>>;
  /** Changes the final variables of a process, for example to send it through a fault proxy. */
  adjust?: (app: App, variables: Variables) => Variables;
  /** File of products that the sandbox serves. */
  products?: string;
  /** Runs our processes from single files, so that those that import a changed one can be found and restarted. */
  unbundled?: boolean;
  /** Starts the servers; by default one of each on this machine. */
  startServers?: (options: ServersOptions) => Promise<Servers>;
  /** Accounts that exist before the gateway answers. */
  accounts?: readonly Account[];
}

/** The folder of the data. */
interface Folder {
  dir: string;
  /** Removes a temporary one. */
  remove: () => Promise<void>;
}

/** The running system. */
export class Environment {
  readonly servers: Servers;
  readonly databases: Record<Owner, OwnerDatabase>;
  readonly secrets: Secrets;
  /** `{base_url}`: products and generations. */
  readonly baseUrl: string;
  /** `{core_url}`: accounts and sessions. */
  readonly coreUrl: string;
  readonly sandboxUrl: string;
  /** The first copy of each process. */
  readonly processes = {} as Record<App, Child>;
  #copies: { app: App; child: Child; opsUrl: string }[] = [];
  readonly #variables: Record<App, Variables>;
  readonly #listener: Listener;
  /** Aborted when one process fails to start, so that the other starts end too. */
  readonly #startFailed = new AbortController();
  readonly #folder: Folder;
  readonly #unbundled: boolean;
  #document: Promise<ApiDocument> | undefined;

  private constructor(parts: EnvironmentParts, options: EnvironmentOptions, folder: Folder) {
    const { variables = {}, adjust = (_, usual) => usual, products, listener = {} } = options;
    const usual = variablesOf(parts, products);
    const whole = (app: App): Variables =>
      adjust(app, { ...nodeEnv(), ...usual[app], ...variables.all, ...variables[app] });
    this.servers = parts.servers;
    this.databases = parts.databases;
    this.secrets = parts.secrets;
    this.baseUrl = `http://localhost:${parts.ports.gateway}/api/v2`;
    this.coreUrl = `http://localhost:${parts.ports.gateway}/core/api/v2`;
    this.sandboxUrl = `http://127.0.0.1:${parts.ports.sandbox}`;
    this.#variables = Object.fromEntries(APPS.map((app) => [app, whole(app)])) as Record<App, Variables>;
    const signals = [this.#startFailed.signal, ...(listener.signal ? [listener.signal] : [])];
    this.#listener = { ...listener, signal: AbortSignal.any(signals) };
    this.#folder = folder;
    this.#unbundled = options.unbundled ?? false;
  }

  /**
   * Starts the system; resolves when every process is ready. The gateway starts last: once it answers, all others are
   * ready. Leaves nothing running when one is not.
   */
  static start(options: EnvironmentOptions = {}): Promise<Environment> {
    const { gateway = freePort, sandbox = freePort } = options.ports ?? {};
    // All processes know these two addresses, so all start again when somebody has taken one of them meanwhile.
    return onPort(gateway, (gatewayPort) =>
      onPort(sandbox, (sandboxPort) =>
        Environment.#startOn({ gateway: gatewayPort, sandbox: sandboxPort }, options),
      ),
    );
  }

  static async #startOn(ports: EnvironmentParts['ports'], options: EnvironmentOptions): Promise<Environment> {
    const tell = announce(options.name);
    const dir = options.dir ?? (await temporaryFolder('environment'));
    const remove = async (): Promise<void> => {
      if (!options.dir) await rm(dir, { recursive: true, force: true });
    };
    await takeOver(dir);
    const secrets = await loadSecrets(dir);
    let servers: Servers | undefined;
    try {
      const { startServers: start = startServers, ...others } = options;
      servers = await start({ ...others, dir, secrets });
      const databases = {} as Record<Owner, OwnerDatabase>;
      for (const owner of OWNERS) {
        databases[owner] = await prepareDatabase(servers.postgres, owner, secrets);
      }
      const parts = { servers, databases, ports, secrets };
      const environment = new Environment(parts, options, { dir, remove });
      await environment.#startApps(options.accounts ?? []);
      tell();
      return environment;
    } catch (error) {
      if (servers) await stopServers(servers);
      await remove();
      throw error;
    }
  }

  /** The API document that the gateway serves, fetched once. */
  get document(): Promise<ApiDocument> {
    this.#document ??= ApiDocument.fetch(new URL(this.baseUrl).origin);
    return this.#document;
  }

  /** Runs the migrations of all owners. */
  migrate(): Promise<void> {
    const urls = OWNERS.map((owner) => [owner, this.databases[owner].ownerUrl]);
    const env = { ...nodeEnv(), MIGRATION_DATABASE_URLS: JSON.stringify(Object.fromEntries(urls)) };
    return this.#run([projectFile('libs/testing/src/environment/migrations.ts')], env);
  }

  /** Starts another copy of a process. `variables` replace the usual ones; a gateway needs a PORT of its own. */
  add(app: Exclude<App, 'sandbox'>, variables?: Variables): Promise<Child> {
    return this.#startCopy(app, variables);
  }

  /** Stops a copy that was added, and forgets it. */
  async remove(copy: Child): Promise<void> {
    await copy.stop();
    this.#copies = this.#copies.filter(({ child }) => child !== copy);
  }

  /** Gives the system accounts, with the data that each owner keeps for them. May be repeated. */
  async seed(...accounts: readonly Account[]): Promise<void> {
    await Promise.all(OWNERS.map((owner) => this.#seed(owner, accounts)));
  }

  /** Puts the products and the document of the demonstration into the workspaces of people. */
  async addDemoData(...people: readonly Person[]): Promise<void> {
    await Promise.all((['catalogue', 'generations'] as const).map((owner) => this.#seed(owner, people)));
  }

  /** Registers an account with its own, empty workspace for each name, and signs it in. */
  async addPeople<const N extends readonly string[]>(...names: N): Promise<{ [K in keyof N]: Person }> {
    const address = await this.#address();
    const people: Person[] = [];
    for (const name of names) people.push(await Person.register(name, address)); // a network may sign in only some at once
    return people as unknown as { [K in keyof N]: Person };
  }

  /** Signs in an account. */
  async signIn(account: Account): Promise<Person> {
    return Person.signIn(account, await this.#address());
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

  /** Stops everything in order, and removes the data unless its folder was given. */
  async stop(): Promise<void> {
    for (const apps of STOP_ORDER) {
      const stopping = this.#copies.filter(({ app }) => apps.includes(app));
      await Promise.all(stopping.map(({ child }) => child.stop()));
    }
    await stopServers(this.servers);
    await this.#folder.remove();
  }

  async #startApps(accounts: readonly Account[]): Promise<void> {
    const migrated = this.migrate();
    const starting = APPS.filter((app) => app !== 'gateway').map(async (app) => {
      const owner = OWNERS.find((one) => one === app);
      if (owner) await migrated;
      this.processes[app] = await this.#startCopy(app);
      if (owner && accounts.length > 0) await this.#seed(owner, accounts);
    });
    try {
      await Promise.all(starting);
      this.processes.gateway = await this.#startCopy('gateway');
    } catch (error) {
      this.#startFailed.abort();
      await Promise.allSettled(starting);
      await Promise.all(this.#copies.map(({ child }) => child.stop()));
      throw error;
    }
  }

  #startCopy(app: App, variables: Variables = {}): Promise<Child> {
    return onPort(freePort, (opsPort) => this.#startCopyOn(opsPort, app, variables));
  }

  async #startCopyOn(opsPort: number, app: App, variables: Variables): Promise<Child> {
    const number = this.#copies.filter((copy) => copy.app === app).length + 1;
    const opsUrl = `http://127.0.0.1:${opsPort}`;
    const env: Variables = { ...this.#variables[app], ...variables, OPS_PORT: String(opsPort) };
    const child = await Child.start(
      {
        name: number === 1 ? app : `${app}-${number}`,
        command: process.execPath,
        args: [this.#program(app, 'main', env)],
        env,
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

  /** Path of a program. A test build replaces single files, and so does `npm run dev`. */
  #program(app: App, name: string, env = this.#variables[app]): string {
    return (this.#unbundled || env['TEST_BUILD'] ? compiledProgram : bundledProgram)(app, name);
  }

  async #address(): Promise<ApiAddress> {
    const { baseUrl, coreUrl } = this;
    return { baseUrl, coreUrl, document: await this.document };
  }

  #seed(owner: Owner, accounts: readonly Account[]): Promise<void> {
    if (owner === 'auth') return this.#createAccounts(accounts);
    if (owner === 'notifications') return Promise.resolve(); // what it has comes from events
    const args = accounts.map(({ workspaceId }) => JSON.stringify({ workspaceId }));
    return this.#run([this.#program(owner, 'seed'), ...args], this.#variables[owner]);
  }

  #createAccounts(accounts: readonly Account[]): Promise<void> {
    const args = accounts.map(({ password: _, ...account }) => JSON.stringify(account));
    const input = accounts.map(({ password }) => `${password}\n`).join('');
    const program = [this.#program('auth', 'admin'), 'account', 'create', ...args];
    return this.#run(program, this.#variables.auth, input);
  }

  /** Runs a program to its end. */
  async #run(args: string[], env: Variables, input = ''): Promise<void> {
    const running = promisify(execFile)(process.execPath, args, { env, signal: this.#listener.signal });
    running.child.stdin?.end(input);
    try {
      await running;
    } catch (error) {
      const {
        code,
        stdout = '',
        stderr = '',
      } = error as { code?: unknown; stdout?: string; stderr?: string };
      if (code === OTHER_SCHEMA)
        throw new Error(
          `The tables in ${this.#folder.dir} were made by another version. Delete postgres, redis and nats in it ` +
            'to begin anew, or set LOCAL_DIR to another folder.',
          { cause: error },
        );
      throw new Error(`${args[0]} failed:\n${stdout}${stderr}`, { cause: error });
    }
  }
}
