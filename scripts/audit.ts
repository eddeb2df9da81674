// npm run audit: fails when a package of package-lock.json has a known vulnerability of level high or critical, and with exit
// code 75 when the registry does not tell.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const AUDIT = [
  'audit',
  '--audit-level=high',
  '--no-offline', // an npm that is configured to work offline finds nothing
  '--fetch-retries=0',
  '--fetch-timeout=30000',
  '--loglevel=warn', // `npm run --silent` would hide why there is no answer
];
/** Part of npm's message when the registry has no such service or is unreachable. */
const NO_ANSWER = 'audit endpoint returned an error';
/** Try again later, in sysexits.h. */
const EX_TEMPFAIL = 75;

process.exitCode = await main();

async function main(): Promise<number> {
  try {
    console.log((await promisify(execFile)('npm', AUDIT)).stdout.trim());
    return 0;
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    if (stderr.includes(NO_ANSWER)) {
      const reason = /^npm warn audit (.*)$/m.exec(stderr)?.[1] ?? NO_ANSWER;
      console.error(`Not audited: the registry does not report known vulnerabilities (${reason}).`);
      return EX_TEMPFAIL;
    }
    console.error(`${stdout}${stderr}`.trim() || String(error));
    return 1;
  }
}
