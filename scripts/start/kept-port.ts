// Keeps a port over restarts, for addresses that are stored, such as those of the sandbox's pictures in products.
import { readFile, writeFile } from 'node:fs/promises';
import { freePort, isFree } from '#testing/servers';

/**
 * The port in the file, which an earlier start has chosen. If there is none, or another process listens on it, a free
 * port that takes its place in the file; `taken` hears about the latter case.
 */
export async function keptPort(file: string, taken: (old: number, port: number) => void): Promise<number> {
  const kept = Number(await readFile(file, 'utf8').catch(() => '0'));
  if (kept > 0 && (await isFree(kept))) return kept;
  const port = await freePort();
  await writeFile(file, `${port}\n`);
  if (kept > 0) taken(kept, port);
  return port;
}
