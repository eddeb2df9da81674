// Entry point of the image: `<app> [script] [arguments]` runs a process or another script of the app, such as its
// seed; `migrate` runs the migrations of all owners, one after the other.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';

const OWNERS = ['auth', 'catalogue', 'generations', 'notifications'];
const EX_USAGE = 64;

const [app = '', name = 'main', ...args] = process.argv.slice(2);

if (app === 'migrate') process.exitCode = await migrate();
else if (existsSync(script(app, name))) await run(script(app, name));
else {
  console.error(`There is nothing called "${[app, name].join(' ')}" in this image.`);
  process.exitCode = EX_USAGE;
}

/** URL of a script of an app. */
function script(app, name) {
  return new URL(`dist/bundles/${app}/${name}.js`, import.meta.url);
}

/** Runs the script in this process, so that it receives the signals. */
async function run(file) {
  process.argv = [process.execPath, fileURLToPath(file), ...args];
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => leave(signal));
  await import(file);
}

/** The first process of a container hears no signal without a handler: this ends a script that has none, or none yet. */
function leave(signal) {
  if (process.listenerCount(signal) === 1) process.exit(128 + constants.signals[signal]);
}

/** Runs the migrations of each owner in a separate process and returns the exit code; stops at the first failure. */
async function migrate() {
  for (const owner of OWNERS) {
    const child = spawn(process.execPath, [fileURLToPath(script(owner, 'migrate'))], {
      stdio: 'inherit',
      env: {
        ...process.env,
        MIGRATION_DATABASE_URL: process.env[`MIGRATION_DATABASE_URL_${owner.toUpperCase()}`] ?? '',
      },
    });
    const stop = () => child.kill('SIGTERM');
    process.once('SIGTERM', stop);
    const [code] = await once(child, 'exit');
    process.removeListener('SIGTERM', stop);
    if (code !== 0) return code ?? 1;
  }
  return 0;
}
