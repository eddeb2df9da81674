// Tests that set-up installs exactly the packages of the lock file and runs no script that nobody allowed.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'shelfscribe-npm-'));
});
afterAll(() => rm(dir, { recursive: true }));

const npm = (...args: string[]) =>
  promisify(execFile)(
    'npm',
    [...args, '--offline', '--no-audit', '--no-fund', '--cache', join(dir, 'cache')],
    {
      cwd: dir,
    },
  );

const file = (name: string, content: unknown): Promise<void> =>
  writeFile(join(dir, name), JSON.stringify(content));

it('npm ci refuses a package whose hash differs from the lock file', async () => {
  await file('package.json', { name: 'part', version: '1.0.0' });
  await npm('pack');
  await file('package.json', { name: 'whole', dependencies: { part: 'file:part-1.0.0.tgz' } });
  await npm('install');
  await npm('ci');
  const lock = await readFile(join(dir, 'package-lock.json'), 'utf8');
  const other = Buffer.alloc(64, 7).toString('base64');
  const altered = lock.replace(/sha512-[^"]+/, `sha512-${other}`);
  expect(altered).not.toBe(lock);
  await writeFile(join(dir, 'package-lock.json'), altered);
  await expect(npm('ci')).rejects.toMatchObject({ stderr: expect.stringContaining('EINTEGRITY') });
});

// npm writes no hash for optional packages of other platforms than that which wrote the lock file.
it('the lock file has a hash for every package that is not optional', async () => {
  const lock = JSON.parse(await readFile(new URL('../../package-lock.json', import.meta.url), 'utf8')) as {
    packages: Record<string, { integrity?: string; optional?: boolean; inBundle?: boolean }>;
  };
  const without = Object.entries(lock.packages).filter(
    ([path, { integrity, optional, inBundle }]) => path !== '' && !optional && !inBundle && !integrity,
  );
  expect(without.map(([path]) => path)).toEqual([]);
});

describe('a package with an install script', () => {
  beforeAll(async () => {
    const postinstall = `node -e "require('fs').writeFileSync('${join(dir, 'ran')}', '')"`;
    await file('package.json', { name: 'scripted', version: '1.0.0', scripts: { postinstall } });
    await npm('pack');
    for (const program of ['packages.mjs', 'run.mjs'])
      await cp(new URL(program, import.meta.url), join(dir, 'scripts/setup', program));
  });
  beforeEach(async () => {
    for (const path of ['ran', 'node_modules', 'package-lock.json'])
      await rm(join(dir, path), { recursive: true, force: true });
  });

  /** Runs our set-up in a project with these packages and a lock file by npm. */
  const setUp = async (
    dependencies: object,
    allowScripts: object,
    { devDependencies = {}, variables = {} } = {},
  ): Promise<unknown> => {
    await file('package.json', { name: 'whole', dependencies, devDependencies, allowScripts });
    await npm('install', '--package-lock-only');
    const program = `(await import('./scripts/setup/packages.mjs')).installPackagesIfStale()`;
    const offline = { npm_config_offline: 'true', npm_config_cache: join(dir, 'cache') };
    const env = { ...process.env, ...offline, ...variables };
    return promisify(execFile)(process.execPath, ['-e', program], { cwd: dir, env });
  };
  const scripted = { scripted: 'file:scripted-1.0.0.tgz' };

  it('is refused, and its script never runs, unless allowScripts names it', async () => {
    await expect(setUp(scripted, {})).rejects.toMatchObject({
      stderr: expect.stringContaining('scripted@1.0.0 has an install script'),
    });
    expect([existsSync(join(dir, 'node_modules')), existsSync(join(dir, 'ran'))]).toEqual([false, false]);
    for (const name of ['scripted', 'scripted@1.0.0']) await setUp(scripted, { [name]: true });
    expect(existsSync(join(dir, 'node_modules/scripted'))).toBe(true);
  });

  it('is installed and run where the machine has other ideas of npm', async () => {
    const variables = { NODE_ENV: 'production', npm_config_ignore_scripts: 'true' };
    await setUp({}, { scripted: true }, { devDependencies: scripted, variables });
    expect([existsSync(join(dir, 'node_modules/scripted')), existsSync(join(dir, 'ran'))]).toEqual([
      true,
      true,
    ]);
  });

  it('is installed anew where somebody has installed Node without its script', async () => {
    const preinstall = `node -e "fs.mkdirSync('bin'); fs.writeFileSync('bin/node', '')"`;
    await file('package.json', {
      name: 'node',
      version: '1.0.0',
      bin: { node: 'bin/node' },
      scripts: { preinstall },
    });
    await npm('pack');
    const dependencies = { node: 'file:node-1.0.0.tgz' };
    await file('package.json', { name: 'whole', dependencies, allowScripts: { node: true } });
    await npm('install', '--ignore-scripts');
    expect(existsSync(join(dir, 'node_modules/.bin/node'))).toBe(false);
    await setUp(dependencies, { node: true });
    expect(existsSync(join(dir, 'node_modules/.bin/node'))).toBe(true);
  });

  it('cannot be allowed in advance or for another version', async () => {
    for (const [dependencies, name] of [
      [{}, 'gone'],
      [scripted, 'scripted@2.0.0'],
    ] as const)
      await expect(setUp(dependencies, { scripted: false, [name]: true })).rejects.toMatchObject({
        stderr: expect.stringContaining(`names ${name}, which has no install script`),
      });
  });
});
