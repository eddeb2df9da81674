// Compares the requests of the bus with those of the last release, as a part of npm run check. With --release, records
// today's requests as those of the version in package.json, which is a step of every release.
import { readFileSync, writeFileSync } from 'node:fs';
import * as contracts from '#contracts';
import type { RequestDefinition } from '#contracts';
import { projectFile } from '#testing/servers';
import packageJson from '../package.json' with { type: 'json' };
import { incompatibilities, shapeOf, type ReleasedRequests } from './contracts/compatibility.ts';

const FILE = projectFile('libs/contracts/released.json');

const requests = Object.values<unknown>(contracts).filter(isRequest);
if (process.argv.includes('--release')) record();
else {
  const findings = incompatibilities(requests, JSON.parse(readFileSync(FILE, 'utf8')) as ReleasedRequests);
  for (const finding of findings) console.error(finding);
  process.exitCode = findings.length > 0 ? 1 : 0;
}

/** Writes one line for each request, so that a difference shows which ones changed. */
function record(): void {
  const lines = requests
    .toSorted((a, b) => (a.subject < b.subject ? -1 : 1))
    .map((one) => `    ${JSON.stringify(one.subject)}: ${JSON.stringify(shapeOf(one))}`);
  const head = `{\n  "release": ${JSON.stringify(packageJson.version)},\n  "requests": {\n`;
  writeFileSync(FILE, `${head}${lines.join(',\n')}\n  }\n}\n`);
}

function isRequest(value: unknown): value is RequestDefinition {
  return typeof value === 'object' && value !== null && 'subject' in value && 'input' in value;
}
