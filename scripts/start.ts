// npm start and npm run dev: the whole system on this machine, with its data in one folder, until Ctrl-C.
// With --watch, changed sources are compiled and the processes that run them restarted.
import { resolve } from 'node:path';
import type { Child } from '#testing/processes';
import { isFree } from '#testing/servers';
import { Environment } from '#testing/environment';
import { DEMO } from './demo-account.ts';
import { tryLock } from './setup/lock.mjs';
import { SourceWatcher } from './start/source-watcher.ts';

const SERVERS: readonly string[] = ['postgres', 'redis', 'nats'];

const watch = process.argv.includes('--watch');
const port = Number(process.env['PORT'] || 3000);
const dir = resolve(process.env['LOCAL_DIR'] || '.local');
const products = process.env['SANDBOX_PRODUCTS'];
const variables = {
  LOG_PRETTY: 'on',
  LOG_LEVEL: process.env['LOG_LEVEL'] || 'info',
  // A restart after a change does not wait for long work; another attempt does it again.
  ...(watch ? { SHUTDOWN_MS: '1000' } : {}),
};

const leave = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => leave.abort());

process.exit(await main());

async function main(): Promise<number> {
  if (!Number.isInteger(port) || port < 1 || port > 65_535) return refuse('PORT must be a port number.');
  if (!tryLock(resolve(dir, 'start.lock')))
    return refuse(`${dir} is in use by a running copy. Stop it, or set LOCAL_DIR to another folder.`);
  try {
    if (!(await isFree(port)))
      return refuse(`Port ${port} is in use. Stop the process that uses it, or set PORT to another.`);
    return await run();
  } catch (error) {
    if (leave.signal.aborted) return 0;
    return refuse(`Shelfscribe could not start. ${(error as Error).message}`);
  }
}

function refuse(reason: string): number {
  console.error(reason);
  return 1;
}

async function run(): Promise<number> {
  console.log('Starting Postgres, Redis, NATS and seven processes of Shelfscribe …');
  const startedAt = performance.now();
  let crashed: string | undefined;
  const exit = (child: Child, how: string): void => {
    if (leave.signal.aborted) return;
    crashed = `${child.name} ended unexpectedly (${how})`;
    console.error(`${crashed}. Its last lines:\n${child.lastLines}`);
    if (!watch || SERVERS.includes(child.name)) leave.abort();
  };
  const environment = await Environment.start({
    dir,
    ports: { gateway: port },
    variables: { all: variables },
    ...(products ? { products: resolve(products) } : {}),
    listener: { signal: leave.signal, line: print, exit },
  });
  let watcher: SourceWatcher | undefined;
  try {
    await environment.seed(DEMO);
    if (!leave.signal.aborted) {
      greet(environment, (performance.now() - startedAt) / 1000);
      if (watch) watcher = new SourceWatcher(environment);
      await new Promise((resolve) => leave.signal.addEventListener('abort', resolve));
    }
  } finally {
    console.log('Finishing the work in progress and stopping …');
    await watcher?.stop();
    await environment.stop();
  }
  const failed = crashed && !watch;
  console.log(failed ? `Stopped, because ${crashed}.` : 'Stopped. The data is kept.');
  return failed ? 1 : 0;
}

/** Prints the lines of our processes. The lines of a server are printed only when it fails. */
function print(name: string, line: string): void {
  if (!SERVERS.includes(name)) console.log(`${name.padEnd(17)} | ${line}`);
}

function greet({ baseUrl, coreUrl, sandboxUrl }: Environment, seconds: number): void {
  const json = `-H 'Content-Type: application/json'`;
  const bearer = `-H "Authorization: Bearer $TOKEN"`;
  const field = (name: string): string => `sed -E 's/.*"${name}":"([^"]+)".*/\\1/'`;
  console.log(`
Shelfscribe is up after ${seconds.toFixed(1)} s. Ctrl-C stops it; its data stays in ${dir}.

  {base_url}   ${baseUrl}
  {core_url}   ${coreUrl}
  Sandbox      ${sandboxUrl}
  Account      ${DEMO.email}, password ${DEMO.password}

Sign in, list the products, import two, generate a title:

TOKEN=$(curl -s ${coreUrl}/accounts/sessions/email ${json} -d '{"email":"${DEMO.email}","password":"${DEMO.password}"}' | ${field('accessToken')})
curl -sw '\\n' ${bearer} '${baseUrl}/products?limit=5'
curl -sw '\\n' ${bearer} ${json} ${baseUrl}/products/import/retailer -d '{"asins":["B07Y33KYXZ","B000000001"]}'
PRODUCT=$(curl -s ${bearer} '${baseUrl}/products?limit=1' | grep -o '"id":"[^"]*"' | head -n 1 | cut -d '"' -f 4)
curl -sw '\\n' ${bearer} ${json} -H 'Prefer: wait=30' ${baseUrl}/generations -d "{\\"applicationId\\":\\"product-title\\",\\"inputs\\":{\\"productId\\":\\"$PRODUCT\\"}}"
`);
}
