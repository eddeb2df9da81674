// T12: the section "Backup and restore" of k8s/README.md, command by command, by a person on call.
import { strict as assert } from 'node:assert';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generationEnds, newestProduct, signIn, startSlow } from '../../../scripts/compose/client.ts';
import { projectFile } from '#testing/servers';
import { installKeda } from '../harness/keda.ts';
import { allAvailable, ensureInstalled } from './installation.ts';
import { installKinds, NAMESPACE, overlay } from './namespace.ts';
import { asDeployer, asOperator } from './operator.ts';
import { forwarded, GATEWAY, personWithProduct } from './people.ts';
import { withKeda } from './scaling.ts';
import type { Cluster, Step } from './step.ts';

/** What runs at the moment, and what is asked for after it. */
const RUNNING = 5;
const LATER = 3;

export const restored: Step = {
  name: 'T12',
  title:
    'a restore by the page: all commands are accepted, what ran then ends, what came later is gone, no orphans',
  async run(cluster) {
    const { kubectl } = cluster;
    await ensureInstalled(cluster);
    await installKinds(cluster);
    await installKeda(kubectl);
    await kubectl.run(['apply', '--kustomize', withKeda(cluster)]);
    try {
      await writeRelease(cluster);
      const { then, later } = await forwarded(cluster, () => moment(cluster));
      const startedAt = performance.now();
      await follow(cluster, then);
      await allAvailable(cluster);
      console.log(`          restored in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`);
      await forwarded(cluster, () => isThatMoment(then, later));
    } finally {
      await kubectl.run(['delete', '--kustomize', withKeda(cluster)]);
    }
  },
};

/** The file that the page names: what is deployed. */
async function writeRelease({ kubectl, folder }: Cluster): Promise<void> {
  const parts = [overlay('overlays/local'), join(folder, 'scaling')];
  const rendered = await Promise.all(parts.map((path) => kubectl.run(['kustomize', path])));
  writeFileSync(join(folder, 'release.yaml'), rendered.join('\n---\n'));
}

/** Has work under way, takes a base backup meanwhile, and has more done after it. */
async function moment(cluster: Cluster): Promise<{ then: string[]; later: string[] }> {
  const person = await personWithProduct();
  const { id } = await newestProduct(person);
  const then = await startSlow(person, id, RUNNING);
  await inPostgres(
    cluster,
    'PGPASSWORD=$POSTGRES_PASSWORD pg_basebackup --host 127.0.0.1 --username postgres --pgdata /data/moment --checkpoint fast',
  );
  const later = await startSlow(person, id, LATER);
  await generationEnds(person, [...then, ...later]);
  return { then, later };
}

function inPostgres({ kubectl }: Cluster, command: string): Promise<string> {
  const exec = ['exec', '--namespace', NAMESPACE, 'postgres-0', '--container', 'server', '--'];
  return kubectl.run([...exec, 'sh', '-c', command]);
}

/** Does what the page says, in its order. */
async function follow(cluster: Cluster, then: readonly string[]): Promise<void> {
  const { functions, steps } = page();
  const [stop, restore, forget, list, start, orphans] = steps;
  assert.ok(stop && restore && forget && list && start && orphans);
  await asOperator(cluster, (shell) => shell(functions + stop));
  await restoreDatabases(cluster);
  const running = await asOperator(cluster, async (shell) => {
    await shell(forget);
    return shell(list);
  });
  for (const id of then) assert.match(running, new RegExp(id), 'What ran at the moment is not listed.');
  const release = 'sh k8s/release.sh release.yaml\n';
  assert.ok(start.startsWith(release));
  await asDeployer(cluster, release);
  await asOperator(cluster, async (shell) => {
    await shell(functions + start.slice(release.length));
    assert.equal(await shell(orphans), '', 'There are orphans.');
  });
}

/** The commands of the page: functions, and those of each step without its title. */
function page(): { functions: string; steps: string[] } {
  const readme = readFileSync(projectFile('k8s/README.md'), 'utf8');
  const [, block = ''] = /^## Backup and restore$[^]*?^```sh\n([^]*?)^```$/m.exec(readme) ?? [];
  const [functions = '', ...steps] = block.split(/^# \d[.] .*\n/m);
  return { functions, steps };
}

/** Gives Postgres the files of the base backup. */
async function restoreDatabases({ kubectl }: Cluster): Promise<void> {
  const inNamespace = ['--namespace', NAMESPACE];
  const scale = (replicas: number): Promise<string> =>
    kubectl.run(['scale', 'statefulset/postgres', `--replicas=${replicas}`, ...inNamespace]);
  await scale(0);
  await kubectl.run(['wait', '--for=delete', 'pod/postgres-0', '--timeout=120s', ...inNamespace]);
  await kubectl.apply([restorer()]);
  const done = ['wait', '--for=jsonpath={.status.phase}=Succeeded', 'pod/restorer', '--timeout=120s'];
  await kubectl.run([...done, ...inNamespace]);
  await kubectl.run(['delete', 'pod/restorer', ...inNamespace]);
  await scale(1);
  await kubectl.run(['rollout', 'status', 'statefulset/postgres', '--timeout=300s', ...inNamespace]);
}

function restorer(): object {
  const container = {
    name: 'restorer',
    image: 'postgres:17-alpine',
    command: ['sh', '-c', 'rm -r /data/postgres && mv /data/moment /data/postgres'],
    securityContext: {
      allowPrivilegeEscalation: false,
      capabilities: { drop: ['ALL'] },
      seccompProfile: { type: 'RuntimeDefault' },
    },
    volumeMounts: [{ name: 'data', mountPath: '/data' }],
  };
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'restorer', namespace: NAMESPACE },
    spec: {
      restartPolicy: 'Never',
      securityContext: { runAsNonRoot: true, runAsUser: 70, runAsGroup: 70, fsGroup: 70 },
      containers: [container],
      volumes: [{ name: 'data', persistentVolumeClaim: { claimName: 'data-postgres-0' } }],
    },
  };
}

/** What ran then runs again and ends; what was asked for later is not there. */
async function isThatMoment(then: readonly string[], later: readonly string[]): Promise<void> {
  const person = await signIn(GATEWAY);
  const ended = await generationEnds(person, then);
  assert.deepEqual([...new Set(ended.map(({ status }) => status))], ['SUCCESS']);
  for (const id of later) assert.equal((await person.get(`/generations/${id}`)).status, 404);
}
