// Compares the requests of the bus and the API with those of the last release, as a part of npm run check. With --release,
// records both as those of the version in package.json, which is a step of every release.
import { readFileSync, writeFileSync } from 'node:fs';
import * as contracts from '#contracts';
import type { OperationTexts, RequestDefinition } from '#contracts';
import { projectFile } from '#testing/servers';
import packageJson from '../package.json' with { type: 'json' };
import { apiDocument } from './client/document.ts';
import { ACCEPTED_CHANGES } from './contracts/accepted-changes.ts';
import { breakingChanges, type ApiDocument } from './contracts/api-compatibility.ts';
import { incompatibilities, shapeOf, type ReleasedRequests } from './contracts/compatibility.ts';

const FILE = projectFile('libs/contracts/released.json');
const API_FILE = projectFile('libs/contracts/released-api.json');

const requests = Object.values<unknown>(contracts).filter(isRequest);
const api = await apiDocument();
if (process.argv.includes('--release')) {
  record();
  writeFileSync(API_FILE, api);
} else {
  const last = JSON.parse(readFileSync(FILE, 'utf8')) as ReleasedRequests;
  const findings = [...incompatibilities(requests, last), ...apiFindings(last.release), ...withoutRoute()];
  for (const finding of findings) console.error(finding);
  process.exitCode = findings.length > 0 ? 1 : 0;
}

/** The breaking changes of the API that nobody has accepted, and what is accepted without need. */
function apiFindings(release: string): string[] {
  const last = JSON.parse(readFileSync(API_FILE, 'utf8')) as ApiDocument;
  const changes = breakingChanges(JSON.parse(api) as ApiDocument, last);
  const accepted = Object.keys(ACCEPTED_CHANGES);
  return [
    ...changes
      .filter((change) => !accepted.includes(change))
      .map((change) => `${change}: clients of ${release} rely on it.`),
    ...accepted
      .filter((change) => !changes.includes(change))
      .map(
        (change) =>
          `${change}: not so since ${release}, remove it from scripts/contracts/accepted-changes.ts.`,
      ),
  ];
}

/** The operations that the contracts describe and the gateway does not serve. */
function withoutRoute(): string[] {
  return requests.flatMap(({ subject, operation }) =>
    !operation || api.includes(`"operationId": "${operation.id}"`)
      ? []
      : [`${operation.id}, the operation of ${subject}, has no route in the gateway.`],
  );
}

/** Writes one line for each request, so that a difference shows which ones changed. */
function record(): void {
  const lines = requests
    .toSorted((a, b) => (a.subject < b.subject ? -1 : 1))
    .map((one) => `    ${JSON.stringify(one.subject)}: ${JSON.stringify(shapeOf(one))}`);
  const head = `{\n  "release": ${JSON.stringify(packageJson.version)},\n  "requests": {\n`;
  writeFileSync(FILE, `${head}${lines.join(',\n')}\n  }\n}\n`);
}

function isRequest(value: unknown): value is RequestDefinition & { operation?: OperationTexts } {
  return typeof value === 'object' && value !== null && 'subject' in value && 'input' in value;
}
