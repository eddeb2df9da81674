// Checks the names of files and classes, the size of folders, and the floors and doors of rooms, as a part of npm run check.
import { globSync, readFileSync } from 'node:fs';
import { EXCEPTIONS, findLayoutErrors } from './layout.ts';
import { findForbiddenNames } from './check/doors.ts';
import { findFoldings } from './check/foldings.ts';
import { findRoomCircles } from './check/rooms.ts';

const paths = globSync('{apps,libs,scripts,test,k8s,deploy}/**/*.{ts,tsx,mts,mjs}');
const files = new Map(paths.map((path) => [path, readFileSync(path, 'utf8')]));
const errors = [
  ...findLayoutErrors(files),
  ...findRoomCircles(files),
  ...findForbiddenNames(files),
  ...findFoldings(files),
  ...Object.keys(EXCEPTIONS)
    .filter((path) => !paths.includes(path))
    .map((path) => `scripts/layout.ts makes an exception for ${path}, which does not exist.`),
];
for (const error of errors) console.error(error);
process.exitCode = errors.length > 0 ? 1 : 0;
