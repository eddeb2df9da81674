// A lock that a process holds until it ends. Its file names the holder, so the lock of a killed process does no harm.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, readlinkSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { dirname } from 'node:path';

/** Takes a lock until this process ends. Gives false while another living process holds it. */
export function tryLock(path) {
  mkdirSync(dirname(path), { recursive: true });
  const me = identityOf(process.pid);
  const holder = holderOf(path);
  if (holder) {
    if (holder === identityOf(Number.parseInt(holder))) return false;
    discard(path, holder);
  }
  if (!create(path, me)) return false;
  process.once('exit', () => rmSync(path, { force: true }));
  return true;
}

/** A link, because it is created together with its content. Gives false when there is one. */
function create(path, holder) {
  try {
    symlinkSync(holder, path);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

/** Removes the lock of a dead process, unless another process was faster and holds the lock by now. */
function discard(path, dead) {
  const aside = `${path}.${process.pid}`;
  try {
    renameSync(path, aside);
  } catch (error) {
    if (error.code === 'ENOENT') return; // another process has removed it
    throw error;
  }
  const holder = readlinkSync(aside);
  if (holder !== dead) create(path, holder);
  rmSync(aside);
}

function holderOf(path) {
  try {
    return readlinkSync(path);
  } catch {
    return undefined; // nobody holds it
  }
}

/** Process id and time of start, because process ids are used again. Empty when there is no such process. */
function identityOf(pid) {
  try {
    if (process.platform === 'linux') {
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').pop().split(' ');
      return `${pid} ${fields[19]}`; // field 22 of proc(5): clock ticks from boot to the start
    }
    return `${pid} ${execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim()}`;
  } catch {
    return '';
  }
}
