// T14: the stream of events is nearly full, full, and enlarged by ALERTS.md. Its alerts would fire, no job waits, no event is lost.
import { strict as assert } from 'node:assert';
import { readFileSync } from 'node:fs';
import type { Person } from '#testing/environment';
import { projectFile } from '#testing/servers';
import { until } from '#testing/until';
import { signIn } from '../../../scripts/compose/client.ts';
import { ensureInstalled } from './installation.ts';
import { NAMESPACE } from './namespace.ts';
import { asOperator, type Shell } from './operator.ts';
import { forwarded, GATEWAY } from './people.ts';
import type { Cluster, Step } from './step.ts';

const OWNERS = ['AUTH', 'CATALOGUE', 'GENERATIONS', 'NOTIFICATIONS'];
/** Bytes that are left in a nearly full stream: fewer than the events of these products take. */
const ROOM = 10_000;
const PRODUCTS = 40;
/** What the page prints for a server that is larger than that of the local overlay, which has 2 GB for streams. */
const PRINTED = '9GB';
const FITS = '1GB';

export const enlarged: Step = {
  name: 'T14',
  title: 'a full stream of events: alerts, the runbook, and no event waits afterwards',
  async run(cluster) {
    await ensureInstalled(cluster);
    await asOperator(cluster, (shell) => forwarded(cluster, () => fillAndEnlarge(cluster, shell)));
  },
};

async function fillAndEnlarge(cluster: Cluster, shell: Shell): Promise<void> {
  const person = await signIn(GATEWAY);
  await makeProducts(person);
  const share = (): Promise<number> => shareUsed(cluster);
  const limit = threshold('EventStreamIsNearlyFull');
  assert.ok((await share()) < limit);
  const { bytes } = await stream(shell);
  await shell(
    `nats stream edit EVENTS --max-bytes ${Math.max(bytes + ROOM, Math.ceil(bytes / 0.9))} --force`,
  );
  await until(`EventStreamIsNearlyFull: more than ${limit}`, async () => (await share()) > limit, WAIT);
  while ((await waiting(shell)).count === 0) await makeProducts(person);
  const { status } = await person.generate({ applicationId: 'product-title', inputs: { keywords: ['oak'] } });
  assert.equal(status, 'SUCCESS', 'A job waits for an event.');
  const oldest = threshold('OutboxStandsStill');
  await until(`OutboxStandsStill: more than ${oldest} s`, async () => (await waits(cluster)) > oldest, WAIT);
  const { count, age } = await waiting(shell);
  console.log(`          full: ${count} events wait, the oldest for ${age.toFixed(0)} s`);
  await enlarge(shell);
  const noneWaits = async (): Promise<boolean> => (await waiting(shell)).count === 0;
  const startedAt = performance.now();
  await until('no event waits', noneWaits, WAIT);
  console.log(`          enlarged: none after ${((performance.now() - startedAt) / 1000).toFixed(0)} s`);
  await until('no alert', async () => (await share()) < limit && (await waits(cluster)) < oldest, WAIT);
}

const WAIT = { withinMs: 180_000, everyMs: 2000 };

/** Does what ALERTS.md has a person do, as it is printed there; --force stands for the person's "yes" to the tool's question. */
async function enlarge(shell: Shell): Promise<void> {
  const page = readFileSync(projectFile('k8s/ALERTS.md'), 'utf8');
  const [, section = ''] = /^## EventStreamIsNearlyFull$([^]*?)^## /m.exec(page) ?? [];
  const commands = [...section.matchAll(/`(nats [^`]+)`/g)].map(([, command = '']) => command);
  assert.equal(commands.length, 3);
  for (const command of commands) {
    if (command.includes(PRINTED)) await assert.rejects(shell(`${command} --force`), /insufficient storage/);
    console.log(`          ${command}`);
    await shell(command.includes('edit') ? `${command.replace(PRINTED, FITS)} --force` : command);
  }
}

interface StreamInfo {
  state: { bytes: number };
}

async function stream(shell: Shell): Promise<StreamInfo['state']> {
  return (JSON.parse(await shell('nats stream info EVENTS --json')) as StreamInfo).state;
}

async function makeProducts(person: Person): Promise<void> {
  for (let made = 0; made < PRODUCTS; made += 1)
    await person.call('POST', '/products', { body: { title: 'Oak board' } });
}

/** Events in the outboxes of all owners, and the age of the oldest in seconds. */
async function waiting(shell: Shell): Promise<{ count: number; age: number }> {
  const query = `SELECT count(*), coalesce(max(extract(epoch FROM now() - created_at)), 0) FROM outbox WHERE kind = 'event'`;
  const ask = OWNERS.map((owner) => `psql "$${owner}_SYSTEM_URL" --csv --tuples-only --command "${query}"`);
  const rows = (await shell(ask.join('\n'))).split('\n').map((line) => line.split(',').map(Number));
  return {
    count: rows.reduce((sum, [count = 0]) => sum + count, 0),
    age: Math.max(...rows.map(([, age = 0]) => age)),
  };
}

/** What an alert compares with. */
function threshold(alert: string): number {
  const alerts = readFileSync(projectFile('k8s/components/monitoring/alerts.yaml'), 'utf8');
  const [, value] = new RegExp(`- alert: ${alert}\\n\\s+expr: [^]*?> ([\\d.]+)\\n`).exec(alerts) ?? [];
  return Number(value);
}

/** The expression of EventStreamIsNearlyFull, by the metrics of an owner. */
async function shareUsed(cluster: Cluster): Promise<number> {
  return (await metric(cluster, 'event_stream_bytes')) / (await metric(cluster, 'event_stream_max_bytes'));
}

/** That of OutboxStandsStill, for the owner of products. */
function waits(cluster: Cluster): Promise<number> {
  return metric(cluster, 'outbox_oldest_seconds');
}

/** The largest value of a metric of the catalogue. */
async function metric({ kubectl }: Cluster, name: string): Promise<number> {
  const script = `fetch('http://127.0.0.1:9000/metrics').then((r) => r.text()).then(console.log)`;
  const exec = ['exec', '--namespace', NAMESPACE, 'deployment/catalogue', '--', '/nodejs/bin/node'];
  const text = await kubectl.run([...exec, '--eval', script]);
  const values = [...text.matchAll(new RegExp(`^${name}\\{.*\\} (\\S+)$`, 'gm'))];
  return Math.max(...values.map(([, value]) => Number(value)));
}
