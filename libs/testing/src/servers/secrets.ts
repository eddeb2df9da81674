// Derives the secrets of an environment from one secret in its folder, so that they survive a restart.
import { createHmac, randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Gives the secret with a name: letters and digits, first a letter; always the same in one folder. */
export type Secrets = (name: string) => string;

/** Opens the secrets of a folder; on first use it creates the root secret, readable for its owner alone. */
export async function loadSecrets(dir: string): Promise<Secrets> {
  await mkdir(dir, { recursive: true, mode: 0o700 });
  const path = join(dir, 'secret');
  await writeFile(path, randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx' }).catch((error) => {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  });
  const root = await readFile(path, 'utf8');
  return (name) => `s${createHmac('sha256', root).update(name).digest('hex')}`;
}
