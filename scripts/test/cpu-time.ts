// The time that the processors spent on this process and on all processes that it waited for.
import { readFileSync } from 'node:fs';

/** Linux counts in ticks of a hundredth of a second. */
const TICKS = 100;

/** User and system time in seconds; undefined where the system does not tell. */
export function cpuTime(): number | undefined {
  try {
    const stat = readFileSync('/proc/self/stat', 'utf8');
    // The name of the program, in parentheses, may have spaces. After it the times are fields 12 to 15.
    const times = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 15);
    return times.reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS;
  } catch {
    return undefined;
  }
}
