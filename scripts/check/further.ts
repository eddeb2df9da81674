// npm run further: which further commands the files that a change touches need. CHECK_BASE=<commit> says since when.
import { fileURLToPath } from 'node:url';
import { findChange } from './changed-files.ts';
import { furtherCommandsFor } from './further-commands.ts';

const { base, files } = findChange(fileURLToPath(new URL('../../', import.meta.url)));
const needed = furtherCommandsFor(files);
console.log(`Compared with ${base}: ${files.length} files are touched.`);
if (needed.length === 0) console.log('They need no further command.');
for (const { command, proves, file } of needed) console.log(`Also run ${command} (${proves}), for ${file}`);
