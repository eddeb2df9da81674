// T6: a release by release.sh, whose migration adds an index, and the way back, while people work: no request fails.
import { strict as assert } from 'node:assert';
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { DEMO } from '../../../scripts/start/demo-account.ts';
import { projectFile } from '#testing/servers';
import { until } from '#testing/until';
import { ensureInstalled } from './installation.ts';
import { NAMESPACE, overlay, removeNamespace } from './namespace.ts';
import type { Cluster, Step } from './step.ts';

/** Where the edge is: the only namespace that may ask the gateway. */
export const EDGE = 'gateway-system';
const run = promisify(execFile);
const LOAD = readFileSync(new URL('load.js', import.meta.url), 'utf8');

interface Result {
  requests: number;
  failures: string[];
  generations: number;
  /** Ends of generations that did not succeed. */
  lost: string[];
}

export const released: Step = {
  name: 'T6',
  title: 'a release and the way back: no request fails, nothing is lost',
  async run(cluster) {
    await ensureInstalled(cluster);
    const stop = await startLoad(cluster);
    try {
      await release(cluster, 'shelfscribe:next');
      assert.ok(await hasIndex(cluster), 'The migration of the release did not run.');
      await release(cluster, await byDigest(cluster, 'shelfscribe:local'), 'back');
      const { requests, failures, generations, lost } = await stop();
      console.log(`          ${requests} requests, ${generations} generations`);
      assert.deepEqual([failures, lost], [[], []]);
      assert.ok(generations > 0);
    } finally {
      await removeNamespace(cluster, EDGE);
    }
  },
};

/** Starts what people do, in a pod of the edge. What it gives ends that, and tells how it went. */
export async function startLoad(cluster: Cluster): Promise<() => Promise<Result>> {
  const { kubectl } = cluster;
  const container = {
    name: 'load',
    image: 'shelfscribe:local',
    command: ['/nodejs/bin/node', '--eval', 'setInterval(() => {}, 60_000)'],
  };
  await kubectl.apply([
    { apiVersion: 'v1', kind: 'Namespace', metadata: { name: EDGE } },
    {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'load', namespace: EDGE },
      spec: { containers: [container] },
    },
  ]);
  await kubectl.run(['wait', '--for=condition=ready', 'pod/load', '--namespace', EDGE, '--timeout=120s']);
  const node = ['/nodejs/bin/node', '--input-type=module', '--eval', LOAD, DEMO.email, DEMO.password];
  const child = kubectl.start(['exec', '--stdin', '--namespace', EDGE, 'load', '--', ...node]);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  await until(`the load has started (${output})`, () => output.includes('started'), { withinMs: 60_000 });
  return async () => {
    child.stdin.end();
    const look = (): string | undefined => /^result (.*)$/m.exec(output)?.[1];
    const result = await until('the load tells its result', look, { withinMs: 300_000, everyMs: 500 });
    return JSON.parse(result) as Result;
  };
}

/** Releases an image, and sees that all run it. */
async function release(cluster: Cluster, image: string, ...way: 'back'[]): Promise<void> {
  const { kubectl, folder, env } = cluster;
  const startedAt = performance.now();
  const rendered = await kubectl.run(['kustomize', overlay('overlays/local')]);
  const file = join(folder, 'release.yaml');
  writeFileSync(file, rendered.replaceAll('image: shelfscribe:local', `image: ${image}`));
  await run('sh', [projectFile('k8s/release.sh'), file, ...way], { env });
  assert.equal(await runningImages(cluster), image);
  console.log(`          released ${image} in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`);
}

/**
 * The image as production names it, by its digest. Images that came from a file have no such name yet, and those of kind's node get
 * none: there it is the tag.
 */
async function byDigest({ hasOutside }: Cluster, image: string): Promise<string> {
  if (!hasOutside) return image;
  const images = ['-n', 'k8s.io', 'images'];
  const name = `docker.io/library/${image}`;
  const { stdout } = await run('ctr', [...images, 'ls', `name==${name}`]);
  const [digest] = /sha256:[0-9a-f]{64}/.exec(stdout) ?? [];
  assert.ok(digest, `The node does not have ${name}.`);
  const [repository = ''] = image.split(':');
  await run('ctr', [...images, 'tag', '--force', name, `docker.io/library/${repository}@${digest}`]);
  return `${repository}@${digest}`;
}

interface Deployments {
  items: { metadata: { name: string }; spec: { template: { spec: { containers: { image: string }[] } } } }[];
}

/** The image of all processes but the sandbox, which no release has. */
async function runningImages({ kubectl }: Cluster): Promise<string> {
  const { items } = await kubectl.get<Deployments>('deployment', '--namespace', NAMESPACE);
  const ours = items.filter(({ metadata }) => metadata.name !== 'sandbox');
  return [
    ...new Set(ours.flatMap(({ spec }) => spec.template.spec.containers.map(({ image }) => image))),
  ].join(', ');
}

async function hasIndex({ kubectl }: Cluster): Promise<boolean> {
  const query = `SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass('product_next')`;
  const psql = `PGPASSWORD=$POSTGRES_PASSWORD psql --username postgres catalogue --tuples-only --command "${query}"`;
  const exec = ['exec', '--namespace', NAMESPACE, 'postgres-0', '--container', 'server', '--'];
  return (await kubectl.run([...exec, 'sh', '-c', psql])).trim() === 't';
}
