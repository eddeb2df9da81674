// Builds of a small page, one after the other in one folder: what was loaded before can still be loaded for a day.
import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { compressed } from '../compressed.ts';
import { keptFiles } from '../kept-files.ts';

const dir = mkdtempSync(join(tmpdir(), 'shelfscribe-builds-'));
const assets = join(dir, 'dist/assets');
afterAll(() => rmSync(dir, { recursive: true }));

/** Builds a page with this script; gives the name of the script's file. */
async function buildWith(script: string): Promise<string> {
  writeFileSync(join(dir, 'index.html'), '<script type="module" src="/main.js"></script>');
  writeFileSync(join(dir, 'main.js'), script);
  const plugins = [compressed(), keptFiles()];
  await build({ root: dir, configFile: false, logLevel: 'silent', plugins, build: { manifest: true } });
  return /assets\/([^"]+)/.exec(readFileSync(join(dir, 'dist/index.html'), 'utf8'))?.[1] ?? '';
}

/** The scripts that can be loaded; each of them has its compressed copies. */
function scripts(): string[] {
  const files = readdirSync(assets);
  const found = files.filter((file) => file.endsWith('.js'));
  expect(files.toSorted()).toEqual(found.flatMap((file) => [file, `${file}.br`, `${file}.gz`]).toSorted());
  return found;
}

function letTwoDaysPass(): void {
  const then = new Date(Date.now() - 48 * 60 * 60 * 1000);
  for (const file of readdirSync(assets)) utimesSync(join(assets, file), then, then);
}

it('a build keeps the files of the last one however old they are, and those before it for a day', async () => {
  const first = await buildWith('console.log(1)');
  letTwoDaysPass();
  const second = await buildWith('console.log(2)');
  expect(scripts()).toEqual(expect.arrayContaining([first, second]));
  const third = await buildWith('console.log(3)');
  expect(scripts()).toEqual(expect.arrayContaining([first, second, third]));
  letTwoDaysPass();
  const fourth = await buildWith('console.log(4)');
  expect(scripts().toSorted()).toEqual([third, fourth].toSorted());
});
