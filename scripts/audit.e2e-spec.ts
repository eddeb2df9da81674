// Tests npm run audit with npm itself, against a registry that answers like the public one.
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createGunzip } from 'node:zlib';

const PROGRAM = fileURLToPath(new URL('audit.ts', import.meta.url));
const BULK = '/-/npm/v1/security/advisories/bulk';
const ADVISORY = {
  id: 1097678,
  url: 'https://github.com/advisories/GHSA-xvch-5gvq-984f',
  title: 'Prototype Pollution in minimist',
  severity: 'critical',
  vulnerable_versions: '>=1.0.0 <1.2.6',
  cwe: ['CWE-1321'],
  cvss: { score: 9.8, vectorString: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H' },
};

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'shelfscribe-audit-'));
});
afterEach(() => rm(dir, { recursive: true }));

/** A registry with these advisories about minimist. */
const registryWith =
  (...advisories: object[]): RequestListener =>
  async (request, response) => {
    if (request.url !== BULK) return void response.writeHead(404).end('{}');
    const asked = (await json(request.pipe(createGunzip()))) as Record<string, string[]>;
    const answer = asked['minimist'] && advisories.length > 0 ? { minimist: advisories } : {};
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  };

/** Audits a lock file with one package. */
async function audit(version: string, registry: RequestListener, settings: Record<string, string> = {}) {
  const server = createServer((request, response) => void registry(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const root = { name: 'whole', version: '1.0.0', dependencies: { minimist: version } };
  const packages = { '': root, 'node_modules/minimist': { version } };
  await writeFile(join(dir, 'package.json'), JSON.stringify(root));
  await writeFile(join(dir, 'package-lock.json'), JSON.stringify({ ...root, lockfileVersion: 3, packages }));
  const result = await run({
    npm_config_registry: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    ...settings,
  });
  await new Promise((resolve) => server.close(resolve));
  return result;
}

async function run(settings: Record<string, string>): Promise<{ code: number; output: string }> {
  const env = { ...process.env, npm_config_cache: join(dir, 'cache'), ...settings };
  const running = promisify(execFile)(process.execPath, [PROGRAM], { cwd: dir, env });
  const { code, stdout, stderr } = await running.then(
    (streams) => ({ code: 0, ...streams }),
    (error: { code: number; stdout: string; stderr: string }) => error,
  );
  return { code, output: stdout + stderr };
}

describe('the audit', () => {
  it('fails for a package with a known vulnerability and names it', async () => {
    const { code, output } = await audit('1.2.5', registryWith(ADVISORY));
    expect([code, output]).toEqual([1, expect.stringContaining(ADVISORY.url)]);
    expect(output).not.toContain('Not audited');
  });

  it('fails for it even when npm is configured to work offline', async () => {
    expect((await audit('1.2.5', registryWith(ADVISORY), { npm_config_offline: 'true' })).code).toBe(1);
  });

  it.each([
    ['another version of the package', '1.2.8', registryWith(ADVISORY)],
    ['a moderate vulnerability', '1.2.5', registryWith({ ...ADVISORY, severity: 'moderate' })],
    ['a package without known vulnerabilities', '1.2.5', registryWith()],
  ])('passes %s', async (_, version, registry) => {
    const { code, output } = await audit(version, registry);
    expect([code, output]).toEqual([0, expect.not.stringContaining('Not audited')]);
  });

  it.each<[string, RequestListener]>([
    ['has no such service', (_, response) => void response.writeHead(405).end('{}')],
    ['breaks the connection', (_, response) => void response.destroy()],
  ])('fails with an exit code of its own when the registry %s', async (_, registry) => {
    expect(await audit('1.2.5', registry)).toEqual({
      code: 75,
      output: expect.stringMatching(/^Not audited: /),
    });
  });

  it('fails as for a vulnerability when there is no lock file', async () => {
    const { code, output } = await run({});
    expect([code, output]).toEqual([1, expect.not.stringContaining('Not audited')]);
  });
});
