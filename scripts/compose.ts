// npm run test:compose: tests the image and docker-compose.yml with Docker, under a project name and ports of their own.
import { strict as assert } from 'node:assert';
import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { freePort } from '#testing/servers';
import type { Person } from '#testing/environment';
import { until } from '#testing/until';
import { generationEnds, newestProduct, startSlow, tour } from './compose/client.ts';
import { ComposeStack, docker, missingEngine, missingImages, type Container } from './compose/engine.ts';

const IMAGE = 'shelfscribe:local';
const MAX_IMAGE_MB = 250;
const SCALE = ['--scale', 'generation-worker=3', '--scale', 'import-worker=3'];
/** Generations that one worker runs at once: one of its ten places is kept for those that a person waits for. */
const CONCURRENCY = 9;

const ports = { gateway: await freePort(), sandbox: await freePort() };
const gateway = `http://localhost:${ports.gateway}`;
const secrets = parseEnv(readFileSync(new URL('../.env', import.meta.url), 'utf8'));
const revision = 'revision-of-the-test';
const stack = new ComposeStack(`shelfscribe-test-${process.pid}`, { ...ports, revision });

process.exit(await main());

async function main(): Promise<number> {
  const reason = await missingEngine();
  if (reason !== undefined) {
    console.log(`skipped: no container engine with Compose was found (${reason})`);
    return 0;
  }
  const missing = await missingImages(await baseImages());
  if (missing.length > 0) {
    console.error(`These images are neither present nor available:\n  ${missing.join('\n  ')}`);
    return 1;
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => void remove().finally(() => process.exit(1)));
  }
  try {
    await test();
    console.log('passed');
    return 0;
  } catch (error) {
    console.error(await stack.compose('logs', '--tail', '10').catch(String));
    console.error((error as Error).stack);
    return 1;
  } finally {
    await remove();
  }
}

async function test(): Promise<void> {
  await step('build', () => stack.compose('build', '--quiet'));
  await step('image', checkImage);
  await step('up', () => stack.compose('up', '--wait'));
  const person = await step('tour', () => tour(gateway));
  await step('scale to 3 + 3', () => stack.compose('up', '--wait', '--no-recreate', ...SCALE));
  await step('another copy of auth', startOneMore);
  await step('work is shared', () => importEverywhere(person));
  await step('a worker killed in a job', () => killOne(person));
  await step('the killed worker is back', () => stack.compose('up', '--wait', '--no-recreate', ...SCALE));
  await step('drain', () => drain(person));
  await step('stop', stopAll);
  await step('down', remove);
}

/** Runs a step and prints its duration. */
async function step<T>(name: string, work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  const result = await work();
  console.log(`${((performance.now() - startedAt) / 1000).toFixed(1).padStart(6)} s  ${name}`);
  return result;
}

function note(text: string): void {
  console.log(`          ${text}`);
}

/** Third-party images: the bases of our image, and the servers of the default profile. */
async function baseImages(): Promise<string[]> {
  const dockerfile = readFileSync(new URL('../Dockerfile', import.meta.url), 'utf8');
  const built = [...dockerfile.matchAll(/^FROM (?:--platform=\S+ )?(\S+)/gm)].map(([, tag = '']) => tag);
  const used = (await stack.compose('config', '--images')).split('\n').filter((tag) => tag !== IMAGE);
  return [...new Set([...built, ...used])];
}

async function checkImage(): Promise<void> {
  const [image] = JSON.parse(await docker(['image', 'inspect', IMAGE])) as {
    Size: number;
    Config: { User: string; Labels: Record<string, string> };
  }[];
  assert.ok(image);
  const size = Math.round(image.Size / 1e6);
  note(`${size} MB`);
  assert.ok(size < MAX_IMAGE_MB, `The image has ${size} MB, more than ${MAX_IMAGE_MB}.`);
  assert.equal(image.Config.User, '65532');
  assert.equal(image.Config.Labels['org.opencontainers.image.revision'], revision);
  const shell = docker(['run', '--rm', '--entrypoint', '/bin/sh', IMAGE, '-c', 'true']);
  await assert.rejects(shell, /no such file/, 'The image has a shell.');
  const print = ['--entrypoint', '/nodejs/bin/node', IMAGE, '--print'];
  const bill = await docker(['run', '--rm', ...print, `fs.readFileSync('sbom.cdx.json', 'utf8')`]);
  for (const name of ['fastify', 'react-dom'])
    assert.ok(bill.includes(`pkg:npm/${name}@`), `The bill of materials has no ${name}.`);
}

/** Prints the time from the start of a container until its process is up. */
async function startOneMore(): Promise<void> {
  await stack.compose('up', '--wait', '--no-deps', '--no-recreate', '--scale', 'auth=2', 'auth');
  const [newest] = (await stack.containers('auth')).filter(({ Name }) => Name.endsWith('-2'));
  assert.ok(newest);
  const started = Date.parse(await docker(['inspect', '--format', '{{.State.StartedAt}}', newest.Name]));
  const log = await docker(['logs', newest.Name]);
  const up = /"time":"([^"]+)"[^\n]*"msg":"auth is up/.exec(log)?.[1] ?? '';
  note(`up ${((Date.parse(up) - started) / 1000).toFixed(2)} s after the start of its container`);
}

/** Checks that every copy of the import worker gets jobs. */
async function importEverywhere(person: Person): Promise<void> {
  const asins = Array.from({ length: 400 }, (_, i) => `B08${String(i).padStart(7, '0')}`);
  const { success } = await person.importProducts(asins);
  assert.equal(success.length, asins.length);
  const workers = await stack.containers('import-worker');
  const done = await Promise.all(workers.map((worker) => stack.jobsDone(worker)));
  note(`jobs of each import worker: ${done.join(', ')}`);
  assert.equal(done.length, 3);
  assert.ok(
    done.every((jobs) => jobs > 0),
    'An import worker had no job.',
  );
}

/** Kills one of three busy workers. The others must finish its generations. */
async function killOne(person: Person): Promise<void> {
  const workers = await stack.containers('generation-worker');
  const victim = workers[1];
  assert.ok(victim);
  const { id } = await newestProduct(person);
  await debugRequests('DELETE');
  const generations = await startSlow(person, id, 3 * CONCURRENCY);
  await allReachModel(generations.length);
  await docker(['kill', victim.Name]);
  assertAllSucceeded(await generationEnds(person, generations));
  const repeated = (await modelRequests()) - generations.length;
  note(`${generations.length} generations ended, ${repeated} of them started by the killed worker`);
  assert.equal(repeated, CONCURRENCY);
}

/** Stops the workers. They must finish the generations in progress, and start none twice. */
async function drain(person: Person): Promise<void> {
  const { id } = await newestProduct(person);
  await debugRequests('DELETE');
  const generations = await startSlow(person, id, CONCURRENCY);
  await allReachModel(generations.length);
  await stack.compose('stop', 'generation-worker');
  const workers = await stack.containers('generation-worker');
  assertExitedCleanly(workers);
  assertAllSucceeded(await generationEnds(person, generations));
  assert.equal(await modelRequests(), generations.length, 'A generation was started twice.');
}

/** Stops the stack. Every process of ours must exit with 0. */
async function stopAll(): Promise<void> {
  await stack.compose('stop');
  assertExitedCleanly((await stack.containers()).filter(({ Image }) => Image === IMAGE));
}

async function remove(): Promise<void> {
  await stack.compose('down', '--volumes', '--remove-orphans', '--timeout', '5');
}

/** Requests that the sandbox's models received since the list was cleared. */
async function modelRequests(): Promise<number> {
  return ((await (await debugRequests('GET')).json()) as unknown[]).length;
}

/** Reads or clears the list of those requests. */
async function debugRequests(method: 'GET' | 'DELETE'): Promise<Response> {
  const url = `http://localhost:${ports.sandbox}/v1/debug/requests`;
  const response = await fetch(url, {
    method,
    headers: { authorization: `Bearer ${secrets['SANDBOX_MODEL_KEY']}` },
  });
  assert.ok(response.ok, `${method} ${url} was answered with ${response.status}.`);
  return response;
}

function allReachModel(count: number): Promise<boolean> {
  const look = async (): Promise<boolean> => (await modelRequests()) === count;
  return until(`the model has got ${count} requests`, look, { withinMs: 180_000, everyMs: 1000 });
}

function assertAllSucceeded(generations: { status: string }[]): void {
  assert.deepEqual([...new Set(generations.map(({ status }) => status))], ['SUCCESS']);
}

function assertExitedCleanly(containers: Container[]): void {
  assert.ok(containers.length > 0);
  const others = containers.filter(({ State, ExitCode }) => State !== 'exited' || ExitCode !== 0);
  assert.deepEqual(
    others.map(({ Name, State, ExitCode }) => `${Name}: ${State} (${ExitCode})`),
    [],
  );
}
