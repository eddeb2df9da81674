// npm run test:cluster: builds the programs, then runs the steps on a machine of their own, of which nothing stays.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { projectFile } from '#testing/servers';
import { missingEngine } from '../../../scripts/compose/engine.ts';
import { removeControlGroups } from './control-groups.ts';
import { makeImages, saveImages } from './images.ts';
import { makeKinds } from './kinds.ts';
import { isThere, missingForKind, missingOnMachine } from './missing.ts';
import { buildPrograms, findGo } from './programs.ts';
import { runOnKind } from './run-kind.ts';

/** Everything that the test keeps between runs (programs), and what a run makes (machine). */
const FOLDER = projectFile('.local/cluster');

/** Runs the test; gives the exit code. What is not at hand is said, and then the test is skipped. */
export async function runCluster(args: readonly string[]): Promise<number> {
  const go = findGo();
  const onKind = isThere('kind');
  const engine = await missingEngine();
  const missing = [
    ...(onKind ? missingForKind(go) : missingOnMachine(go)),
    ...(engine === undefined ? [] : [`Docker (${engine})`]),
  ];
  if (go === undefined || missing.length > 0) {
    console.log(`skipped: a cluster needs ${missing.join(', ')}`);
    return 0;
  }
  const place = { programs: join(FOLDER, 'bin'), folder: join(FOLDER, 'machine') };
  await buildPrograms(go, place.programs, onKind);
  await makeKinds(go, place.programs);
  clean(place.folder);
  mkdirSync(place.folder, { recursive: true });
  try {
    const images = await makeImages(place.programs, place.folder, onKind);
    if (onKind) return await runOnKind(place, images, args);
    await saveImages(images, join(place.folder, 'images.tar'));
    return await onMachine(place.folder, args);
  } finally {
    removeControlGroups();
    clean(place.folder);
  }
}

/** Runs this command again, as the first one of new namespaces. With the first process all others of them end. */
function onMachine(machine: string, args: readonly string[]): Promise<number> {
  const namespaces = ['--mount', '--net', '--ipc', '--pid', '--fork', '--kill-child', '--mount-proc'];
  const inside = [
    process.execPath,
    ...process.execArgv,
    projectFile('scripts/cluster/main.ts'),
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
