// npm start as a user meets it: when it answers, who can reach it, what it prints, and what a second start keeps.
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv, promisify } from 'node:util';
import type { Generation, ImportState, ModelList, Product } from '#contracts';
import { OTHER_SCHEMA } from '#platform/migrations';
import { openStandIn, Vllm, type StandIn } from '#testing/model-servers';
import { freePort, projectFile } from '#testing/servers';
import { until } from '#testing/until';
import { startWithChangedSchema } from './start/changed-schema.ts';
import { DEMO } from './start/demo-account.ts';

const NAMES = [
  'gateway',
  'auth',
  'catalogue',
  'generations',
  'notifications',
  'import-worker',
  'generation-worker',
  'webhook-worker',
  'sandbox',
  'postgres',
  'redis',
  'nats',
];
/** An address of this machine that a server on 127.0.0.1 alone does not answer. */
const OTHER_ADDRESS =
  Object.values(networkInterfaces())
    .flat()
    .find((address) => address?.family === 'IPv4' && !address.internal)?.address ?? '127.0.0.2';

const dir = mkdtempSync(join(tmpdir(), 'shelfscribe-start-'));
let port: number;
let base: string;
let running: ChildProcess | undefined;
let output: string;

/** The settings of a model server that README.md gives as an example, with this address and a key. */
function exampleOfReadme(address: string): Record<string, string> {
  const readme = readFileSync(projectFile('README.md'), 'utf8');
  const example = /^export MODEL_SERVERS=.*\nexport MODEL_KEYS=.*$/m.exec(readme)?.[0] ?? '';
  const filled = example.replace('https://models.acme.example/v1', address).replace('sk-…', 'key-of-acme');
  return parseEnv(filled) as Record<string, string>;
}

/** Starts the system; `output` collects what it prints. */
function start(variables: Record<string, string> = {}): void {
  output = '';
  // What a developer has set is not tested, and may be the keys of a real model or marketplace: neither that of the shell
  // nor the .env.local of the checkout, which is not in this folder. The revision is still that of the checkout.
  const { PATH = '', HOME = '', TEST_FSYNC = '' } = process.env;
  const usual = { PATH, HOME, TEST_FSYNC, GIT_DIR: projectFile('.git'), GIT_WORK_TREE: projectFile('') };
  running = spawn(process.execPath, ['--conditions=ts-source', projectFile('scripts/start.ts')], {
    cwd: dir,
    env: { ...usual, PORT: String(port), LOCAL_DIR: dir, ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [running.stdout, running.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
}

function isUp(): Promise<boolean> {
  return untilStarted(() => output.includes('Sign in, list the products'));
}

/** Waits for a step of the start. Throws what it has printed when it ends before. */
function untilStarted<T>(look: () => T | Promise<T>): ReturnType<typeof until<T>> {
  const lookOnce = (): T | Promise<T> => {
    if (running?.exitCode !== null) throw new Error(output);
    return look();
  };
  return until('the start has got this far', lookOnce, { withinMs: 240_000 });
}

/** Waits for the end of the start; gives its exit code. */
async function end(): Promise<number | null> {
  if (running && running.exitCode === null) await once(running, 'exit');
  return running?.exitCode ?? null;
}

function signIn(): Promise<Response> {
  return fetch(`http://127.0.0.1:${port}/core/api/v2/accounts/sessions/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: DEMO.email, password: DEMO.password }),
  });
}

async function api<T>(path: string, body?: object): Promise<T> {
  const { accessToken } = (await (await signIn()).json()) as { accessToken: string };
  const response = await fetch(`${base}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return (await response.json()) as T;
}

/** The rows of the table of processes: name, public port if there is one, ops port if there is one, full path of the log. */
function table(): Map<string, { ports: number[]; log: string }> {
  const rows = output.matchAll(/^ {2}([a-z-]+) +(?:(\d+) +)?(?:(\d+) +)?(\S+[.]log)$/gm);
  return new Map(
    [...rows].map(([, name = '', first, second, log = '']) => [
      name,
      { ports: [first, second].filter((text) => text !== undefined).map(Number), log: join(dir, log) },
    ]),
  );
}

/** True when a server answers on an address. */
async function answers(address: string, at: number): Promise<boolean> {
  const socket = connect(at, address);
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

beforeAll(async () => {
  port = await freePort();
  base = `http://127.0.0.1:${port}/api/v2`;
});

afterAll(async () => {
  running?.kill('SIGTERM');
  await end();
  rmSync(dir, { recursive: true, force: true });
});

it('a server that crashes during the start is the reason for its end', async () => {
  const folder = mkdtempSync(join(dir, 'crash-'));
  const redis = `#!/bin/sh\necho Ready to accept connections\nsleep 2\nexit 3\n`;
  writeFileSync(join(folder, 'redis-server'), redis, { mode: 0o700 });
  start({ LOCAL_DIR: folder, PATH: `${folder}:${process.env['PATH']}` });
  expect([await end(), output]).toEqual([
    1,
    expect.stringContaining('could not start, because redis ended unexpectedly (exit code 3)'),
  ]);
});

describe('the first start', () => {
  let firstAnswer: number;
  let picture: string;
  const vllm = new Vllm();
  let models: StandIn;

  beforeAll(async () => {
    vllm.model = 'large';
    models = await openStandIn(vllm.play);
    start({
      ...exampleOfReadme(`${models.url}/v1`),
      MODEL_DEFAULT: 'acme:large',
      MODEL_SERVER: 'a word that is no setting',
    });
    firstAnswer = (await untilStarted(() => signIn().catch(() => undefined))).status;
    await isUp();
  });

  it('answers on its port only when every process is ready and the demo account exists', () => {
    expect(firstAnswer).toBe(201);
  });

  it('prints the address of the console first, where its page is', async () => {
    const [first] = /http:\S+/.exec(output) ?? [''];
    expect(first).toMatch(/\/console\/$/);
    await expect(fetch(first).then((page) => page.text())).resolves.toContain('<title>Shelfscribe</title>');
  });

  it('prints a table of its processes, and no line of their logs', () => {
    expect([...table().keys()]).toEqual(NAMES);
    expect(output).not.toMatch(/gateway is up/);
    expect(readFileSync(table().get('gateway')?.log ?? '', 'utf8')).toMatch(/INFO.*gateway is up after/);
    expect(readFileSync(table().get('postgres')?.log ?? '', 'utf8')).toMatch(/ready to accept connections/);
  });

  it('tells what it cannot use, which models it has, and which of them is the default', () => {
    expect(output).toContain('MODEL_SERVER is no setting of Shelfscribe.');
    expect(output).toMatch(/Default +acme:large\n/);
    expect(output).toMatch(/acme +http:[^ ]+: acme:large\n/);
    expect(output).toContain('sandbox');
  });

  it('writes with the model server of the shell, which gets its key', async () => {
    vllm.answer =
      'A cutting board of oak for every kitchen, made by hand and oiled twice, so that it lasts for years.';
    const { models: enabled } = await api<ModelList>('/models');
    expect(enabled.map(({ id }) => id)).toContain('acme:large');
    const body = { applicationId: 'product-description', inputs: { brief: 'an oak board, oiled twice' } };
    const { id } = await api<Generation>('/generations', body);
    const ended = await until('the generation has ended', async () => {
      const generation = await api<Generation>(`/generations/${id}`);
      return generation.status !== 'RUNNING' && generation;
    });
    expect(ended.environment?.model).toBe('acme:large');
    const call = models.asked.find(({ path }) => path === '/v1/chat/completions');
    expect(call?.headers.authorization).toBe('Bearer key-of-acme');
  });

  it('listens on 127.0.0.1 alone', async () => {
    const ports = [...table().values()].flatMap((row) => row.ports);
    expect(ports).toHaveLength(14); // nine ops ports, two public ports, three servers
    expect(await Promise.all(ports.map((one) => answers('127.0.0.1', one)))).toEqual(ports.map(() => true));
    expect(await Promise.all(ports.map((one) => answers(OTHER_ADDRESS, one)))).toEqual(
      ports.map(() => false),
    );
  });

  it('says in build_info which revision runs', async () => {
    const { stdout } = await promisify(execFile)('git', ['rev-parse', 'HEAD'], { cwd: projectFile('') });
    const metrics = await (await fetch(`http://127.0.0.1:${table().get('auth')?.ports[0]}/metrics`)).text();
    expect(metrics).toMatch(new RegExp(`^build_info{.*revision="${stdout.trim()}(-dirty)?"`, 'm'));
  });

  it('ends in order', async () => {
    const { id } = await api<ImportState>('/products/import/retailer', { asins: ['B07Y33KYXZ'] });
    const item = await until('the import has ended', async () => {
      const { status, items } = await api<ImportState>(`/products/imports/${id}`);
      return status !== 'RUNNING' && items[0];
    });
    picture = (await api<Product>(`/products/${item.productId}`)).mainImage;
    expect((await fetch(picture)).status).toBe(200);
    running?.kill('SIGINT');
    expect([await end(), output]).toEqual([0, expect.stringContaining('The data is kept.')]);
    await models.close();
  });

  it('does not come to be with a setting that a process would refuse', async () => {
    start({ MODEL_DEFAULT: 'acme:none' });
    expect([await end(), output]).toEqual([
      1,
      expect.stringContaining('MODEL_DEFAULT: is not among the enabled models'),
    ]);
  });

  describe('and a second one, open to other machines, with LOG=all', () => {
    beforeAll(async () => {
      start({ HOST: '0.0.0.0', LOG: 'all' });
      await isUp();
    });

    it('still serves the pictures of products that the first one imported', async () => {
      expect((await fetch(picture)).status).toBe(200);
    });

    it('opens the gateway and the sandbox, and no ops port', async () => {
      const open = [...table()].map(async ([name, { ports }]) => {
        const all = await Promise.all(ports.map((one) => answers(OTHER_ADDRESS, one)));
        return [name, all.filter(Boolean).length] as const;
      });
      const counts = Object.fromEntries(await Promise.all(open));
      const none = Object.fromEntries(NAMES.map((name) => [name, 0]));
      expect(counts).toEqual({ ...none, gateway: 1, sandbox: 1 });
    });

    it('prints the lines of the processes', () => {
      expect(output).toMatch(/^auth +\| .*auth is up after/m);
    });

    it('says why it ends when a process dies: its last lines and its log', async () => {
      const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=,args=']);
      const auth = stdout
        .split('\n')
        .find((row) => row.includes(` ${running?.pid} `) && /bundles.auth.main/.test(row));
      output = '';
      process.kill(Number.parseInt(auth ?? ''), 'SIGKILL');
      expect(await end()).toBe(1);
      expect(output).toContain(
        `auth ended unexpectedly (killed by SIGKILL). Its last lines, from ${dir}/logs/auth.log:`,
      );
      expect(output).toMatch(/^[^|]*auth is up after/m);
      expect(output).toContain('Stopped, because auth ended unexpectedly');
    });
  });

  it('and the migrations of one after the schema has changed refuse to touch the data', async () => {
    const { postgres, migrate } = await startWithChangedSchema(dir);
    try {
      await expect(migrate()).rejects.toMatchObject({
        code: OTHER_SCHEMA, // for which the start says that the data was made by another version
        stderr: expect.stringMatching(/The migration \w+ has changed since it was applied here/),
      });
    } finally {
      await postgres.stop();
    }
  });
});
