// npm run test:cluster: builds the programs, then runs the steps on a machine of their own, of which nothing stays.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { projectFile } from '#testing/servers';
import { removeControlGroups } from './control-groups.ts';
import { makeImages } from './images.ts';
import { makeKinds } from './kinds.ts';
import { missingOnMachine } from './missing.ts';
import { buildPrograms, findGo } from './programs.ts';

/** Everything that the test keeps between runs (programs), and what a run makes (machine). */
const FOLDER = projectFile('.local/cluster');

/** Runs the test; gives the exit code. What is not at hand is said, and then the test is skipped. */
export async function runCluster(args: readonly string[]): Promise<number> {
  const go = findGo();
  const missing = missingOnMachine(go);
  if (go === undefined || missing.length > 0) {
    console.log(`skipped: a cluster needs ${missing.join(', ')}`);
    return 0;
  }
  const programs = join(FOLDER, 'bin');
  await buildPrograms(go, programs);
  await makeKinds(go, programs);
  const machine = join(FOLDER, 'machine');
  clean(machine);
  mkdirSync(machine, { recursive: true });
  await makeImages(programs, machine);
  try {
    return await onMachine(machine, args);
  } finally {
    removeControlGroups();
    clean(machine);
  }
}

/** Runs this command again, as the first one of new namespaces. With the first process all others of them end. */
function onMachine(machine: string, args: readonly string[]): Promise<number> {
  const namespaces = ['--mount', '--net', '--ipc', '--pid', '--fork', '--kill-child', '--mount-proc'];
  const inside = [
    process.execPath,
    ...process.execArgv,
    projectFile('scripts/cluster.ts'),
    'inside',
    ...args,
  ];
  const command = [...namespaces, 'sh', projectFile('test/cluster/machine.sh'), machine, ...inside];
  const child = spawn('unshare', command, { stdio: 'inherit' });
  const stop = (): void => void child.kill('SIGKILL');
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, stop);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? 1));
  });
}

/** Removes the files of a machine, and the folders that it had to make on this one. */
function clean(machine: string): void {
  const made = join(machine, 'made');
  if (existsSync(made)) for (const folder of readFileSync(made, 'utf8').trim().split('\n')) rmdirSync(folder);
  rmSync(machine, { recursive: true, force: true });
}
