// How copies follow the load. The keys that KEDA reads must be the ones that the queues' own library writes.
import { QueueKeys } from 'bullmq';
import { generationJob, fetchBatchJob } from '#contracts';
import { z } from 'zod';
import { type Cluster, type Manifest, type Rule } from './cluster.ts';
import { SCHEMAS } from './environment.rules.ts';
import { variablesOf } from './environment.ts';

/** Where jobs count as load: they wait (in two places) or run. */
const STATES = ['wait', 'prioritized', 'active'];

/** The queues of each worker, and the variable that says how many jobs of one queue a copy takes at once. */
const WORKERS: Readonly<Record<string, { queues: readonly string[]; concurrency: string }>> = {
  'import-worker': { queues: fetchBatchJob.queues, concurrency: 'IMPORT_CONCURRENCY' },
  'generation-worker': { queues: generationJob.queues, concurrency: 'GENERATION_CONCURRENCY' },
};

/** Parameters without which the scaler cannot sign in. */
const SIGN_IN = ['address', 'username', 'password'];

const oneScaler: Rule = (cluster, report) => {
  const scalers = [
    ...cluster.all('HorizontalPodAutoscaler').map(({ spec }) => spec?.scaleTargetRef.name),
    ...cluster.all('ScaledObject').map(({ spec }) => spec.scaleTargetRef.name),
  ];
  for (const deployment of cluster.all('Deployment')) {
    const count = scalers.filter((name) => name === deployment.metadata.name).length;
    if (count > 1) report(deployment, 'two autoscalers would fight over it');
    if (count === 0 && !cluster.isLocal) report(deployment, 'has no autoscaler');
  }
};

const cpu: Rule = (cluster, report) => {
  for (const scaler of cluster.all('HorizontalPodAutoscaler')) {
    const { minReplicas = 1, maxReplicas = 0, metrics = [] } = scaler.spec ?? {};
    if (minReplicas < 2 && !cluster.isLocal)
      report(scaler, 'one copy is gone while its node is emptied: at least two');
    if (maxReplicas < minReplicas) report(scaler, 'its bounds are the wrong way round');
    if (metrics.length === 0) report(scaler, 'has no metric');
    if (scaler.spec?.scaleTargetRef.name && WORKERS[scaler.spec.scaleTargetRef.name])
      report(scaler, 'workers follow their queue, not their cpu');
  }
};

const queues: Rule = (cluster, report) => {
  for (const scaler of cluster.all('ScaledObject')) {
    const say = (what: string): void => report(scaler, what);
    const { scaleTargetRef, triggers, advanced, minReplicaCount = 0, fallback } = scaler.spec;
    const worker = WORKERS[scaleTargetRef.name];
    if (!worker) {
      say(`${scaleTargetRef.name} reads no queue`);
      continue;
    }
    const keys = new QueueKeys();
    const wanted = worker.queues.flatMap((queue) => STATES.map((state) => keys.toKey(queue, state)));
    const lists = triggers.map(({ metadata }) => String(metadata['listName']));
    for (const list of wanted) if (!lists.includes(list)) say(`does not count ${list}`);
    for (const list of lists) if (!wanted.includes(list)) say(`${list} is no key of its queues`);
    const formula = advanced?.scalingModifiers?.formula ?? '';
    const names = triggers.map(({ name }) => name ?? '');
    if (
      formula
        .split('+')
        .map((word) => word.trim())
        .sort()
        .join() !== [...names].sort().join()
    )
      say('its formula is not the sum of its triggers');
    const concurrency = concurrencyOf(cluster, scaleTargetRef.name, worker.concurrency);
    if (Number(advanced?.scalingModifiers?.target) !== concurrency)
      say(`its target must be what one copy takes at once: ${String(concurrency)}`);
    if (minReplicaCount < 1)
      say('needs one copy: delayed tries return to the queue only while a worker reads it');
    if (!fallback) say('needs a fallback for the time without Redis');
    for (const { name, authenticationRef } of triggers)
      checkSignIn(cluster, name ?? '', authenticationRef?.name, say);
  }
};

function concurrencyOf(cluster: Cluster, name: string, variable: string): unknown {
  const container = cluster.find('Deployment', name)?.spec?.template.spec?.containers[0];
  const given = container && variablesOf(cluster, container).find((one) => one.name === variable)?.value;
  const field = SCHEMAS[name]?.shape[variable];
  return field && z.parse(field, given);
}

function checkSignIn(
  cluster: Cluster,
  trigger: string,
  name: string | undefined,
  say: (what: string) => void,
): void {
  const given = cluster
    .find('TriggerAuthentication', name)
    ?.spec?.secretTargetRef?.map(({ parameter }) => parameter);
  for (const parameter of SIGN_IN) {
    if (!given?.includes(parameter)) say(`${trigger} has no ${parameter} of Redis`);
  }
}

/** The keys of a Secret that only an add-on reads must exist too. */
const addOnSecrets: Rule = (cluster, report) => {
  if (!cluster.hasSecrets) return;
  for (const one of cluster.all('TriggerAuthentication')) {
    for (const { name, key } of one.spec?.secretTargetRef ?? []) {
      const external: (Manifest & { spec?: { data?: { secretKey: string }[] } }) | undefined = cluster.find(
        'ExternalSecret',
        name,
      );
      if (!external?.spec?.data?.some(({ secretKey }) => secretKey === key))
        report(one, `there is no Secret ${name} with ${key}`);
    }
  }
};

/** How copies follow the load. */
export const scalingRules: readonly Rule[] = [oneScaler, cpu, queues, addOnSecrets];
