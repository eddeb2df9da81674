import { startBenchEnvironment } from '../test/bench/bench-environment.ts';
import { generationsPerSecond } from '../test/bench/generations.ts';
const bench = await startBenchEnvironment({ variables: { NODE_OPTIONS: '--cpu-prof --cpu-prof-dir=/tmp/prof2 --cpu-prof-interval=500' } });
try {
  const { fillProducts } = await import('../test/bench/reads.ts');
  await fillProducts(bench.environment, bench.person.workspaceId);
  await generationsPerSecond(bench.client, 200, [], 20);
  const t=performance.now();
  await generationsPerSecond(bench.client, 2000, [], 20);
  console.log('2000 in', performance.now()-t);
} finally { await bench.environment.stop(); }
