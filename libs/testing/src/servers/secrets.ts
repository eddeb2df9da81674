// Derives the secrets of an environment from one secret in its folder, so that they survive a restart.
import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Gives the secret with a name: letters and digits, first a letter; always the same in one folder. */
export type Secrets = (name: string) => string;

/**
 * Opens the secrets of a folder; on first use it creates the root secret, readable for its owner alone. Errors: the file of the
 * root secret is not what was written.
 */
export async function loadSecrets(dir: string): Promise<Secrets> {
  await mkdir(dir, { recursive: true, mode: 0o700 });
  const path = join(dir, 'secret');
  if (!existsSync(path)) await createRoot(path);
  const root = await readFile(path, 'utf8');
  if (!/^[0-9a-f]{64}$/.test(root))
    throw new Error(`${path} is damaged. Restore it, or delete its folder with the data in it.`);
  return (name) => `s${createHmac('sha256', root).update(name).digest('hex')}`;
}

/** Its name appears once it is whole: with half a secret, or none, everybody could compute the others. */
async function createRoot(path: string): Promise<void> {
  const draft = `${path}.${randomUUID()}`; // of this call alone: the file of another one may be the root already
  try {
    await writeFile(draft, randomBytes(32).toString('hex'), { mode: 0o600, flush: true });
    await link(draft, path).catch((error) => {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error; // another process was first
    });
  } finally {
    await rm(draft, { force: true });
  }
}
