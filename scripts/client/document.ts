// The API document of the sources as they are, without a build.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { projectFile } from '#testing/servers';

/** The document as JSON: what a gateway with the default configuration serves. */
export async function apiDocument(): Promise<string> {
  const register = projectFile('scripts/client/register.ts');
  const main = projectFile('apps/gateway/src/openapi.main.ts');
  const args = ['--conditions=ts-source', `--import=${register}`, main];
  const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 64 * 1024 * 1024 });
  return stdout;
}
