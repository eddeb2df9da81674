// T2: the local overlay applied three times is the same as once, and comes back after its namespace was deleted.
import { strict as assert } from 'node:assert';
import { desired } from './admission.ts';
import { allAvailable } from './installation.ts';
import { NAMESPACE, overlay, removeNamespace } from './namespace.ts';
import type { Cluster, Step } from './step.ts';

export const applied: Step = {
  name: 'T2',
  title: 'applied three times is applied once; deleted with its namespace, it leaves no claim of a volume',
  async run(cluster) {
    const { kubectl } = cluster;
    const apply = ['apply', '--kustomize', overlay('overlays/local')];
    for (const round of [1, 2]) {
      const first = await kubectl.run(apply);
      const others = first.split('\n').filter((line) => !line.endsWith(' created'));
      assert.deepEqual(others, [], `Round ${round}: something is left of the last installation.`);
      const before = await desired(cluster);
      for (const _ of [2, 3]) await kubectl.run(apply);
      assert.deepEqual(await desired(cluster), before, 'A later apply changes objects.');
      await allAvailable(cluster);
      assert.notEqual(await claims(cluster), '');
      await removeNamespace(cluster);
      assert.equal(await claims(cluster), '', 'A claim outlives its namespace.');
    }
  },
};

/** Names of what the servers of the state have asked to keep their data on. */
function claims({ kubectl }: Cluster): Promise<string> {
  return kubectl.run(['get', 'persistentvolumeclaim', '--namespace', NAMESPACE, '--output', 'name']);
}
