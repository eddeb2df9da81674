// What a step of the test is, and what it is given.
import type { Kubectl } from '../harness/kubectl.ts';

/** The cluster on which steps run. */
export interface Cluster {
  kubectl: Kubectl;
  /** Folder of the programs that were built. */
  programs: string;
  /** Folder of what this run makes. */
  folder: string;
  /** Name of its node. */
  node: string;
  /** Whether hosts outside the cluster answer, as machine.sh makes them. */
  hasOutside: boolean;
  /** Variables with which a shell finds this kubectl and this cluster. */
  env: Record<string, string>;
}

/** One proof. It leaves the cluster as it found it, unless its comment says otherwise. */
export interface Step {
  /** As the command line names it. */
  name: string;
  title: string;
  run(cluster: Cluster): Promise<void>;
}
