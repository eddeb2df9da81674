// Runs the set-up of servers beside a Redis of any version.
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'servers-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it.each([
  ['5.0.14', 1],
  ['6.0.16', 1],
  ['6.2.7', 0],
  ['7.0.15', 0],
  ['10.0.1', 0],
])('with Redis %s it ends with %i', (version, status) => {
  for (const name of ['nats-server', 'redis-server']) {
    writeFileSync(join(folder, name), `#!/bin/sh\necho 'Redis server v=${version} sha=00000000:0'\n`);
    chmodSync(join(folder, name), 0o755);
  }
  const env = { ...process.env, PATH: `${folder}:${process.env['PATH'] ?? ''}` };
  const ended = spawnSync('sh', ['scripts/setup/servers.sh'], { env, encoding: 'utf8' });
  expect(ended.status).toBe(status);
  expect(ended.stdout).toEqual(
    status === 0
      ? ''
      : expect.stringContaining(
          `6.2 or newer, as in Debian 12 and Ubuntu 24.04. This is: Redis server v=${version}`,
        ),
  );
});
