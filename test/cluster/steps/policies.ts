// T4: from each pod, from other namespaces and to hosts outside, exactly the connections of the policies can be made.
import { strict as assert } from 'node:assert';
import { once } from 'node:events';
import { spawn } from 'node:child_process';
import { ensureInstalled } from './installation.ts';
import { NAMESPACE, removeNamespace } from './namespace.ts';
import { probeFromNew, probeFromOurs, probeFromServer, type Target } from './probes.ts';
import type { Cluster, Step } from './step.ts';

/** Ports that something listens on, by the name of its pods. */
const PORTS: Readonly<Record<string, readonly number[]>> = {
  gateway: [3000, 9000],
  auth: [9000],
  catalogue: [9000],
  generations: [9000],
  notifications: [9000],
  'import-worker': [9000],
  'generation-worker': [9000],
  'webhook-worker': [9000],
  sandbox: [4010, 9000],
  nats: [4222, 8222],
  postgres: [5432],
  redis: [6379],
};
/** Hosts outside the cluster, on which these ports answer: one of the internet, and the metadata service of a cloud. */
const OUTSIDE = { internet: '203.0.113.10', metadata: '169.254.169.254' };
const OUTSIDE_PORTS = [80, 443, 8443];
/** Answers on each port outside, until it is killed. */
const LISTEN = `for (const port of [${OUTSIDE_PORTS.join(',')}])
  require('net').createServer((socket) => socket.end()).listen(port, '0.0.0.0', () => console.log(port));`;

const MARKET_AND_MODELS = ['sandbox:4010', 'internet:443'];
/** What each pod must reach, and nothing else. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  gateway: ['nats:4222', 'redis:6379'],
  auth: ['nats:4222', 'postgres:5432'],
  catalogue: ['nats:4222', 'postgres:5432', 'redis:6379'],
  generations: ['nats:4222', 'postgres:5432', 'redis:6379'],
  notifications: ['nats:4222', 'postgres:5432', 'redis:6379'],
  'import-worker': ['nats:4222', 'redis:6379', ...MARKET_AND_MODELS],
  'generation-worker': ['nats:4222', 'redis:6379', ...MARKET_AND_MODELS, 'internet:8443'],
  'webhook-worker': ['nats:4222', 'redis:6379', 'internet:443', 'internet:8443'],
  sandbox: [],
  nats: [],
  postgres: [],
  redis: [],
};
const OPS = Object.entries(PORTS).flatMap(([name, ports]) => (ports.includes(9000) ? [`${name}:9000`] : []));
/** The same for a pod of another namespace. Nothing keeps it from the hosts outside. */
const ALLOWED_FROM: Readonly<Record<string, readonly string[]>> = {
  stranger: [],
  'gateway-system': ['gateway:3000'],
  monitoring: OPS,
};

export const enforced: Step = {
  name: 'T4',
  title: 'exactly the connections of the policies can be made',
  async run(cluster) {
    await ensureInstalled(cluster);
    const targets = await targetsOf(cluster);
    const stop = cluster.hasOutside ? await startOutside() : (): void => undefined;
    try {
      for (const [name, allowed] of Object.entries(ALLOWED)) {
        const others = targets.filter((target) => !target.name.startsWith(`${name}:`));
        const probe = PORTS[name]?.includes(9000) ? probeFromOurs : probeFromServer;
        assert.deepEqual(
          await probe(cluster, name, others),
          known(allowed, others),
          `What ${name} reaches is not right.`,
        );
      }
      for (const [namespace, allowed] of Object.entries(ALLOWED_FROM)) {
        const inside = targets.filter(({ name }) => (name.split(':')[0] ?? '') in PORTS);
        assert.deepEqual(
          await probeFromNew(cluster, namespace, inside),
          allowed.toSorted(),
          `From ${namespace}.`,
        );
      }
      console.log(
        `          ${targets.length} targets, ${Object.keys({ ...ALLOWED, ...ALLOWED_FROM }).length} sources`,
      );
    } finally {
      stop();
      for (const namespace of Object.keys(ALLOWED_FROM)) await removeNamespace(cluster, namespace);
    }
  },
};

/** Starts the hosts outside; what it gives stops them. */
async function startOutside(): Promise<() => void> {
  const listening = spawn('ip', ['netns', 'exec', 'outside', process.execPath, '--eval', LISTEN]);
  await once(listening.stdout, 'data');
  return () => listening.kill();
}

/** Of these names those that are among the targets: kind has no hosts outside. */
function known(names: readonly string[], targets: readonly Target[]): string[] {
  return names.filter((name) => targets.some((target) => target.name === name)).toSorted();
}

interface Pod {
  metadata: { labels: Record<string, string> };
  status: { podIP: string; phase: string };
}

/** All that answers: every port of every pod, the API server, and the hosts outside. */
async function targetsOf({ kubectl, hasOutside }: Cluster): Promise<Target[]> {
  const { items } = await kubectl.get<{ items: Pod[] }>('pod', '--namespace', NAMESPACE);
  const running = items.filter(({ status }) => status.phase === 'Running');
  const pods = running.flatMap(({ metadata, status }) => {
    const name = metadata.labels['app.kubernetes.io/name'] ?? '';
    return (PORTS[name] ?? []).map((port) => ({ name: `${name}:${port}`, host: status.podIP, port }));
  });
  const outside = Object.entries(hasOutside ? OUTSIDE : {}).flatMap(([name, host]) =>
    OUTSIDE_PORTS.map((port) => ({ name: `${name}:${port}`, host, port })),
  );
  return [...pods, ...outside, { name: 'api-server:443', host: '10.96.0.1', port: 443 }];
}
