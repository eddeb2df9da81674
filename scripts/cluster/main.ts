// npm run test:cluster: the manifests on a real cluster (test/cluster/README.md). Arguments: the steps to run, such as T4.
import { runCluster } from '../../test/cluster/harness/run-cluster.ts';
import { runInside } from '../../test/cluster/harness/run-inside.ts';

const [first, ...rest] = process.argv.slice(2);
process.exit(first === 'inside' ? await runInside(rest) : await runCluster(process.argv.slice(2)));
