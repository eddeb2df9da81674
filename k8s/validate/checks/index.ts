// Lists all checks of an overlay and collects their findings.
import { title, type Check, type Cluster, type Report } from '../cluster.ts';
import { environmentChecks } from './environment.check.ts';
import { monitoringChecks } from './monitoring.check.ts';
import { networkChecks } from './network.check.ts';
import { operatorChecks } from './operators.check.ts';
import { orderChecks } from './order.check.ts';
import { podChecks } from './pods.check.ts';
import { referenceChecks } from './references.check.ts';
import { routeChecks } from './routes.check.ts';
import { scalingChecks } from './scaling.check.ts';
import { secretTableChecks } from './secret-table.check.ts';
import { sizeChecks } from './sizes.check.ts';
import { stateChecks } from './state.check.ts';

const CHECKS: readonly Check[] = [
  ...podChecks,
  ...referenceChecks,
  ...environmentChecks,
  ...scalingChecks,
  ...networkChecks,
  ...routeChecks,
  ...monitoringChecks,
  ...secretTableChecks,
  ...sizeChecks,
  ...orderChecks,
  ...operatorChecks,
  ...stateChecks,
];

/** A Report that adds each finding to `findings`, as `overlay: Kind/name: finding`, without duplicates. */
export function reportTo(cluster: Cluster, findings: string[]): Report {
  return (object, finding) => {
    const line = `${cluster.overlay}: ${typeof object === 'string' ? object : title(object)}: ${finding}`;
    if (!findings.includes(line)) findings.push(line);
  };
}

/** The findings of all checks in an overlay. */
export function findingsOf(cluster: Cluster): string[] {
  const findings: string[] = [];
  const report = reportTo(cluster, findings);
  for (const check of CHECKS) check(cluster, report);
  return findings;
}
