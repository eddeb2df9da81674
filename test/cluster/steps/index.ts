// All steps, in their order, and how they are run.
import { applied } from './apply.ts';
import { admitted } from './admission.ts';
import { scaledByCpu } from './cpu.ts';
import { drained } from './drain.ts';
import { installed } from './installation.ts';
import { enforced } from './policies.ts';
import { released } from './release.ts';
import { restored } from './restore.ts';
import { scaled } from './scaling.ts';
import type { Cluster, Step } from './step.ts';
import { enlarged } from './stream.ts';

const STEPS: readonly Step[] = [
  admitted,
  applied,
  installed,
  enforced,
  drained,
  scaled,
  released,
  scaledByCpu,
  enlarged,
  restored,
];

/** Runs the steps with these names, or all, also after one that fails; gives the exit code. */
export async function runSteps(cluster: Cluster, names: readonly string[]): Promise<number> {
  const failed: string[] = [];
  for (const step of STEPS.filter(({ name }) => names.length === 0 || names.includes(name))) {
    await timed(`${step.name}  ${step.title}`, () => step.run(cluster)).catch((error: unknown) => {
      console.error(`FAILED ${step.name}: ${(error as Error).stack}`);
      failed.push(step.name);
    });
  }
  console.log(failed.length > 0 ? `Failed: ${failed.join(', ')}` : 'passed');
  return failed.length > 0 ? 1 : 0;
}

/** Runs something and prints its duration. */
export async function timed(name: string, work: () => Promise<void>): Promise<void> {
  const startedAt = performance.now();
  await work();
  console.log(`${((performance.now() - startedAt) / 1000).toFixed(1).padStart(6)} s  ${name}`);
}
