// Checks autoscalers. The Redis keys that KEDA reads must be those that BullMQ writes.
import { QueueKeys } from 'bullmq';
import { fetchBatchJob, generationJob, modelNotes, webhookJob } from '#contracts';
import type { Check, Cluster } from '../cluster.ts';
import { loadOf, replicasFor } from '../load.ts';
import { boundsOf, generationPlaces, settingOf } from '../sizes.ts';
import { valuesOf } from '../variables.ts';

/** States of jobs that count as load: waiting (two states) and running. */
const STATES = ['wait', 'prioritized', 'active'];

interface Worker {
  queues: readonly string[];
  /** The number of jobs per queue that a replica runs at once. */
  placesIn: (cluster: Cluster) => number;
  /** The key of the jobs that wait for something else than a worker. Those of them that are not delayed are in STATES too. */
  blocked?: string;
  /** The most jobs that may wait while so many run, where the owner keeps the rest outside the queue. */
  mostWaiting?: (places: number, running: number) => number;
}

const WORKERS: Readonly<Record<string, Worker>> = {
  'import-worker': {
    queues: fetchBatchJob.queues,
    placesIn: (cluster) => settingOf(cluster, 'import-worker', 'IMPORT_CONCURRENCY'),
  },
  'generation-worker': {
    queues: generationJob.queues,
    placesIn: generationPlaces,
    blocked: modelNotes.blocked,
  },
  'webhook-worker': {
    queues: webhookJob.queues,
    placesIn: (cluster) => settingOf(cluster, 'webhook-worker', 'WEBHOOK_CONCURRENCY'),
    // As fair-share.rules.ts of notifications has it, whose test holds it to more than a tenth.
    mostWaiting: (places, running) => Math.max(Math.floor(places / 2), Math.floor(running / 4)),
  },
};

/**
 * The queues that autoscalers and alerts watch. That of generations for which people wait is not among them: each of these has a
 * job in the queue of all too.
 */
export const QUEUES = Object.values(WORKERS).flatMap(({ queues }) => queues);

/** Parameters that the scaler needs to connect to Redis. */
const CONNECTION = ['address', 'username', 'password'];

const oneScaler: Check = (cluster, report) => {
  const scalers = [
    ...cluster.all('HorizontalPodAutoscaler').map(({ spec }) => spec?.scaleTargetRef.name),
    ...cluster.all('ScaledObject').map(({ spec }) => spec.scaleTargetRef.name),
  ];
  for (const deployment of cluster.all('Deployment')) {
    const count = scalers.filter((name) => name === deployment.metadata.name).length;
    if (count > 1) report(deployment, 'has two autoscalers');
    if (count === 0 && !cluster.isLocal) report(deployment, 'has no autoscaler');
  }
};

const cpu: Check = (cluster, report) => {
  for (const scaler of cluster.all('HorizontalPodAutoscaler')) {
    const { minReplicas = 1, maxReplicas = 0, metrics = [] } = scaler.spec ?? {};
    if (minReplicas < 2 && !cluster.isLocal)
      report(scaler, 'needs at least two replicas, because draining a node stops one');
    if (maxReplicas < minReplicas) report(scaler, 'its maximum is below its minimum');
    if (metrics.length === 0) report(scaler, 'has no metric');
    if (scaler.spec?.scaleTargetRef.name && WORKERS[scaler.spec.scaleTargetRef.name])
      report(scaler, 'scales a worker by cpu instead of its queue');
  }
};

const queues: Check = (cluster, report) => {
  for (const scaler of cluster.all('ScaledObject')) {
    const say = (finding: string): void => report(scaler, finding);
    const { scaleTargetRef, triggers, advanced, minReplicaCount = 0, fallback } = scaler.spec;
    const worker = WORKERS[scaleTargetRef.name];
    if (scaleTargetRef.name === 'gateway' && !triggers.some(({ type }) => type === 'redis')) continue;
    if (!worker) {
      say(`${scaleTargetRef.name} reads no queue`);
      continue;
    }
    const keys = new QueueKeys();
    const counted = [...STATES, ...(worker.blocked === undefined ? [] : [worker.blocked, 'delayed'])];
    const wanted = worker.queues.flatMap((queue) => counted.map((state) => keys.toKey(queue, state)));
    const lists = triggers.map(({ metadata }) => String(metadata['listName']));
    for (const list of wanted) if (!lists.includes(list)) say(`does not count ${list}`);
    for (const list of lists) if (!wanted.includes(list)) say(`${list} is not a key of its queues`);
    const places = worker.placesIn(cluster);
    const formula = advanced?.scalingModifiers?.formula ?? '';
    if (formula.replace(/\s+/g, ' ') !== formulaOf(worker, places))
      say(`its formula must be ${formulaOf(worker, places)}`);
    if (Number(advanced?.scalingModifiers?.target) !== places)
      say(`its target must be the places of one replica: ${places}`);
    if (minReplicaCount < 1)
      say(
        'needs at least one replica, because delayed attempts return to the queue only while a worker reads it',
      );
    if (!fallback) say('needs a fallback for when Redis is unavailable');
    for (const { name, authenticationRef } of triggers)
      checkConnection(cluster, name ?? '', authenticationRef?.name, say);
  }
};

/** Clients that wait cost no CPU. The gateway scales with them, at half of what it admits. */
const waits: Check = (cluster, report) => {
  const scaler = cluster.all('ScaledObject').find(({ spec }) => spec.scaleTargetRef.name === 'gateway');
  if (!scaler) return;
  const { scope } = cluster;
  for (const [metric, limit] of [
    ['http_requests_in_flight', 'IN_FLIGHT_MAX'],
    ['http_event_streams', 'CONNECTIONS_MAX'],
  ] as const) {
    const trigger = scaler.spec.triggers.find(({ metadata }) => String(metadata['query']).includes(metric));
    const half = settingOf(cluster, 'gateway', limit) / 2;
    if (Number(trigger?.metadata['threshold']) !== half)
      report(scaler, `must count ${metric}, ${half} a replica`);
    if (!String(trigger?.metadata['query']).includes(scope))
      report(scaler, `must count ${metric} of ${scope}`);
  }
  if (!scaler.spec.triggers.some(({ type }) => type === 'cpu')) report(scaler, 'must scale with CPU too');
  if ((scaler.spec.minReplicaCount ?? 0) < 2) report(scaler, 'needs at least two replicas');
};

/** With enough work for all, of which as much waits in the queue as may, a worker gets as many replicas as it may have. */
const growth: Check = (cluster, report) => {
  for (const scaler of cluster.all('ScaledObject')) {
    const { name } = scaler.spec.scaleTargetRef;
    const worker = WORKERS[name];
    const { formula, target } = scaler.spec.advanced?.scalingModifiers ?? {};
    if (!worker || formula === undefined) continue;
    const places = worker.placesIn(cluster);
    const { min, max } = boundsOf(cluster, name);
    let replicas = min;
    for (let before = 0; before !== replicas && replicas < max;) {
      before = replicas;
      const active = places * replicas;
      const waiting = worker.mostWaiting?.(places, active) ?? 1000 * max;
      const counts = scaler.spec.triggers.map(({ name: trigger = '' }): [string, number] => [
        trigger,
        trigger.endsWith('_wait') ? waiting : trigger.endsWith('_active') ? active : 0,
      ]);
      const load = loadOf(formula, Object.fromEntries(counts));
      replicas = replicasFor(load, { target: Number(target), now: before });
    }
    if (!(replicas >= max)) report(scaler, `stays at ${replicas} of ${max} replicas, whatever waits`);
  }
};

/**
 * The load in places of a replica. It has as many in each queue, so with several queues the busiest one decides.
 * Those are limited by a quota: what waits there counts as one replica's worth, or as a quarter of what runs, because more
 * replicas may not help. A smaller share would be less than the autoscaler reacts to.
 */
function formulaOf({ queues, blocked }: Worker, places: number): string {
  const nameOf = (queue: string, state: string): string => `${queue.replaceAll('-', '_')}_${state}`;
  const loads = queues.map((queue) => {
    const waiting = `${nameOf(queue, 'wait')} + ${nameOf(queue, 'prioritized')}`;
    const active = nameOf(queue, 'active');
    if (queues.length > 1) return `min(${waiting}, max(${places}, ${active} / 4)) + ${active}`;
    if (blocked === undefined) return `${waiting} + ${active}`;
    const notDelayed = `max(${nameOf(queue, 'blocked')} - ${nameOf(queue, 'delayed')}, 0)`;
    return `max(${waiting} + ${active} - ${notDelayed}, 0.0)`;
  });
  return loads.length > 1 ? `max(${loads.join(', ')})` : loads.join();
}

function checkConnection(
  cluster: Cluster,
  trigger: string,
  name: string | undefined,
  say: (finding: string) => void,
): void {
  const given = cluster
    .find('TriggerAuthentication', name)
    ?.spec?.secretTargetRef?.map(({ parameter }) => parameter);
  for (const parameter of CONNECTION) {
    if (!given?.includes(parameter)) say(`${trigger} has no Redis ${parameter}`);
  }
}

/** Notifications gives out shares of the places of one worker, so it must know how many that has. */
const shares: Check = (cluster, report) => {
  const told = settingOf(cluster, 'notifications', 'WEBHOOK_PLACES');
  const places = settingOf(cluster, 'webhook-worker', 'WEBHOOK_CONCURRENCY');
  const deployment = cluster.find('Deployment', 'notifications');
  if (deployment && told !== places)
    report(deployment, `its WEBHOOK_PLACES must be WEBHOOK_CONCURRENCY of webhook-worker: ${places}`);
};

/** There may be many workers: one at a time would make a rollout take longer than its time-out. */
const surge: Check = (cluster, report) => {
  for (const name of Object.keys(WORKERS)) {
    const deployment = cluster.find('Deployment', name);
    if (deployment && deployment.spec?.strategy?.rollingUpdate?.maxSurge !== '25%')
      report(deployment, 'needs maxSurge 25%');
  }
};

/** The keys of Secrets that only add-ons read must exist too. */
const addOnSecrets: Check = (cluster, report) => {
  if (!cluster.hasSecrets) return;
  for (const one of cluster.all('TriggerAuthentication')) {
    for (const { name, key } of one.spec?.secretTargetRef ?? []) {
      const keys = valuesOf(cluster, 'Secret', name) ?? {};
      if (!(key in keys)) report(one, `there is no Secret ${name} with ${key}`);
    }
  }
};

/** Autoscalers. */
export const scalingChecks: readonly Check[] = [
  oneScaler,
  cpu,
  queues,
  growth,
  waits,
  shares,
  surge,
  addOnSecrets,
];
