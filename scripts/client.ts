// Compares the generated code of libs/client with the API document, as a part of npm run check. With --write, makes it anew,
// which is a step of every change of the API.
import { globSync, readFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createClient } from '@hey-api/openapi-ts';
import { projectFile } from '#testing/servers';
import { apiDocument } from './client/document.ts';
import { forClient, pathsFile, type ApiDescription } from './client/description.ts';
import './client/register.ts';

const GENERATED = projectFile('libs/client/src/generated');

if (process.argv.includes('--write')) await generate(GENERATED);
else {
  const fresh = projectFile('.local/client');
  await generate(fresh);
  const paths = new Set([GENERATED, fresh].flatMap((folder) => globSync('**/*.ts', { cwd: folder })));
  const stale = [...paths].filter((path) => read(GENERATED, path) !== read(fresh, path));
  for (const path of stale) console.error(`libs/client/src/generated/${path} is stale. Run npm run client.`);
  process.exitCode = stale.length > 0 ? 1 : 0;
}

/** Makes the code in a folder, in the place of what is there. */
async function generate(folder: string): Promise<void> {
  const description = JSON.parse(await apiDocument()) as ApiDescription;
  await rm(folder, { recursive: true, force: true });
  await createClient({
    input: { ...forClient(description) },
    output: { path: folder, entryFile: false, module: { extension: '.ts' } },
    logs: { level: 'silent', file: false },
    plugins: [
      '@hey-api/typescript',
      { name: '@hey-api/client-fetch', throwOnError: true },
      {
        name: '@hey-api/sdk',
        operations: { strategy: 'single', containerName: 'Operations' },
      },
    ],
  });
  await writeFile(join(folder, 'paths.gen.ts'), pathsFile(description));
  await writeFile(join(folder, 'nouns.gen.ts'), await nouns());
}

/** Our sources have more TypeScript than Node reads by itself, so they are loaded once register.ts has run. */
async function nouns(): Promise<string> {
  const { nounsFile } = await import('./client/nouns.ts');
  return nounsFile();
}

function read(folder: string, path: string): string | undefined {
  try {
    return readFileSync(join(folder, path), 'utf8');
  } catch {
    return undefined; // only the other folder has it
  }
}
