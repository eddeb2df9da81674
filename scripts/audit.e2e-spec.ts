// npm run audit with npm itself, against a registry that answers as the public one does.
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

/** A registry that knows of these advisories about minimist, told to those who ask for it. */
const knowing =
  (...advisories: object[]): RequestListener =>
  async (request, response) => {
    if (request.url !== BULK) return void response.writeHead(404).end('{}');
    const asked = (await json(request.pipe(createGunzip()))) as Record<string, string[]>;
    const told = asked['minimist'] && advisories.length > 0 ? { minimist: advisories } : {};
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(told));
  };

/** Audits a lock file with one package. */
async function audit(version: string, registry: RequestListener, settings: Record<string, string> = {}) {
  const server = createServer((request, response) => void registry(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const root = { name: 'whole', version: '1.0.0', dependencies: { minimist: version } };
  const packages = { '': root, 'node_modules/minimist': { version } };
  await writeFile(join(dir, 'package.json'), JSON.stringify(root));
  await writeFile(join(dir, 'package-lock.json'), JSON.stringify({ ...root, lockfileVersion: 3, packages }));
  const ended = await run({
    npm_config_registry: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    ...settings,
  });
  await new Promise((resolve) => server.close(resolve));
  return ended;
}

async function run(settings: Record<string, string>): Promise<{ code: number; said: string }> {
  const env = { ...process.env, npm_config_cache: join(dir, 'cache'), ...settings };
  const ended = promisify(execFile)(process.execPath, [PROGRAM], { cwd: dir, env });
  const { code, stdout, stderr } = await ended.then(
    (said) => ({ code: 0, ...said }),
    (error: { code: number; stdout: string; stderr: string }) => error,
  );
  return { code, said: stdout + stderr };
}

describe('the audit', () => {
  it('D50: fails for a package with a known vulnerability, and names it', async () => {
    const { code, said } = await audit('1.2.5', knowing(ADVISORY));
    expect([code, said]).toEqual([1, expect.stringContaining(ADVISORY.url)]);
    expect(said).not.toContain('skipped');
  });

  it('D50: fails for it too where npm is set to work offline', async () => {
    expect((await audit('1.2.5', knowing(ADVISORY), { npm_config_offline: 'true' })).code).toBe(1);
  });

  it.each([
    ['another version of it', '1.2.8', knowing(ADVISORY)],
    ['what is not severe', '1.2.5', knowing({ ...ADVISORY, severity: 'moderate' })],
    ['what nothing is known of', '1.2.5', knowing()],
  ])('passes %s', async (_, version, registry) => {
    const { code, said } = await audit(version, registry);
    expect([code, said]).toEqual([0, expect.not.stringContaining('skipped')]);
  });

  it.each<[string, RequestListener]>([
    ['has no such service', (_, response) => void response.writeHead(405).end('{}')],
    ['breaks off', (_, response) => void response.destroy()],
  ])('says that it is skipped where the registry %s', async (_, registry) => {
    expect(await audit('1.2.5', registry)).toEqual({ code: 0, said: expect.stringMatching(/^skipped: /) });
  });

  it('fails, and is not skipped, where there is nothing to audit', async () => {
    const { code, said } = await run({});
    expect([code, said]).toEqual([1, expect.not.stringContaining('skipped')]);
  });
});
