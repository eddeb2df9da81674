// Runs other programs for set-up.
import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Runs a program to its end, with our output. Throws when it fails. */
export async function run(command, ...args) {
  const [code] = await once(spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'] }), 'exit');
  if (code !== 0) throw new Error(`${[command, ...args].join(' ')} failed (exit code ${code}).`);
}
