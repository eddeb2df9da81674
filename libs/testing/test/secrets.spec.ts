// The secrets of an environment, from one in its folder.
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadSecrets } from '../src/servers/secrets.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'secrets-'));
});
afterEach(() => rmSync(dir, { recursive: true }));

it('are the same for all who open a folder, also at the same moment, and others in another folder', async () => {
  const all = await Promise.all(Array.from({ length: 20 }, () => loadSecrets(dir)));
  const later = await loadSecrets(dir);
  const other = await loadSecrets(join(dir, 'other'));
  const words = [...all, later].map((secretOf) => secretOf('keys'));
  expect(new Set(words).size).toBe(1);
  expect(words[0]).toMatch(/^s[0-9a-f]{64}$/);
  expect([later('other'), other('keys')]).not.toContain(words[0]);
  expect(readdirSync(dir).toSorted()).toEqual(['other', 'secret']);
  expect(statSync(join(dir, 'secret')).mode & 0o777).toBe(0o600);
});

it.each(['', '0123'])('are not made of what a full disk has left of the root: "%s"', async (left) => {
  writeFileSync(join(dir, 'secret'), left);
  await expect(loadSecrets(dir)).rejects.toThrow(`${join(dir, 'secret')} is damaged.`);
});
