// A watchdog process that ends our children when this process has gone, even if it was killed with SIGKILL.
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Reads process ids to watch and to forget; when its input ends, it ends the processes that are left. */
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
let watchdog: ChildProcess | undefined;

/** Longest time that a watchdog needs to end the processes left to it, in milliseconds. */
const CLEANING_MS = 12_000;

/**
 * Waits until no process of an earlier run works in a folder: if that run was killed, its watchdog may still be ending
 * its children. Then stores the id of our own watchdog there, for the next run.
 */
export async function takeOver(dir: string): Promise<void> {
  await mkdir(dir, { recursive: true, mode: 0o700 });
  const file = join(dir, 'watchdog.pid');
  const earlier = Number(await readFile(file, 'utf8').catch(() => '0'));
  const giveUp = performance.now() + CLEANING_MS;
  while (isAlive(earlier) && performance.now() < giveUp) await sleep(100);
  watchdog ??= open();
  await writeFile(file, String(watchdog.pid));
}

/** Ends a process when this one has gone. */
export function watch(pid: number): void {
  watchdog ??= open();
  watched.add(pid);
  watchdog.stdin?.write(`watch ${pid}\n`);
}

/** Forgets a process that has exited. */
export function forget(pid: number): void {
  if (!watched.delete(pid)) return;
  watchdog?.stdin?.write(`forget ${pid}\n`);
  if (watched.size > 0) return;
  watchdog?.stdin?.end();
  watchdog = undefined;
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
  child.stdin.on('error', () => undefined); // the watchdog was killed: then nothing is watched, and nothing breaks
  (child.stdin as unknown as { unref: () => void }).unref();
  return child;
}
