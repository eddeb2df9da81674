// Files of the project, and what every server that we start has in common.
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Listener } from '../processes/child.ts';
import type { Port } from './ports.ts';
import type { Secrets } from './secrets.ts';

/** Where a server of several runs: its name, its address, and the command that enters its network. */
export interface Place {
  name: string;
  address: string;
  enter: readonly string[];
}

/** How to run a server. */
export interface ServerOptions {
  /** Folder of the data; kept between starts. */
  dir: string;
  /** A free one by default, which is chosen when everything else is ready. */
  port?: Port | undefined;
  secrets: Secrets;
  /** This machine by default. */
  place?: Place;
  /** Adds a user `testing` to Redis and NATS, with rights that none of our processes has. */
  testingUser?: boolean;
  /** More arguments for the program, which win over the usual ones. */
  args?: readonly string[];
  listener?: Listener;
}

/** Folders with servers that are not on every PATH. */
const MORE_FOLDERS = ['/usr/sbin', '/usr/local/sbin', '/usr/local/bin', '/opt/homebrew/bin'];

const root = fileURLToPath(new URL('../../../../', import.meta.url));

/** Full path of a file of the project. */
export function projectFile(path: string): string {
  return join(root, path);
}

/** Full path of a program of one of our processes, bundled with its packages; see scripts/setup/bundle.mjs. */
export function bundledProgram(app: string, name = 'main'): string {
  return projectFile(`dist/bundles/${app}/${name}.js`);
}

/** Full path of the same program as the compiler has written it: for those who exchange single files of it. */
export function compiledProgram(app: string, name = 'main'): string {
  return projectFile(`dist/apps/${app}/src/${name}.js`);
}

/** The Node that runs npm here. It may be older than the project's own, as that of a program that uses the client. */
export function nodeOfNpm(): string {
  return process.env['npm_node_execpath'] ?? process.execPath;
}

/** Full path of a server's configuration file. */
export function deployFile(path: string): string {
  return projectFile(join('deploy', path));
}

/**
 * False where tests run on a disk: then the servers leave it to the system when it writes, as in a folder in memory. What is
 * killed is killed alone, so what it has written stays; a disk that is busy with something else would stop everything.
 */
export function waitsForDisk(): boolean {
  return process.env['TEST_FSYNC'] !== 'off';
}

/** The place of a server that is alone on this machine. */
export function here(name: string): Place {
  return { name, address: '127.0.0.1', enter: [] };
}

/** The program and the arguments of a command that runs in a place. */
export function commandIn({ enter }: Place, ...command: string[]): { command: string; args: string[] } {
  const [program = '', ...args] = [...enter, ...command];
  return { command: program, args };
}

/** The variables that every child process gets; it inherits nothing else. */
export function programEnv(): Record<string, string> {
  return { PATH: [process.env['PATH'], ...MORE_FOLDERS].join(delimiter), LC_ALL: 'C' };
}
