// Sees to it that no child outlives this process, not even when it is killed with SIGKILL.
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Remembers the processes it is told of; when its input ends, it ends those that are left. */
const SCRIPT = `
pids=' '
while read -r verb pid; do
  case $verb in
    watch) pids="$pids$pid " ;;
    forget) pids="\${pids%% $pid *} \${pids#* $pid }" ;;
  esac
done
for signal in INT 0 0 0 0 0 0 0 0 0 KILL; do
  left=' '
  for pid in $pids; do kill -$signal $pid 2>/dev/null && left="$left$pid "; done
  pids=$left
  [ "$pids" = ' ' ] && exit
  sleep 1
done
`;

const watched = new Set<number>();
let guard: ChildProcess | undefined;

/** Longest time that a guard needs to end what was left to it, in milliseconds. */
const CLEANING_MS = 12_000;

/**
 * Makes sure that nobody works in a folder any more: an earlier process that was killed left its children to its
 * guard, which may still be ending them. Leaves word of our own guard for the next.
 */
export async function takeOver(dir: string): Promise<void> {
  await mkdir(dir, { recursive: true, mode: 0o700 });
  const word = join(dir, 'guard.pid');
  const earlier = Number(await readFile(word, 'utf8').catch(() => '0'));
  const giveUp = performance.now() + CLEANING_MS;
  while (isAlive(earlier) && performance.now() < giveUp) {
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  guard ??= open();
  await writeFile(word, String(guard.pid));
}

/** Has a process ended if this one ends first. */
export function watch(pid: number): void {
  guard ??= open();
  watched.add(pid);
  guard.stdin?.write(`watch ${pid}\n`);
}

/** Forgets a process that has ended. */
export function forget(pid: number): void {
  if (!watched.delete(pid)) return;
  guard?.stdin?.write(`forget ${pid}\n`);
  if (watched.size > 0) return;
  guard?.stdin?.end();
  guard = undefined;
}

function isAlive(pid: number): boolean {
  try {
    return pid > 0 && process.kill(pid, 0);
  } catch {
    return false; // there is no such process
  }
}

function open(): ChildProcess {
  // Detached, so that Ctrl-C in a terminal does not reach it.
  const child = spawn('/bin/sh', ['-c', SCRIPT], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
  child.unref();
  child.stdin.on('error', () => undefined); // it was killed: nothing is guarded then, and nothing breaks
  (child.stdin as unknown as { unref: () => void }).unref();
  return child;
}
