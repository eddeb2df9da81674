// Supervised children: they get ready or fail with a reason, stop in order or by force, and never outlive their parent.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { Child, type ChildSpec } from '../src/processes/child.ts';
import { freePort } from '../src/servers/ports.ts';
import { temporaryFolder } from '../src/servers/owner-servers.ts';
import { until } from '../src/until/index.ts';

const started: Child[] = [];
afterEach(() => Promise.all(started.splice(0).map((child) => child.kill())));

/** A child that runs a line of JavaScript. */
function child(code: string, spec: Partial<ChildSpec> = {}): ChildSpec {
  const program = { name: 'child', command: process.execPath, args: ['-e', code], env: {} };
  return { ...program, ready: /ready/, readyMs: 10_000, stopSignal: 'SIGTERM', stopMs: 5000, ...spec };
}

async function start(...args: Parameters<typeof Child.start>): Promise<Child> {
  const one = await Child.start(...args);
  started.push(one);
  return one;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false; // gone
  }
}

const WAITING = `setInterval(() => {}, 1000); console.log('ready')`;

describe('the start of a child', () => {
  it('resolves when its address answers 200, and not before', async () => {
    const port = await freePort();
    const code = `
      let looks = 0;
      require('node:http').createServer((_, response) => {
        response.statusCode = ++looks < 3 ? 503 : 200;
        response.end();
        console.log(response.statusCode);
      }).listen(${port}, '127.0.0.1')`;
    const lines: string[] = [];
    await start(child(code, { ready: `http://127.0.0.1:${port}/` }), { line: (_, line) => lines.push(line) });
    await until('three lines are there', () => lines.length === 3);
    expect(lines).toEqual(['503', '503', '200']);
  });

  it('fails with the last lines of a child that exits', async () => {
    const failing = start(child(`console.log('one'); console.error('two'); process.exitCode = 3`));
    await expect(failing).rejects.toThrow(/^child ended while starting \(exit code 3\)/);
    await expect(failing).rejects.toThrow(/one[^]*two|two[^]*one/);
  });

  it('fails when the child is not ready in time, and does not leave it running', async () => {
    let pid = 0;
    const code = `console.log(process.pid); setInterval(() => {}, 1000)`;
    const failing = start(child(code, { readyMs: 1000 }), { line: (_, line) => (pid = Number(line)) });
    await expect(failing).rejects.toThrow(/not ready within 1 s/);
    expect(pid).toBeGreaterThan(0);
    expect(isAlive(pid)).toBe(false);
  });

  it('does not fail when what it writes is thrown away meanwhile', async () => {
    const { CHILD_LOGS } = process.env;
    const folder = await temporaryFolder('child-logs');
    process.env['CHILD_LOGS'] = folder;
    try {
      const starting = start(child(WAITING));
      rmSync(folder, { recursive: true });
      await starting;
    } finally {
      if (CHILD_LOGS === undefined) delete process.env['CHILD_LOGS'];
      else process.env['CHILD_LOGS'] = CHILD_LOGS;
    }
  });

  it('fails when it is cancelled', async () => {
    const signal = AbortSignal.timeout(300);
    const failing = start(child(`setInterval(() => {}, 1000)`), { signal });
    await expect(failing).rejects.toThrow(/called off/);
  });

  it('fails when there is no such program', async () => {
    await expect(start(child('', { command: '/nowhere' }))).rejects.toThrow(/ENOENT/);
  });
});

describe('the stop of a child', () => {
  it('is in order when the child obeys, and by force when it does not', async () => {
    const ended: string[] = [];
    const line = (_: string, text: string) => ended.push(text);
    const obedient = `process.on('SIGTERM', () => { console.log('left'); process.exit(0) }); ${WAITING}`;
    await (await start(child(obedient), { line })).stop();
    await until('the child has left', () => ended.includes('left'));
    const deaf = await start(child(`process.on('SIGTERM', () => {}); ${WAITING}`, { stopMs: 300 }));
    const pid = deaf.pid ?? 0;
    await deaf.stop();
    expect(isAlive(pid)).toBe(false);
  });

  it('is reported only when nobody asked for it', async () => {
    const reports: string[] = [];
    const exit = (one: Child, how: string) => reports.push(`${one.name}: ${how}`);
    const asked = await start(child(WAITING), { exit });
    await asked.stop();
    const crashed = await start(child(WAITING), { exit });
    process.kill(crashed.pid ?? 0, 'SIGKILL');
    await until('the crash is reported', () => reports.length > 0);
    expect(reports).toEqual(['child: killed by SIGKILL']);
  });

  it('can be followed by another start', async () => {
    const one = await start(child(WAITING));
    const first = one.pid;
    await one.kill();
    expect(one.pid).toBeUndefined();
    await one.restart();
    expect(one.pid).not.toBe(first);
    expect(isAlive(one.pid ?? 0)).toBe(true);
  });

  it('follows the end of its parent, even by SIGKILL', async () => {
    const file = new URL('../src/processes/child.ts', import.meta.url).href;
    const spec = `{ ...${JSON.stringify({ ...child(WAITING), ready: undefined })}, ready: /ready/ }`;
    const code = `
      import { Child } from '${file}';
      const child = await Child.start(${spec});
      console.log(child.pid);
      setInterval(() => {}, 1000);`;
    const parent = spawn(process.execPath, ['--input-type=module', '-e', code], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const [said] = (await once(parent.stdout, 'data')) as [Buffer];
    const pid = Number(said);
    expect(isAlive(pid)).toBe(true);
    parent.kill('SIGKILL');
    await until('the child has gone too', () => !isAlive(pid));
  });
});
