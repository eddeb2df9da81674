// Compares the tables of docs/configuration.md with the configuration of the apps, those of docs/growth.md with what was measured,
// and the file of Redis's users with their table; follows the links of all Markdown files. A part of npm run check. With --write
// (npm run docs), makes the three files anew.
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { projectFile, usersFile } from '#testing/servers';
import { PROCESSES } from '../../k8s/validate/checks/environment.check.ts';
import { withTables } from './configuration.ts';
import { formatted } from './formatted.ts';
import { withGrowth, type Measured } from './growth.ts';
import { findDeadLinks } from './links.ts';
import { readSettings } from './settings.ts';

const CONFIGURATION = projectFile('docs/configuration.md');
const GROWTH = projectFile('docs/growth.md');
const IGNORED = ['**/node_modules', 'dist', 'libs/client/dist', '.local*'];

const page = readFileSync(CONFIGURATION, 'utf8');
const growth = readFileSync(GROWTH, 'utf8');
const measured = JSON.parse(readFileSync(projectFile('docs/measured.json'), 'utf8')) as Measured;
const made = new Map([
  [CONFIGURATION, await formatted(withTables(page, readSettings(PROCESSES)))],
  [GROWTH, await formatted(withGrowth(growth, measured))],
  [projectFile('deploy/redis/users.acl'), usersFile()],
]);
if (process.argv.includes('--write')) for (const [path, text] of made) writeFileSync(path, text);
else {
  const stale = [...made].filter(([path, text]) => readFileSync(path, 'utf8') !== text);
  const findings = [...stale.map(([path]) => `${path} is stale. Run npm run docs.`), ...deadLinks()];
  for (const finding of findings) console.error(finding);
  process.exitCode = findings.length > 0 ? 1 : 0;
}

function deadLinks(): string[] {
  const root = projectFile('');
  const paths = globSync('**/*.md', { cwd: root, exclude: IGNORED }).toSorted();
  const pages = new Map(paths.map((path) => [path, readFileSync(projectFile(path), 'utf8')]));
  return findDeadLinks({ pages, exists: (path) => existsSync(projectFile(path)) });
}
