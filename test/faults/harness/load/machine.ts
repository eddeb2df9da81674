// What the machine itself does while something is measured on it.
import { readFile } from 'node:fs/promises';

/** Where `steal` stands among the times of /proc/stat; two that follow are counted in the first two already. */
const STEAL = 7;

/**
 * Share of the time, 0 to 1, in which a virtual machine wanted its cores and others on the same host had them, since
 * this was called; 0 where the system does not tell.
 */
export async function watchTheft(): Promise<() => Promise<number>> {
  const before = await times();
  return async () => {
    const spent = (await times()).map((ticks, n) => ticks - (before[n] ?? 0));
    const all = spent.reduce((sum, ticks) => sum + ticks, 0);
    return all === 0 ? 0 : (spent[STEAL] ?? 0) / all;
  };
}

/** Ticks of all cores since the start of the machine, by what they were spent on. */
async function times(): Promise<number[]> {
  const text = await readFile('/proc/stat', 'utf8').catch(() => '');
  const [, ...ticks] = text.split('\n', 1)[0]?.trim().split(/ +/) ?? [];
  return ticks.slice(0, STEAL + 1).map(Number);
}
