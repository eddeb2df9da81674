// A signal to a process that is still starting: it ends at once, also as process 1 of a container. The kernel keeps from a process 1
// every signal for which it has no handler.
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Child } from '#testing/processes';
import { bundledProgram, programEnv, projectFile, temporaryFolder } from '#testing/servers';
import { until } from '#testing/until';

/** Runs a command as process 1; only where this user may, as root on Linux. */
const AS_FIRST = ['unshare', '--pid', '--fork', '--mount-proc', '--kill-child'];
const [unshare = '', ...unshareArgs] = AS_FIRST;
const mayUnshare = spawnSync(unshare, [...unshareArgs, 'true']).status === 0;
const itAsFirst = mayUnshare ? it : it.skip;
const AS_FIRST_HERE = mayUnshare ? '' : ' (skipped: this user may not run a command as process 1)';

const started: Child[] = [];
let image: string;

beforeAll(async () => {
  // The image has the entry point beside the programs.
  image = await temporaryFolder('image');
  copyFileSync(projectFile('deploy/entry.mjs'), join(image, 'entry.mjs'));
  mkdirSync(join(image, 'dist/bundles'), { recursive: true });
  symlinkSync(projectFile('dist/bundles/gateway'), join(image, 'dist/bundles/gateway'));
});
afterAll(async () => {
  await Promise.all(started.map((child) => child.kill()));
  rmSync(image, { recursive: true, force: true });
});

/** Starts a command until it has written a line; tells how it ends after SIGTERM to the process `pidOf` finds. */
async function endOf(
  command: readonly string[],
  ready: RegExp,
  pidOf = (pid: number): number => pid,
): Promise<string> {
  let how: string | undefined;
  const [program = '', ...args] = command;
  const env = { ...programEnv(), NATS_URL: 'nats://127.0.0.1:1', OPS_PORT: '0', PORT: '0' }; // no NATS is there
  const run = { command: program, args, env, ready, readyMs: 30_000 };
  const child = await Child.start(
    { name: 'starting', ...run, stopSignal: 'SIGTERM', stopMs: 1000 },
    { exit: (_, end) => (how = end) },
  );
  started.push(child);
  process.kill(pidOf(child.pid ?? 0), 'SIGTERM');
  await until('the process has ended', () => how);
  return how ?? '';
}

/** The first child of a process. */
function childOf(pid: number): number {
  return Number.parseInt(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8'));
}

const WAITS_FOR_NATS = /The bus is not there yet/;

it('ends a process that waits for NATS, and counts as no failure', async () => {
  const how = await endOf([process.execPath, bundledProgram('gateway')], WAITS_FOR_NATS);
  expect(how).toBe('exit code 0');
});

itAsFirst(`ends one that is process 1, too${AS_FIRST_HERE}`, async () => {
  const command = [...AS_FIRST, process.execPath, join(image, 'entry.mjs'), 'gateway'];
  const how = await endOf(command, WAITS_FOR_NATS, childOf);
  expect(how).toBe('exit code 0');
});

itAsFirst(`ends a task, or a program that is still loading, as elsewhere${AS_FIRST_HERE}`, async () => {
  mkdirSync(join(image, 'dist/bundles/task'));
  writeFileSync(
    join(image, 'dist/bundles/task/main.js'),
    `setInterval(() => {}, 1000); console.log('at work')`,
  );
  const command = [...AS_FIRST, process.execPath, join(image, 'entry.mjs'), 'task'];
  const how = await endOf(command, /at work/, childOf);
  expect(how).toBe('exit code 143');
});
