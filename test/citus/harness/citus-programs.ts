// Finds a Postgres with Citus on this machine: that of the pg_config on the PATH.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** The least release of Postgres on which our tables and roles can be made. */
const POSTGRES = 17;

/** Paths of the programs of a Postgres with Citus, or why there is none. */
export function citusPrograms(): Record<'initdb' | 'postgres', string> | string {
  const tell = (what: string): string =>
    execFileSync('pg_config', [what], { encoding: 'utf8', stdio: 'pipe' }).trim();
  try {
    const version = tell('--version');
    if (Number(/\d+/.exec(version)) < POSTGRES) return `${version} is older than Postgres ${POSTGRES}`;
    if (!existsSync(join(tell('--sharedir'), 'extension/citus.control'))) return `${version} has no Citus`;
    const bin = tell('--bindir');
    return { initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres') };
  } catch {
    return 'there is no pg_config on the PATH';
  }
}
