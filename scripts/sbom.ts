// npm run sbom: prints the bill of materials of the image, in CycloneDX: its npm packages, and those built into the console.
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

/** What Vite bundled, written by its build. */
const BUNDLED = 'dist/apps/console/.vite/licenses.json';
const NPM = ['sbom', '--package-lock-only', '--sbom-format=cyclonedx'];

interface Bill {
  components: { 'bom-ref': string; [more: string]: unknown }[];
  dependencies: { ref: string; dependsOn: string[] }[];
}

const image = await billOf('--omit=dev', '--omit=optional', '--omit=peer');
// For npm, what is built into the console is needed for development only, because nothing of it is installed in the image.
const all = await billOf();
const listed = new Set(image.components.map((component) => component['bom-ref']));
const bundled = JSON.parse(await readFile(BUNDLED, 'utf8')) as { name: string; version: string }[];
const added = new Set(
  bundled.map(({ name, version }) => `${name}@${version}`).filter((ref) => !listed.has(ref)),
);
for (const component of all.components)
  if (added.has(component['bom-ref']))
    image.components.push({ ...component, scope: 'required', properties: [] });
for (const { ref, dependsOn } of all.dependencies)
  if (added.has(ref))
    image.dependencies.push({ ref, dependsOn: dependsOn.filter((one) => added.has(one) || listed.has(one)) });
console.log(JSON.stringify(image, undefined, 2));

async function billOf(...omitted: string[]): Promise<Bill> {
  const { stdout } = await promisify(execFile)('npm', [...NPM, ...omitted], { maxBuffer: 64 * 1024 * 1024 });
  return JSON.parse(stdout) as Bill;
}
