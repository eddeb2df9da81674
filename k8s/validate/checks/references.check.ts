// Checks that every reference names an object that exists.
import { selects, title, type Manifest, type Report, type Check, type Workload } from '../cluster.ts';
import { GATEWAY } from '../examples.ts';
import { valuesOf, variablesOf } from '../variables.ts';
import { leadsToTls } from './routes.check.ts';

const unique: Check = (cluster, report) => {
  const seen = new Set<string>();
  const namespace = cluster.all('Namespace')[0]?.metadata.name;
  for (const object of cluster.objects) {
    if (seen.has(title(object))) report(object, 'exists twice');
    seen.add(title(object));
    if (object.kind !== 'Namespace' && object.metadata.namespace !== namespace)
      report(
        object,
        `is in namespace ${object.metadata.namespace ?? 'default'}, not in ${namespace ?? 'its own'}`,
      );
  }
};

const selectors: Check = (cluster, report) => {
  for (const { object, labels } of cluster.workloads().filter((one) => one.object.kind !== 'Job')) {
    const { spec } = object as Manifest & { spec: { selector: Parameters<typeof selects>[0] } };
    if (!selects(spec.selector, labels)) report(object, 'does not select its own pods');
    const others = cluster
      .workloads()
      .filter((one) => one.object !== object && selects(spec.selector, one.labels));
    for (const other of others) report(object, `also selects the pods of ${title(other.object)}`);
  }
};

const mounts: Check = (cluster, report) => {
  for (const { object, pod } of cluster.workloads()) {
    const claims = (object as Manifest & { spec: { volumeClaimTemplates?: Manifest[] } }).spec
      .volumeClaimTemplates;
    const volumes = [
      ...(pod.volumes ?? []),
      ...(claims ?? []).map(({ metadata }) => ({ name: metadata.name })),
    ];
    for (const container of [...(pod.initContainers ?? []), ...pod.containers]) {
      for (const { name } of container.volumeMounts ?? []) {
        if (!volumes.some((volume) => volume.name === name))
          report(object, `mounts ${name}, which is not one of its volumes`);
      }
      for (const { configMapRef } of container.envFrom ?? []) {
        if (configMapRef && !cluster.find('ConfigMap', configMapRef.name))
          report(object, `there is no ConfigMap ${configMapRef.name ?? ''}`);
      }
      for (const { name, from } of variablesOf(cluster, container)) {
        if (!from || from.optional || (from.kind === 'Secret' && !cluster.hasSecrets)) continue;
        const keys = valuesOf(cluster, from.kind, from.name);
        if (!keys || !(from.key in keys))
          report(object, `${name}: there is no ${from.kind} ${from.name} with ${from.key}`);
      }
    }
    for (const { configMap, secret } of pod.volumes ?? []) {
      if (configMap && !cluster.find('ConfigMap', configMap.name))
        report(object, `there is no ConfigMap ${configMap.name ?? ''}`);
      if (secret && !valuesOf(cluster, 'Secret', secret.secretName ?? ''))
        report(object, `there is no Secret ${secret.secretName ?? ''}`);
    }
  }
};

function portsOf({ pod }: Workload): (string | number)[] {
  return pod.containers.flatMap(({ ports = [] }) =>
    ports.flatMap(({ name, containerPort }) => [containerPort, name ?? '']),
  );
}

const services: Check = (cluster, report) => {
  for (const service of cluster.all('Service')) {
    const selected = cluster
      .workloads()
      .filter(({ labels }) => selects({ matchLabels: service.spec?.selector }, labels));
    if (selected.length !== 1) report(service, `selects ${selected.length} workloads instead of one`);
    for (const { port, targetPort = port } of service.spec?.ports ?? []) {
      if (selected.some((workload) => !portsOf(workload).includes(targetPort)))
        report(service, `its pods have no port ${targetPort}`);
    }
  }
};

const routes: Check = (cluster, report) => {
  const hosts = cluster.all('HTTPRoute').flatMap(({ spec }) => spec?.hostnames ?? []);
  if (new Set(hosts).size !== hosts.length) report('HTTPRoute', 'two routes claim the same host');
  for (const route of cluster.all('HTTPRoute')) {
    if (!route.spec?.parentRefs?.length) report(route, 'has no parent Gateway');
    for (const parent of route.spec?.parentRefs ?? []) checkParent(route, parent, report);
    const rules = route.spec?.rules ?? [];
    const plain = route.spec?.parentRefs?.some(({ sectionName }) => protocolOf(sectionName) !== 'HTTPS');
    if (plain && !rules.every(leadsToTls)) report(route, 'answers without TLS instead of leading to https');
    for (const rule of rules) {
      const { backendRefs = [], timeouts } = rule;
      if (leadsToTls(rule)) continue;
      if (backendRefs.length === 0) report(route, 'has a rule without a backend');
      if (!timeouts?.request) report(route, 'has a rule without a request timeout; 0s means no limit');
      for (const { name, port } of backendRefs) {
        const ports = cluster.find('Service', name)?.spec?.ports ?? [];
        if (!ports.some((one) => one.port === port))
          report(route, `there is no Service ${name} with port ${port ?? ''}`);
      }
    }
  }
};

/** The protocol of a listener of README.md's Gateway. */
function protocolOf(listener: string | undefined): string | undefined {
  return GATEWAY?.spec?.listeners.find(({ name }) => name === listener)?.protocol;
}

/** The listener must be one of README.md's Gateway, encrypt unless it is `http`, and admit routes of our namespace. */
function checkParent(
  route: Manifest,
  parent: { name: string; namespace?: string | undefined; sectionName?: string | undefined },
  report: Report,
): void {
  const { metadata, spec } = GATEWAY ?? {};
  const listener = spec?.listeners.find(({ name }) => name === parent.sectionName);
  if (parent.name !== metadata?.name || parent.namespace !== metadata.namespace)
    report(route, `${parent.namespace ?? ''}/${parent.name} is not the Gateway of README.md`);
  if (!listener) return report(route, `has no listener, so it would also answer without TLS`);
  const { from, selector } = listener.allowedRoutes?.namespaces ?? {};
  const ours = { 'kubernetes.io/metadata.name': route.metadata.namespace ?? '' };
  if (listener.name !== 'http' && (!listener.tls?.certificateRefs || listener.protocol !== 'HTTPS'))
    report('README.md', 'the listener of the Gateway must be HTTPS with a certificate');
  if (from !== 'Selector' || !selector || !selects(selector, ours))
    report('README.md', 'the listener of the Gateway does not admit routes of our namespace');
}

const targets: Check = (cluster, report) => {
  const check = (object: Manifest, kind = 'Deployment', name = ''): void => {
    const found = cluster.objects.some((one) => one.kind === kind && one.metadata.name === name);
    if (!found) report(object, `scales ${kind}/${name}, which does not exist`);
  };
  for (const one of cluster.all('HorizontalPodAutoscaler'))
    check(one, one.spec?.scaleTargetRef.kind, one.spec?.scaleTargetRef.name);
  for (const one of cluster.all('ScaledObject'))
    check(one, one.spec.scaleTargetRef.kind, one.spec.scaleTargetRef.name);
  for (const budget of cluster.all('PodDisruptionBudget')) {
    if (!cluster.workloads().some(({ labels }) => selects(budget.spec?.selector, labels)))
      report(budget, 'selects no pod');
  }
  for (const monitor of cluster.all('PodMonitor')) checkMonitor(monitor, cluster.workloads(), report);
};

function checkMonitor(
  monitor: Manifest & {
    spec: { selector: Parameters<typeof selects>[0]; podMetricsEndpoints?: { port?: string }[] };
  },
  workloads: readonly Workload[],
  report: Report,
): void {
  const ports = (monitor.spec.podMetricsEndpoints ?? []).map(({ port }) => port ?? '');
  for (const workload of workloads.filter(({ ours, object }) => ours && object.kind === 'Deployment')) {
    if (!selects(monitor.spec.selector, workload.labels)) report(monitor, `does not select ${workload.name}`);
    for (const port of ports)
      if (!portsOf(workload).includes(port)) report(monitor, `${workload.name} has no port ${port}`);
  }
}

/** References between objects. */
export const referenceChecks: readonly Check[] = [unique, selectors, mounts, services, routes, targets];
