// A lock in the form of a file that names its holder, so that one left behind by a killed process does no harm.
import { execFileSync } from 'node:child_process';
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { say } from './run.mjs';

/** Takes a lock and gives the way to release it; nothing when a living process holds it. */
export function tryLock(path) {
  mkdirSync(dirname(path), { recursive: true });
  const mine = `${path}.${process.pid}`;
  const me = holder(process.pid);
  writeFileSync(mine, me);
  try {
    for (;;) {
      try {
        linkSync(mine, path); // appears with its content, or not at all
        return () => rmSync(path, { force: true });
      } catch (error) {
        if (error.code !== 'EEXIST') throw error;
      }
      const other = read(path);
      if (other && other === holder(Number.parseInt(other, 10))) return undefined;
      discard(path, other);
    }
  } finally {
    rmSync(mine, { force: true });
  }
}

/** Does work under a lock; waits for it as long as it takes. */
export async function withLock(path, work) {
  let release = tryLock(path);
  if (!release) say('Waiting for another set-up in this folder.');
  while (!release) {
    await new Promise((resolve) => setTimeout(resolve, 200));
    release = tryLock(path);
  }
  try {
    return await work();
  } finally {
    release();
  }
}

/** Names a process and its time of start, since process ids come round again; empty when it is gone. */
function holder(pid) {
  try {
    if (process.platform === 'linux') {
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').pop()?.split(' ');
      return `${pid} ${fields?.[19]}`; // field 22: clock ticks from boot to its start
    }
    return `${pid} ${execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim()}`;
  } catch {
    return ''; // there is no such process
  }
}

function read(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return undefined; // just released
    throw error;
  }
}

/** Removes the lock of a dead process, unless somebody else was faster and holds it by now. */
function discard(path, dead) {
  const aside = `${path}.${process.pid}.dead`;
  try {
    renameSync(path, aside);
    if (read(aside) !== dead) linkSync(aside, path);
  } catch (error) {
    if (error.code !== 'ENOENT' && error.code !== 'EEXIST') throw error;
  } finally {
    rmSync(aside, { force: true });
  }
}
