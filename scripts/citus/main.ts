// npm run test:citus: the trial of Citus, with the machine's own Postgres. Skipped where that has none. See test/citus/README.md.
// Arguments are parts of paths of other tests, in place of those that are known to run.
import { spawnSync } from 'node:child_process';
import { programEnv } from '#testing/servers';
import { jestInTestBuild } from '#testing/test-build';
import { citusPrograms } from '../../test/citus/harness/citus-programs.ts';
import { EXCLUDED } from '../../test/citus/harness/excluded.ts';
import { ON_CITUS } from '../../test/citus/test-modules/index.ts';

const programs = citusPrograms();
if (typeof programs === 'string') {
  console.log(`skipped: ${programs}. test/citus/README.md says how Citus is built.`);
  process.exit(0);
}
const { args, variables } = jestInTestBuild(ON_CITUS);
const env = { ...programEnv(), ...variables, TEST_CITUS: 'on' };
const chosen = process.argv.slice(2);
const files =
  chosen.length > 0
    ? chosen
    : ['test/citus/citus.e2e-spec', 'apps/generations/test/(generations|guards).e2e-spec'];
const names = `^(?!.*(${EXCLUDED.map(({ test }) => test).join('|')}))`;
const options = ['--runInBand', '--forceExit', '--testNamePattern', names];
const { status } = spawnSync(process.execPath, [...args, ...options, '--testPathPatterns', ...files], {
  env,
  stdio: 'inherit',
});
process.exit(status ?? 1);
