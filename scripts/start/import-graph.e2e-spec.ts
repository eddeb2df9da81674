// Tests which processes a change restarts, on the compiled files of this repository.
import { projectFile } from '#testing/servers';
import { appsThatImport } from './import-graph.ts';

const APPS = ['gateway', 'auth', 'catalogue', 'import-worker'] as const;
const appsOf = (file: string): string[] => appsThatImport(APPS, [projectFile(`dist/${file}`)]);

it.each([
  ['of an app, that app', 'apps/auth/src/accounts/accounts.service.js', ['auth']],
  ['of the outbox, the owners that send', 'libs/platform/src/outbox/relay.js', ['auth', 'catalogue']],
  ['of the database, the owners', 'libs/platform/src/database/database.js', ['auth', 'catalogue']],
  ['of the contracts, every app', 'libs/contracts/src/define.js', [...APPS]],
  ['that nobody imports, no app', 'libs/contracts/src/nowhere.js', []],
])('restarts, after a change of a file %s', (_, file, apps) => {
  expect(appsOf(file)).toEqual(apps);
});
