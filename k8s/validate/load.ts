// Computes what an autoscaler does with a load: the formula of a ScaledObject as KEDA evaluates it, and the replicas that follow.
import { compileFunction } from 'node:vm';

/** The autoscaler of Kubernetes does nothing while the load is so near to that of the present replicas. */
const TOLERANCE = 0.1;

/** The load by a formula, of the numbers that its triggers count. Error: the formula names another one. */
export function loadOf(formula: string, counts: Readonly<Record<string, number>>): number {
  const given = { ...counts, min: Math.min, max: Math.max };
  const compute = compileFunction(`return ${formula}`, Object.keys(given)) as (
    ...values: unknown[]
  ) => number;
  return compute(...Object.values(given));
}

/** The replicas for a load with the metric type AverageValue, before the bounds of the autoscaler. */
export function replicasFor(load: number, { target, now }: { target: number; now: number }): number {
  return Math.abs(load / (target * now) - 1) <= TOLERANCE ? now : Math.ceil(load / target);
}
