// Children under supervision: ready or failed with a reason, ended in order or by force, and never left behind.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Child, type ChildSpec } from './child.ts';
import { isFree, freePort } from './ports.ts';

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

async function until(condition: () => boolean): Promise<void> {
  const giveUp = Date.now() + 5000;
  while (!condition() && Date.now() < giveUp) await new Promise((resolve) => setTimeout(resolve, 20));
  expect(condition()).toBe(true);
}

const WAITING = `setInterval(() => {}, 1000); console.log('ready')`;

describe('the start of a child', () => {
  it('ends when its address answers 200, and not before', async () => {
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
    await until(() => lines.length === 3);
    expect(lines).toEqual(['503', '503', '200']);
  });

  it('fails with the last lines of a child that ends', async () => {
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

  it('can be called off', async () => {
    const signal = AbortSignal.timeout(300);
    const failing = start(child(`setInterval(() => {}, 1000)`), { signal });
    await expect(failing).rejects.toThrow(/called off/);
  });

  it('fails when there is no such program', async () => {
    await expect(start(child('', { command: '/nowhere' }))).rejects.toThrow(/ENOENT/);
  });
});

describe('the end of a child', () => {
  it('is in order when it obeys, by force when it does not', async () => {
    const ended: string[] = [];
    const line = (_: string, text: string) => ended.push(text);
    const obedient = `process.on('SIGTERM', () => { console.log('left'); process.exit(0) }); ${WAITING}`;
    await (await start(child(obedient), { line })).stop();
    await until(() => ended.includes('left'));
    const deaf = await start(child(`process.on('SIGTERM', () => {}); ${WAITING}`, { stopMs: 300 }));
    const pid = deaf.pid ?? 0;
    await deaf.stop();
    expect(isAlive(pid)).toBe(false);
  });

  it('is reported when nobody asked for it, and only then', async () => {
    const reports: string[] = [];
    const exit = (one: Child, how: string) => reports.push(`${one.name}: ${how}`);
    const asked = await start(child(WAITING), { exit });
    await asked.stop();
    const crashed = await start(child(WAITING), { exit });
    process.kill(crashed.pid ?? 0, 'SIGKILL');
    await until(() => reports.length > 0);
    expect(reports).toEqual(['child: killed by SIGKILL']);
  });

  it('may be followed by another start', async () => {
    const one = await start(child(WAITING));
    const first = one.pid;
    await one.kill();
    expect(one.pid).toBeUndefined();
    await one.restart();
    expect(one.pid).not.toBe(first);
    expect(isAlive(one.pid ?? 0)).toBe(true);
  });

  it('comes with the end of its parent, even by SIGKILL', async () => {
    const file = new URL('./child.ts', import.meta.url).href;
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
    await until(() => !isAlive(pid));
  });
});

describe('a free port', () => {
  it('is free, and given once', async () => {
    const ports = await Promise.all(Array.from({ length: 20 }, freePort));
    expect(new Set(ports).size).toBe(20);
    expect(await isFree(ports[0] ?? 0)).toBe(true);
  });
});
