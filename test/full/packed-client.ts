// Packs libs/client as it would be published, and runs the examples of its README and of ours as a program that installed it.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Person } from '#testing/environment';
import { nodeOfNpm, projectFile, temporaryFolder } from '#testing/servers';
import packageJson from '../../package.json' with { type: 'json' };

const run = promisify(execFile);
const FOLDER = projectFile('libs/client');
const clientJson = JSON.parse(readFileSync(join(FOLDER, 'package.json'), 'utf8')) as typeof packageJson;

/**
 * Packs the client, installs it in a folder of its own, and runs the examples there, signed in as the person: on the project's
 * Node and on the one of npm. A bundle for browsers needs no module of Node.
 */
export async function checkPackedClient(person: Person, origin: string): Promise<void> {
  expect(clientJson.version).toBe(packageJson.version);
  for (const [name, version] of Object.entries(clientJson.dependencies))
    expect({ ...packageJson.dependencies, ...packageJson.devDependencies }).toMatchObject({
      [name]: version,
    });
  const folder = await temporaryFolder('client');
  try {
    const files = await install(folder);
    const expected = /^(package\.json|README\.md|dist\/[\w./-]+\.(js|d\.ts))$/;
    expect(files.filter((path) => !expected.test(path))).toEqual([]);
    expect(files).toEqual(expect.arrayContaining(['README.md', 'dist/index.js', 'dist/index.d.ts']));
    for (const readme of [join(FOLDER, 'README.md'), projectFile('README.md')]) {
      const program = (await exampleOf(readme))
        .replace('http://localhost:3000', origin)
        .replace('demo@shelfscribe.dev', person.email)
        .replace('shelfscribe-demo', person.password);
      for (const node of new Set([process.execPath, nodeOfNpm()])) {
        const { stdout } = await run(node, ['--input-type=module', '-e', program], { cwd: folder });
        expect(stdout).toMatch(/^SUCCESS \[/);
      }
    }
    await checkBundle(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Packs the client and unpacks it as a program would find it; gives its files. */
async function install(folder: string): Promise<string[]> {
  const pack = ['pack', '--silent', '--json', '--pack-destination', folder];
  const { stdout } = await run('npm', pack, { cwd: FOLDER });
  const [{ filename, files }] = JSON.parse(stdout) as [{ filename: string; files: { path: string }[] }];
  const place = join(folder, 'node_modules', clientJson.name);
  await mkdir(place, { recursive: true });
  await run('tar', ['xzf', join(folder, filename), '--strip-components=1', '-C', place]);
  for (const name of Object.keys(clientJson.dependencies))
    await cp(projectFile(`node_modules/${name}`), join(folder, 'node_modules', name), { recursive: true });
  await writeFile(join(folder, 'package.json'), '{"type": "module"}');
  return files.map(({ path }) => path);
}

/** Bundles the client for browsers, and fails when it needs a module of Node or one that is not there. */
async function checkBundle(folder: string): Promise<void> {
  const program = `import * as client from '${clientJson.name}'; globalThis.client = client;`;
  await writeFile(join(folder, 'main.js'), program);
  await writeFile(join(folder, 'index.html'), '<script type="module" src="/main.js"></script>');
  const vite = projectFile('node_modules/vite/bin/vite.js');
  const { stdout, stderr } = await run(process.execPath, [vite, 'build', folder]);
  expect(stdout).toMatch(/built in/);
  expect(`${stdout}${stderr}`).not.toMatch(/externalized for browser/); // a module of Node
}

/** The first example of a README that imports the client. */
async function exampleOf(readme: string): Promise<string> {
  const [, example] = /```js\n(import .*?)\n```\n/s.exec(await readFile(readme, 'utf8')) ?? [];
  if (example === undefined) throw new Error(`${readme} has no example.`);
  return example;
}
