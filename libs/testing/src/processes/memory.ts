// Measures the resident memory of child processes.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Child } from './child.ts';

/** Resident memory by name in bytes. A process includes its own children; shared pages count in each process. */
export async function memoryOf(children: readonly Child[]): Promise<Record<string, number>> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=,rss=']);
  const rows = stdout
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number));
  const held = ({ pid }: Child): number =>
    rows.reduce((sum, [id, parent, kib = 0]) => (id === pid || parent === pid ? sum + kib * 1024 : sum), 0);
  return Object.fromEntries(children.map((child) => [child.name, held(child)]));
}
