// npm as we use it: it installs what the lock file says, or nothing.
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
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

it('D50: npm ci refuses a package that is not the one of the lock file', async () => {
  await writeFile(join(dir, 'package.json'), '{"name":"part","version":"1.0.0"}');
  await npm('pack');
  await writeFile(
    join(dir, 'package.json'),
    '{"name":"whole","version":"1.0.0","dependencies":{"part":"file:part-1.0.0.tgz"}}',
  );
  await npm('install');
  await npm('ci');
  const lock = await readFile(join(dir, 'package-lock.json'), 'utf8');
  const other = Buffer.alloc(64, 7).toString('base64');
  const altered = lock.replace(/sha512-[^"]+/, `sha512-${other}`);
  expect(altered).not.toBe(lock);
  await writeFile(join(dir, 'package-lock.json'), altered);
  await expect(npm('ci')).rejects.toMatchObject({ stderr: expect.stringContaining('EINTEGRITY') });
}, 60_000);

// npm writes none for optional packages of other platforms than the one that wrote the lock file.
it('D50: every package of our lock file that is not optional has its integrity', async () => {
  const lock = JSON.parse(await readFile(new URL('../../package-lock.json', import.meta.url), 'utf8')) as {
    packages: Record<string, { integrity?: string; optional?: boolean; inBundle?: boolean }>;
  };
  const without = Object.entries(lock.packages).filter(
    ([path, { integrity, optional, inBundle }]) => path !== '' && !optional && !inBundle && !integrity,
  );
  expect(without.map(([path]) => path)).toEqual([]);
});
