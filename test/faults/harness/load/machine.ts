// Separates the machine from the product in measured times: periods with stolen CPU time, and bounds for noise.
import { readFile } from 'node:fs/promises';

/** Times below this are noise and count as this, in milliseconds. */
export const NOISE_MS = 25;
/** Added to a bound on the slowest in a hundred where ten seconds decide: one pause of the machine, in milliseconds. */
export const PAUSE_MS = 100;
/** Largest share of CPU time that other virtual machines may take in a quiet period. */
const QUIET_STEAL = 0.03;

/** A measured period. */
export interface Period {
  /** Share of the CPU time, 0 to 1, that other virtual machines took while this one wanted it. */
  steal: number;
}

/** Runs work and returns its result with the steal during that time; 0 where the system does not report it. */
export async function withSteal<T extends object>(work: () => Promise<T>): Promise<T & Period> {
  const before = await cpuTicks();
  const result = await work();
  const spent = (await cpuTicks()).map((ticks, n) => ticks - (before[n] ?? 0));
  const all = spent.reduce((sum, ticks) => sum + ticks, 0);
  return { ...result, steal: all === 0 ? 0 : (spent[STEAL] ?? 0) / all };
}

/** The quiet periods. */
export function quiet<P extends Period>(periods: readonly P[]): P[] {
  return periods.filter(({ steal }) => steal < QUIET_STEAL);
}

/** Position of `steal` in the CPU line of /proc/stat; the two fields after it are parts of the first two. */
const STEAL = 7;

/** CPU ticks since the start of the machine, by what they were spent on. */
async function cpuTicks(): Promise<number[]> {
  const text = await readFile('/proc/stat', 'utf8').catch(() => '');
  const [, ...ticks] = text.split('\n', 1)[0]?.trim().split(/ +/) ?? [];
  return ticks.slice(0, STEAL + 1).map(Number);
}
