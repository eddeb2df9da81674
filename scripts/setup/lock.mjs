// A lock that a process holds until it ends. Its file names the holder, so the lock of a killed process does no harm.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, readlinkSync, rmSync, symlinkSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Takes a lock until this process ends. Gives false while another living process holds it. */
export async function tryLock(path) {
  mkdirSync(dirname(path), { recursive: true });
  const me = identityOf(process.pid);
  const holder = holderOf(path);
  if (holder) {
    if (holder === identityOf(Number.parseInt(holder))) return false;
    rmSync(path, { force: true });
  }
  try {
    symlinkSync(me, path); // a link, because it is created together with its content
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
  // A second process that saw the same dead holder may just be removing our link in place of the old one.
  if (holder) await sleep(100);
  if (holderOf(path) !== me) return false;
  process.once('exit', () => rmSync(path, { force: true }));
  return true;
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
