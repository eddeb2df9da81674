// T9: the node is drained while its workers are busy. The jobs in progress end there, once each, and nothing is lost.
import { strict as assert } from 'node:assert';
import { generationEnds, newestProduct, signIn, startSlow } from '../../../scripts/compose/client.ts';
import { until } from '#testing/until';
import { allAvailable, ensureInstalled } from './installation.ts';
import { NAMESPACE } from './namespace.ts';
import {
  clearModelRequests,
  forwarded,
  GATEWAY,
  modelRequests,
  personWithProduct,
} from '../people/people.ts';
import type { Cluster, Step } from './step.ts';

const WORKERS = 3;
/** Generations that a worker runs at once for callers who do not wait. */
const PLACES = 9;
/** The node also has what other machines would have: the servers of the state, and the model. */
const OURS = 'app.kubernetes.io/name notin (postgres, redis, nats, sandbox)';
const MOST_S = 15 * 60;

export const drained: Step = {
  name: 'T9',
  title: 'a node is drained while its workers are busy: each job ends once',
  async run(cluster) {
    const { kubectl } = cluster;
    await ensureInstalled(cluster);
    await scale(cluster, WORKERS);
    try {
      const generations = await forwarded(cluster, makeBusy);
      const startedAt = performance.now();
      await drain(cluster);
      console.log(`          drained in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`);
      await allAvailable(cluster);
      await forwarded(cluster, () => haveEnded(generations));
    } finally {
      await kubectl.run(['uncordon', cluster.node]);
      await scale(cluster, 1);
    }
  },
};

/**
 * Evicts our pods. What replaces them starts on the same node, which is opened again at once: on another node they would not
 * wait for each other either, and as long as they wait, the disruption budgets let no second pod of a kind go.
 */
async function drain({ kubectl, node }: Cluster): Promise<void> {
  const args = ['drain', node, '--delete-emptydir-data', '--pod-selector', OURS, `--timeout=${MOST_S}s`];
  const draining = kubectl.run(args);
  const isClosed = async (): Promise<boolean> =>
    (await kubectl.run(['get', 'node', node, '--output', 'jsonpath={.spec.unschedulable}'])) === 'true';
  await Promise.race([draining, until('the node is closed', isClosed, { everyMs: 100 })]);
  await kubectl.run(['uncordon', node]);
  await draining;
}

/** Gives every place of every worker a generation; resolves when the model writes all of them. */
async function makeBusy(): Promise<string[]> {
  const person = await personWithProduct();
  await clearModelRequests();
  const { id } = await newestProduct(person);
  const generations = await startSlow(person, id, WORKERS * PLACES);
  const all = async (): Promise<boolean> => (await modelRequests()) === generations.length;
  await until(`the model has ${generations.length} requests`, all, { withinMs: 180_000, everyMs: 500 });
  return generations;
}

/** Waits until generations have ended, each by one request to the model. */
export async function haveEnded(ids: readonly string[]): Promise<void> {
  const ended = await generationEnds(await signIn(GATEWAY), ids);
  assert.deepEqual([...new Set(ended.map(({ status }) => status))], ['SUCCESS']);
  assert.equal(await modelRequests(), ids.length, 'A generation was started twice.');
}

/** Sets the number of generation workers, which no autoscaler has in the local overlay. */
async function scale(cluster: Cluster, replicas: number): Promise<void> {
  const worker = ['deployment/generation-worker', '--namespace', NAMESPACE];
  await cluster.kubectl.run(['scale', `--replicas=${replicas}`, ...worker]);
  await allAvailable(cluster);
}
