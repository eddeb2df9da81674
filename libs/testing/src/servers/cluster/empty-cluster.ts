// Gives each Postgres a cluster of its own: a copy of an empty one, because initdb takes a second of CPU and waits for the disk.
import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { programEnv, projectFile } from '../programs.ts';

/** Empty clusters that are ready to be copied, by version and flags of initdb. */
const CLUSTERS = projectFile('.local/clusters');
/** File of the superuser's password beside the data. Copies have the same one. */
export const PASSWORD_FILE = 'superuser.password';

const INITDB_FLAGS = [
  '--username=postgres',
  '--auth=scram-sha-256',
  '--encoding=UTF8',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--no-instructions',
];

/** The command that runs a program as the user of Postgres. */
type As = (program: string) => string[];

/** Puts an empty cluster into a folder, as `data` and the file of the password. An interrupted copy leaves no `data`. */
export async function copyCluster(dir: string, initdb: string, as: As): Promise<void> {
  const cluster = await emptyCluster(initdb, as);
  const copy = join(dir, 'data.new');
  await rm(copy, { recursive: true, force: true });
  await run([...as('cp'), '-R', '-p', join(cluster, 'data'), copy]);
  await copyFile(join(cluster, PASSWORD_FILE), join(dir, PASSWORD_FILE));
  await rename(copy, join(dir, 'data'));
}

/** The folder of an empty cluster, which the first call in a checkout makes. */
async function emptyCluster(initdb: string, as: As): Promise<string> {
  const version = await run([initdb, '--version']);
  const name = createHash('sha256')
    .update(JSON.stringify([version, INITDB_FLAGS]))
    .digest('hex');
  const cluster = join(CLUSTERS, name.slice(0, 12));
  if (existsSync(cluster)) return cluster;
  await mkdir(CLUSTERS, { recursive: true });
  const made = await mkdtemp(join(CLUSTERS, 'new-'));
  const passwordFile = join(made, PASSWORD_FILE);
  await writeFile(passwordFile, `${randomBytes(24).toString('hex')}\n`, { mode: 0o600 });
  await run([...as(initdb), `--pgdata=${join(made, 'data')}`, `--pwfile=${passwordFile}`, ...INITDB_FLAGS]);
  await rename(made, cluster).catch(async (error: unknown) => {
    await rm(made, { recursive: true, force: true });
    if (!existsSync(cluster)) throw error; // else another process was faster
  });
  return cluster;
}

async function run([program = '', ...args]: string[]): Promise<string> {
  return (await promisify(execFile)(program, args, { env: programEnv() })).stdout;
}
