// Makes this checkout ready for a command, then runs it: packages, servers, build. Plain JavaScript for Node 20 and
// newer without packages, because it is what installs them.
//   node scripts/setup.mjs <command> [arguments of scripts/<command>.ts]
import { existsSync } from 'node:fs';
import { buildIfStale, buildWithNest } from './setup/build.mjs';
import { withLock } from './setup/lock.mjs';
import { installPackagesIfStale } from './setup/packages.mjs';
import { inProject, runScript, say } from './setup/run.mjs';
import { installServersIfMissing } from './setup/servers.mjs';

/** What a command needs; the others need everything. */
const NEEDS = {
  audit: { servers: false },
  build: { servers: false, build: buildWithNest },
  check: { servers: false },
  compose: { servers: false },
};

const [command = '', ...args] = process.argv.slice(2);
const script = inProject(`scripts/${command}.ts`);
if (command !== 'build' && !existsSync(script)) {
  say(`There is no command "${command}".`);
  process.exit(64); // EX_USAGE
}

const needs = NEEDS[command] ?? { servers: true, build: buildIfStale };
try {
  // Two commands may be started side by side: one prepares, the other waits and finds everything ready.
  await withLock(inProject('.local/setup.lock'), async () => {
    await installPackagesIfStale();
    if (needs.servers) await installServersIfMissing();
    await needs.build?.();
  });
} catch (error) {
  say(error.message);
  process.exit(1);
}
if (command === 'build') say('Built.');
else process.exitCode = await runScript(script, args);
