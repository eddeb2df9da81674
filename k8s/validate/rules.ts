// All rules, and how an overlay is held against them.
import { title, type Cluster, type Report, type Rule } from './cluster.ts';
import { contractRules } from './contract.rules.ts';
import { environmentRules } from './environment.rules.ts';
import { monitoringRules } from './monitoring.rules.ts';
import { networkRules } from './network.rules.ts';
import { podRules } from './pods.rules.ts';
import { referenceRules } from './references.rules.ts';
import { scalingRules } from './scaling.rules.ts';

const RULES: readonly Rule[] = [
  ...podRules,
  ...referenceRules,
  ...environmentRules,
  ...scalingRules,
  ...networkRules,
  ...monitoringRules,
  ...contractRules,
];

/** A way to collect what is wrong, one line a finding: overlay: Kind/name: what. */
export function collector(cluster: Cluster, findings: string[]): Report {
  return (object, what) => {
    const line = `${cluster.overlay}: ${typeof object === 'string' ? object : title(object)}: ${what}`;
    if (!findings.includes(line)) findings.push(line);
  };
}

/** What the rules find in an overlay. */
export function findingsOf(cluster: Cluster): string[] {
  const findings: string[] = [];
  const report = collector(cluster, findings);
  for (const rule of RULES) rule(cluster, report);
  return findings;
}
