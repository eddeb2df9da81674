// The servers that npm does not bring: NATS and Redis.
import { execFileSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { runQuietly, say } from './run.mjs';

/** Program → its package at Debian and at Homebrew. */
const PACKAGES = {
  'nats-server': { apt: 'nats-server', brew: 'nats-server' },
  'redis-server': { apt: 'redis-server', brew: 'redis' },
};

/**
 * Run as root. Debian's packages start their servers at once; a policy that says no keeps them from it, unless the
 * machine has a policy of its own.
 */
const APT = `
set -e
export DEBIAN_FRONTEND=noninteractive
policy=/usr/sbin/policy-rc.d
if [ ! -e $policy ]; then
  trap 'rm -f $policy' EXIT
  trap 'exit 1' HUP INT TERM
  printf '#!/bin/sh\\nexit 101\\n' > $policy
  chmod 755 $policy
fi
apt-get update -qq
apt-get install -y -qq --no-install-recommends -o DPkg::Lock::Timeout=120 "$@"
`;

/** Installs the servers that are missing, where this machine has a way that asks nobody. */
export async function installServersIfMissing() {
  const missing = Object.keys(PACKAGES).filter((program) => !isInstalled(program));
  if (missing.length === 0) return;
  const install = installer(missing);
  const names = missing.join(' and ');
  if (!install)
    throw new Error(
      `Please install ${names} (Debian: apt-get install ${missing.join(' ')}), then try again.`,
    );
  say(`Installing ${names} …`);
  await runQuietly(...install).catch((error) => {
    throw new Error(`${error.message}\nPlease install ${names} by hand, then try again.`);
  });
  const still = missing.filter((program) => !isInstalled(program));
  if (still.length > 0) throw new Error(`${still.join(' and ')} cannot be found after the installation.`);
  say(`${names}: installed.`);
}

function installer(missing) {
  if (isInstalled('apt-get')) {
    const script = ['sh', '-c', APT, 'apt', ...missing.map((program) => PACKAGES[program].apt)];
    if (process.getuid?.() === 0) return [script[0], script.slice(1)];
    if (maySudo()) return ['sudo', ['-n', ...script]];
  } else if (isInstalled('brew')) {
    return ['brew', ['install', '--quiet', ...missing.map((program) => PACKAGES[program].brew)]];
  }
  return undefined;
}

function maySudo() {
  try {
    execFileSync('sudo', ['-n', 'true'], { stdio: 'ignore' });
    return true;
  } catch {
    return false; // no sudo, or it asks for a password
  }
}

function isInstalled(program) {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  return [...folders, '/usr/sbin', '/usr/local/sbin', '/usr/local/bin', '/opt/homebrew/bin'].some(
    (folder) => {
      try {
        accessSync(join(folder, program), constants.X_OK);
        return true;
      } catch {
        return false; // not in this folder
      }
    },
  );
}
