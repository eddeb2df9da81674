// How set-up speaks and runs other programs.
import { spawn } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const startedAt = performance.now();

/** Full path of a file of the project. */
export function inProject(path) {
  return join(root, path);
}

/** Says one line, with the seconds since the start. */
export function say(line) {
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(`[${seconds.padStart(5)} s] ${line}`);
}

/** Our Node and tools come before the machine's. */
function environment() {
  return { ...process.env, PATH: `${inProject('node_modules/.bin')}${delimiter}${process.env.PATH ?? ''}` };
}

/** Runs a program to its end without a word; when it fails, throws with what it said. */
export function runQuietly(command, args) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, env: environment(), stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => (said += text));
    child.once('error', (error) => reject(new Error(`${command}: ${error.message}`)));
    child.once('close', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`${said.trim()}\n${[command, ...args].join(' ')} failed (exit code ${code}).`));
    });
  });
}

/** Runs one of our scripts on the project's Node: hands on signals, ends it when we are gone, gives its exit code. */
export function runScript(file, args) {
  // Garbage is collected as in the processes that it starts, with which it shares the cores: by one helper thread, and in
  // steps so small that whoever measures others is not halted itself.
  const collection = ['--v8-pool-size=1', '--max-semi-space-size=4'];
  const flags = ['--conditions=ts-source', '--disable-warning=ExperimentalWarning', ...collection];
  const child = spawn(inProject('node_modules/.bin/node'), [...flags, file, ...args], {
    cwd: root,
    env: environment(),
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}
