// npm run migrations:freeze: writes down the statements of all migrations as checksums. From the first database that is kept on,
// they may not change any more: a change needs a migration of its own, and test/system/managed-state.e2e-spec.ts fails otherwise.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { projectFile } from '#testing/servers';

// The compiled migrations, because their libraries have decorators, which Node does not take away.
const program = `
  import { checksumsOf } from '#platform/migrations';
  const all = {};
  for (const owner of ['auth', 'catalogue', 'generations', 'notifications'])
    all[owner] = await checksumsOf((await import('./dist/apps/' + owner + '/src/migrations/index.js')).MIGRATIONS);
  console.log(JSON.stringify(all, null, 2));
`;
const options = { cwd: projectFile(''), encoding: 'utf8' } as const;
const text = execFileSync(process.execPath, ['--input-type=module', '--eval', program], options);
writeFileSync(projectFile('scripts/migrations/frozen.json'), text);
