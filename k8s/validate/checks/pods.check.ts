// Checks pods: restricted privileges, probes, resources, pinned images and time to drain.
import { bytes, selects, type Container, type Check } from '../cluster.ts';

/** Margin between the end of a drain and SIGKILL, in seconds. */
const MARGIN_S = 5;
/** Maximum share of the memory limit that the heap may use. */
const HEAP_SHARE = 0.8;

const restricted: Check = (cluster, report) => {
  for (const { object, pod } of cluster.workloads()) {
    const { securityContext: security } = pod;
    if (security?.runAsNonRoot !== true || !security.runAsUser) report(object, 'must run as a non-root user');
    if (security?.seccompProfile?.type !== 'RuntimeDefault')
      report(object, 'needs seccompProfile RuntimeDefault');
    if (pod.automountServiceAccountToken !== false) report(object, 'must not mount a service account token');
    if (pod.enableServiceLinks !== false) report(object, 'must set enableServiceLinks to false');
    if (pod.hostNetwork || pod.hostPID || pod.hostIPC)
      report(object, 'must not share namespaces with the host');
    for (const volume of pod.volumes ?? []) {
      if (volume.hostPath) report(object, `volume ${volume.name} is a hostPath`);
      if (volume.emptyDir && !volume.emptyDir.sizeLimit)
        report(object, `volume ${volume.name} has no size limit`);
    }
    for (const container of [...(pod.initContainers ?? []), ...pod.containers]) {
      const { securityContext: own } = container;
      if (own?.allowPrivilegeEscalation !== false)
        report(object, `${container.name} may escalate privileges`);
      if (own?.readOnlyRootFilesystem !== true)
        report(object, `${container.name} may write to its root file system`);
      if (own?.privileged) report(object, `${container.name} is privileged`);
      if (!own?.capabilities?.drop?.includes('ALL') || own.capabilities.add)
        report(object, `${container.name} keeps capabilities`);
    }
  }
  const labels = cluster.all('Namespace')[0]?.metadata.labels ?? {};
  if (labels['pod-security.kubernetes.io/enforce'] !== 'restricted')
    report('Namespace', 'must enforce restricted pods');
};

const accounts: Check = (cluster, report) => {
  const used = new Map<string, string>();
  for (const { object, name, pod } of cluster.workloads()) {
    const account = cluster.find('ServiceAccount', pod.serviceAccountName);
    if (!account) {
      report(object, `has no ServiceAccount ${pod.serviceAccountName ?? ''}`);
      continue;
    }
    if (account.automountServiceAccountToken !== false) report(account, 'must not mount its token');
    const other = used.get(account.metadata.name);
    if (other) report(object, `shares its ServiceAccount with ${other}`);
    used.set(account.metadata.name, name);
  }
};

const probes: Check = (cluster, report) => {
  for (const { object, pod, ours } of cluster.workloads()) {
    if (object.kind === 'Job') continue;
    for (const { name, startupProbe, livenessProbe, readinessProbe } of pod.containers) {
      if (!startupProbe || !livenessProbe || !readinessProbe) {
        report(object, `${name} needs a startup, a liveness and a readiness probe`);
        continue;
      }
      if (ours && livenessProbe.httpGet?.path === readinessProbe.httpGet?.path)
        report(object, `${name}: liveness and readiness must use different paths`);
      if (!ours) continue;
      const asked = [startupProbe, livenessProbe, readinessProbe].map((probe) => probe.httpGet);
      const paths = ['/health/live', '/health/live', '/health/ready'];
      if (asked.some((get, i) => get?.path !== paths[i] || get?.port !== 'ops'))
        report(object, `${name}: probes must be /health/live, /health/live and /health/ready on ops`);
    }
  }
};

const sizes: Check = (cluster, report) => {
  for (const { object, pod, ours } of cluster.workloads()) {
    for (const container of [...(pod.initContainers ?? []), ...pod.containers]) {
      const { requests = {}, limits = {} } = container.resources ?? {};
      if (!requests['cpu'] || !requests['memory'])
        report(object, `${container.name} needs requests for cpu and memory`);
      if (!limits['memory']) report(object, `${container.name} needs a memory limit`);
      if (limits['cpu'])
        report(object, `${container.name} must have no cpu limit, because throttling only adds latency`);
      if (ours && object.kind === 'Deployment')
        checkHeap(container, bytes(limits['memory']), (finding) => report(object, finding));
    }
  }
};

function checkHeap(container: Container, limit: number | undefined, say: (finding: string) => void): void {
  const options = container.env?.find(({ name }) => name === 'NODE_OPTIONS')?.value ?? '';
  const heap = Number(/--max-old-space-size=(\d+)/.exec(options)?.[1] ?? 0) * 1024 ** 2;
  if (heap === 0) return say('NODE_OPTIONS must set --max-old-space-size');
  if (limit !== undefined && heap > limit * HEAP_SHARE)
    say(`the heap may use ${Math.round((100 * heap) / limit)} % of the memory limit`);
}

const images: Check = (cluster, report) => {
  for (const { object, pod, ours } of cluster.workloads()) {
    for (const { name, image = '' } of [...(pod.initContainers ?? []), ...pod.containers]) {
      if (image.includes('@sha256:')) continue;
      const tag = image.split('/').at(-1)?.split(':')[1];
      if (!tag || tag === 'latest') report(object, `${name}: ${image} names no version`);
      if (cluster.overlay === 'production') report(object, `${name}: ${image} must be pinned by digest`);
      if (ours && !cluster.isLocal && !image.includes('/'))
        report(object, `${name}: ${image} names no registry`);
    }
  }
};

const drain: Check = (cluster, report) => {
  for (const { object, pod, ours } of cluster.workloads()) {
    if (!ours || object.kind !== 'Deployment') continue;
    for (const { env, lifecycle, ports = [] } of pod.containers) {
      const seconds = (key: string, fallback: number): number =>
        Number(env?.find(({ name }) => name === key)?.value ?? fallback) / 1000;
      const preStop = lifecycle?.preStop?.sleep?.seconds ?? 0;
      const shutdown = seconds('SHUTDOWN_MS', NaN);
      const grace = pod.terminationGracePeriodSeconds ?? 30;
      if (Number.isNaN(shutdown)) report(object, 'must set SHUTDOWN_MS');
      if (preStop + shutdown + MARGIN_S > grace)
        report(
          object,
          `preStop ${preStop} s + drain ${shutdown} s + ${MARGIN_S} s do not fit into ${grace} s`,
        );
      if (lifecycle?.preStop?.exec) report(object, 'preStop must use sleep, because the image has no shell');
      if (ports.some(({ name }) => name === 'http') && preStop + seconds('DRAIN_MS', 0) < 5)
        report(object, 'must serve on for 5 s (DRAIN_MS or preStop) until routes no longer lead to it');
    }
  }
};

const rollout: Check = (cluster, report) => {
  for (const deployment of cluster.all('Deployment')) {
    const { strategy, template, replicas } = deployment.spec ?? {};
    if (strategy?.rollingUpdate?.maxUnavailable !== 0)
      report(deployment, 'needs maxUnavailable 0, so that a rollout keeps every replica');
    if (replicas !== undefined) report(deployment, 'must not set replicas, which the autoscaler sets');
    const spread = template?.spec?.topologySpreadConstraints ?? [];
    for (const key of ['topology.kubernetes.io/zone', 'kubernetes.io/hostname']) {
      const one = spread.find(({ topologyKey }) => topologyKey === key);
      if (!one?.matchLabelKeys?.includes('pod-template-hash'))
        report(deployment, `does not spread over ${key} by revision`);
      if (one && one.whenUnsatisfiable !== 'ScheduleAnyway')
        report(deployment, `spreading over ${key} must not block scheduling`);
    }
  }
};

/** Each Deployment needs one budget that allows a node to be drained even with one replica. */
const disruption: Check = (cluster, report) => {
  for (const workload of cluster.workloads().filter(({ object }) => object.kind === 'Deployment')) {
    const budgets = cluster
      .all('PodDisruptionBudget')
      .filter(({ spec }) => spec?.selector && selects(spec.selector, workload.labels));
    if (budgets.length !== 1)
      report(workload.object, `has ${budgets.length} PodDisruptionBudgets instead of one`);
    for (const budget of budgets) {
      // A drain waits for the running work of each worker, so with one at a time a full node takes longer than upgrades wait.
      const most = workload.name.endsWith('-worker') ? '25%' : 1;
      if (budget.spec?.maxUnavailable !== most)
        report(
          budget,
          `needs maxUnavailable ${most}, because minAvailable blocks the eviction of a single replica`,
        );
      if (budget.spec?.unhealthyPodEvictionPolicy !== 'AlwaysAllow')
        report(
          budget,
          'needs unhealthyPodEvictionPolicy AlwaysAllow, so that unready pods do not block a node',
        );
    }
  }
};

const labels: Check = (cluster, report) => {
  for (const { object, labels: found, name } of cluster.workloads()) {
    if (!name || found['app.kubernetes.io/part-of'] !== 'shelfscribe')
      report(object, 'its pods need the labels app.kubernetes.io/name and app.kubernetes.io/part-of');
  }
};

/** Cut off, an index would begin anew with each try, and the release would never end. */
const patience: Check = (cluster, report) => {
  for (const job of cluster.all('Job'))
    if (job.spec?.activeDeadlineSeconds !== undefined)
      report(job, 'its migration may take as long as it needs');
};

/** Pods and the objects that create them. */
export const podChecks: readonly Check[] = [
  restricted,
  accounts,
  probes,
  sizes,
  images,
  drain,
  rollout,
  disruption,
  labels,
  patience,
];
