// The words of the local start: where everything is, and what to try.
import { relative } from 'node:path';
import { APPS, type Environment } from '#testing/environment';
import { DEMO } from './demo-account.ts';
import type { ProcessLogs } from './process-logs.ts';

/** The table of processes: their ports and log files. */
export function processTable(
  { servers, baseUrl, sandboxUrl, opsUrls }: Environment,
  logs: ProcessLogs,
): string {
  const urls: Record<string, string> = {
    gateway: baseUrl,
    sandbox: sandboxUrl,
    postgres: servers.postgres.superuserUrl(''),
    redis: servers.redis.url('catalogue'),
    nats: servers.nats.url,
  };
  const port = (url = ''): string => (url ? new URL(url).port : '').padEnd(7);
  const rows = [...APPS, ...Object.keys(servers)].map(
    (name) => `${name.padEnd(19)}${port(urls[name])}${port(opsUrls[name])}${shortened(logs.path(name))}`,
  );
  return ['process            port   ops    log', ...rows].map((row) => `  ${row}`).join('\n');
}

/** A path relative to the working directory if it is inside of that. */
function shortened(path: string): string {
  const short = relative('', path);
  return short.startsWith('..') ? path : short;
}

/** Commands to paste into another terminal. */
export function firstCommands({ baseUrl, coreUrl }: Environment): string {
  const json = `-H 'Content-Type: application/json'`;
  const bearer = `-H "Authorization: Bearer $TOKEN"`;
  const field = (name: string): string => `sed -E 's/.*"${name}":"([^"]+)".*/\\1/'`;
  return `TOKEN=$(curl -s ${coreUrl}/accounts/sessions/email ${json} -d '{"email":"${DEMO.email}","password":"${DEMO.password}"}' | ${field('accessToken')})
curl -sw '\\n' ${bearer} '${baseUrl}/products?limit=5'
curl -sw '\\n' ${bearer} ${json} ${baseUrl}/products/import/retailer -d '{"asins":["B07Y33KYXZ","B000000001"]}'
PRODUCT=$(curl -s ${bearer} '${baseUrl}/products?limit=1' | grep -o '"id":"[^"]*"' | head -n 1 | cut -d '"' -f 4)
curl -sw '\\n' ${bearer} ${json} -H 'Prefer: wait=30' ${baseUrl}/generations -d "{\\"applicationId\\":\\"product-title\\",\\"inputs\\":{\\"productId\\":\\"$PRODUCT\\"}}"`;
}
