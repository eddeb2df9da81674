// Renders every overlay, and production with each patch of README.md, and checks them against schemas, code and house
// rules. With --faults (part of npm run check:full) it seeds one fault after another, and fails unless each is reported.
import { basename } from 'node:path';
import { findingsOf, reportTo } from './checks/index.ts';
import { checkFields, checkValues, type Entry } from './checks/schemas.check.ts';
import { STATE_ALERTS, STATE_POLICIES } from './checks/state.check.ts';
import { Cluster } from './cluster.ts';
import { exampleClusters, faultyExamples, GATEWAY } from './examples.ts';
import { faultyClusters, type FaultyCluster } from './faults/index.ts';
import { findKubectl, render } from './kubectl.ts';
import { findPromtool, promtoolFindings } from './promtool.ts';

const OVERLAYS = ['overlays/local', 'overlays/staging', 'overlays/production', 'examples/aws'];

const withFaults = process.argv.includes('--faults');
const startedAt = performance.now();
const seconds = (): string => `${((performance.now() - startedAt) / 1000).toFixed(1)} s`;

const kubectl = findKubectl();
const clusters = await Promise.all(
  OVERLAYS.map(async (folder) => new Cluster(basename(folder), await render(kubectl, folder))),
);
const objects = clusters.reduce((sum, cluster) => sum + cluster.objects.length, 0);
console.log(`Rendered ${clusters.length} overlays, ${objects} objects: ${seconds()}`);

const production = clusters.find(({ overlay }) => overlay === 'production') ?? new Cluster('none', []);
const examples = await exampleClusters(kubectl, production);
const faultyPatches = withFaults ? await faultyExamples(kubectl, production) : [];
const faulty = withFaults ? [...faultyClusters(clusters), ...faultyPatches] : [];
const findings = await check([...clusters, ...examples, ...faulty.map(({ cluster }) => cluster)]);
for (const one of [...examples, ...faultyPatches.map(({ cluster }) => cluster)]) {
  if (one.objects.every((object) => production.objects.includes(object)))
    findings.get(one)?.push(`${one.overlay}: changes nothing`);
}
const problems = [...clusters, ...examples].flatMap((cluster) => findings.get(cluster) ?? []);
const missed = faulty.filter((one) => !newFindings(one).some((line) => one.expected.test(line)));

problems.push(...promtoolProblems());
for (const problem of problems) console.log(`  ${problem}`);
for (const one of missed) {
  console.log(`  Not reported: ${one.fault}; expected ${String(one.expected)}`);
  for (const line of newFindings(one)) console.log(`    reported instead: ${line}`);
}
if (withFaults)
  console.log(`${faulty.length - missed.length} of ${faulty.length} seeded faults are reported`);
console.log(`${problems.length} problems: ${seconds()}`);
process.exit(problems.length + missed.length > 0 ? 1 : 0);

async function check(all: readonly Cluster[]): Promise<Map<Cluster, string[]>> {
  const found = new Map(all.map((cluster) => [cluster, findingsOf(cluster)]));
  // A faulty overlay shares all objects but one with the original, so each object is checked only once.
  const entries = new Map<object, Entry>();
  for (const [cluster, lines] of found) {
    const report = reportTo(cluster, lines);
    const beside =
      cluster === production ? [...STATE_POLICIES, ...STATE_ALERTS, ...(GATEWAY ? [GATEWAY] : [])] : [];
    for (const object of [...cluster.objects, ...beside])
      if (!entries.has(object)) entries.set(object, { object, report });
  }
  await checkValues([...entries.values()]);
  checkFields([...entries.values()]);
  return found;
}

/** The findings that only the overlay with the fault has. */
function newFindings({ cluster }: FaultyCluster): string[] {
  return (findings.get(cluster) ?? []).filter((line) => !problems.includes(line));
}

function promtoolProblems(): string[] {
  const promtool = findPromtool();
  if (!promtool) {
    console.log(
      'Skipped: the unit tests of the alerts, because there is no promtool (k8s/README.md, "Checking the manifests")',
    );
    return [];
  }
  return promtoolFindings(promtool, production); // the other overlays have the same alerts and dashboards
}
