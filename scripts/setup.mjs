// Prepares this checkout for a script: npm packages, servers, build. Plain JavaScript that runs on Node 20 without
// packages, because it installs them. Usage: node scripts/setup.mjs <script>, in the folder of the project. It says what it
// does on the standard error: the output is the script's.
import { setTimeout as sleep } from 'node:timers/promises';
import { buildConsoleIfStale, buildProgramsIfStale } from './setup/builds.mjs';
import { tryLock } from './setup/lock.mjs';
import { installPackagesIfStale } from './setup/packages.mjs';
import { run } from './setup/run.mjs';

/** Scripts that need npm packages alone. The others start servers and our compiled processes. */
const PACKAGES_ONLY = [
  'audit.ts',
  'build',
  'check.ts',
  'client.ts',
  'cluster/main.ts',
  'compose.ts',
  'model/main.ts',
  'docs/main.ts',
  'experiment/main.ts',
  'check/further.ts',
  'sbom.ts',
  'tour.ts',
];
/** Those of them that look at the built console: at its size, and at the packages in it. */
const OF_CONSOLE = ['check.ts', 'sbom.ts'];
/** Scripts that open a browser. */
const IN_BROWSER = ['bench.ts', 'console/screens.ts', 'test.ts'];
const script = process.argv[2];

try {
  // Of two commands started side by side, one prepares, and the other waits and finds everything ready.
  for (let tries = 0; !tryLock('.local/setup.lock'); tries += 1) {
    if (tries === 0) console.error('Waiting for another set-up in this folder …');
    await sleep(200);
  }
  await installPackagesIfStale();
  const isSystem = !PACKAGES_ONLY.includes(script);
  if (isSystem)
    await run('sh', 'scripts/setup/servers.sh', ...(IN_BROWSER.includes(script) ? ['browser'] : []));
  const isWithConsole = isSystem || OF_CONSOLE.includes(script);
  await Promise.all([isSystem && buildProgramsIfStale(), isWithConsole && buildConsoleIfStale()]);
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
