// All steps, in their order, and how they are run.
import { applied } from './apply.ts';
import { admitted } from './admission.ts';
import { drained } from './drain.ts';
import { installed } from './installation.ts';
import { enforced } from './policies.ts';
import { released } from './release.ts';
import { scaled } from './scaling.ts';
import type { Cluster, Step } from './step.ts';

const STEPS: readonly Step[] = [admitted, applied, installed, enforced, released, drained, scaled];

/** Runs the steps with these names, or all; gives the exit code. */
export async function runSteps(cluster: Cluster, names: readonly string[]): Promise<number> {
  try {
    for (const step of STEPS)
      if (names.length === 0 || names.includes(step.name))
        await timed(`${step.name}  ${step.title}`, () => step.run(cluster));
    console.log('passed');
    return 0;
  } catch (error) {
    console.error((error as Error).stack);
    return 1;
  }
}

/** Runs something and prints its duration. */
export async function timed(name: string, work: () => Promise<void>): Promise<void> {
  const startedAt = performance.now();
  await work();
  console.log(`${((performance.now() - startedAt) / 1000).toFixed(1).padStart(6)} s  ${name}`);
}
