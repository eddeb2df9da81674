// Each further command exists, is named by README.md and is needed for files that exist.
import { globSync, readFileSync } from 'node:fs';
import packageJson from '../../package.json' with { type: 'json' };
import { FURTHER_COMMANDS, furtherCommandsFor } from './further-commands.ts';

const commandsFor = (...files: string[]): string[] => furtherCommandsFor(files).map(({ command }) => command);

it.each(FURTHER_COMMANDS)('$command is a script that README.md explains', ({ command }) => {
  expect(Object.keys(packageJson.scripts)).toContain(command.replace('npm run ', ''));
  expect(readFileSync('README.md', 'utf8').includes(`\`${command}\``)).toBe(true);
});

it.each(FURTHER_COMMANDS.flatMap(({ paths }) => paths))('%s are files of the repository', (pattern) => {
  expect(globSync(pattern, { exclude: ['**/node_modules'] })).not.toEqual([]);
});

it.each([
  ['apps/generations/src/leases/leases.service.ts', 'npm run test:faults'],
  ['apps/catalogue/src/fetching/new-folder/a.rules.ts', 'npm run test:faults'],
  ['libs/platform/src/outbox/relay.ts', 'npm run test:faults'],
  ['apps/console/src/products/products.page.tsx', 'npm run test:console'],
  ['apps/auth/src/migrations/1795244000000-auth.ts', 'npm run test:full'],
  ['apps/auth/src/keys/keys.store.ts', 'npm run test:full'],
  ['Dockerfile', 'npm run test:compose'],
  ['k8s/release.sh', 'npm run test:cluster'],
  ['tsconfig.json', 'npm run check:full'],
  ['libs/client/tsconfig.json', 'npm run check:full'],
  ['k8s/validate/checks/pods.check.ts', 'npm run check:full'],
  ['test/bench/report.ts', 'npm run bench'],
  ['libs/platform/src/database/connect.ts', 'npm run test:zones'],
])('a change of %s needs %s', (file, command) => {
  expect(commandsFor('README.md', file)).toEqual([command]);
});

it('a change of other files needs nothing more', () => {
  expect(commandsFor('README.md', 'apps/gateway/src/products/products.controller.ts')).toEqual([]);
  expect(commandsFor()).toEqual([]);
});

it('a change that several rules name needs each command once, with the first file that needs it', () => {
  const files = ['Dockerfile', 'apps/generations/src/queue/a.store.ts', 'docker-compose.yml'];
  expect(furtherCommandsFor(files).map(({ command, file }) => [command, file])).toEqual([
    ['npm run test:faults', files[1]],
    ['npm run test:full', files[1]],
    ['npm run test:compose', files[0]],
  ]);
});
