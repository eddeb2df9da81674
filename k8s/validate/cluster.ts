// Represents a rendered overlay: its objects, found by kind and name.
import type { IDeployment } from 'kubernetes-models/apps/v1/Deployment';
import type { IStatefulSet } from 'kubernetes-models/apps/v1/StatefulSet';
import type { IHorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2/HorizontalPodAutoscaler';
import type { IJob } from 'kubernetes-models/batch/v1/Job';
import type { INetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy';
import type { IRole } from 'kubernetes-models/rbac.authorization.k8s.io/v1/Role';
import type { IPodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget';
import type { IConfigMap } from 'kubernetes-models/v1/ConfigMap';
import type { IContainer as Container } from 'kubernetes-models/v1/Container';
import type { INamespace } from 'kubernetes-models/v1/Namespace';
import type { IPodSpec as PodSpec } from 'kubernetes-models/v1/PodSpec';
import type { ISecret } from 'kubernetes-models/v1/Secret';
import type { IService } from 'kubernetes-models/v1/Service';
import type { IServiceAccount } from 'kubernetes-models/v1/ServiceAccount';
import type { IExternalSecret } from '@kubernetes-models/external-secrets/external-secrets.io/v1/ExternalSecret';
import type { IHTTPRoute } from '@kubernetes-models/gateway-api/gateway.networking.k8s.io/v1/HTTPRoute';
import type { IScaledObject } from '@kubernetes-models/keda/keda.sh/v1alpha1/ScaledObject';
import type { ITriggerAuthentication } from '@kubernetes-models/keda/keda.sh/v1alpha1/TriggerAuthentication';
import type { IPodMonitor } from '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1/PodMonitor';
import type { IPrometheusRule } from '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1/PrometheusRule';

export type { Container, PodSpec };

/** The fields that objects of all kinds have. */
export interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: {
    name: string;
    namespace?: string;
    labels?: Record<string, string>;
    annotations?: Record<string, string>;
  };
}

/** The kinds that checks read, with their types. */
export interface Kinds {
  ConfigMap: IConfigMap;
  Deployment: IDeployment;
  ExternalSecret: IExternalSecret;
  HTTPRoute: IHTTPRoute;
  HorizontalPodAutoscaler: IHorizontalPodAutoscaler;
  Job: IJob;
  Namespace: INamespace;
  NetworkPolicy: INetworkPolicy;
  PodDisruptionBudget: IPodDisruptionBudget;
  PodMonitor: IPodMonitor;
  PrometheusRule: IPrometheusRule;
  Role: IRole;
  ScaledObject: IScaledObject;
  Secret: ISecret;
  Service: IService;
  ServiceAccount: IServiceAccount;
  StatefulSet: IStatefulSet;
  TriggerAuthentication: ITriggerAuthentication;
}

/** Labels of an object or its pods. */
export type Labels = Record<string, string>;

/** An object that creates pods: a Deployment, StatefulSet or Job. */
export interface Workload {
  object: Manifest;
  /** `app.kubernetes.io/name` of its pods. */
  name: string;
  labels: Labels;
  pod: PodSpec;
  /** True if its image is built from this repository. */
  ours: boolean;
}

/** Name of the image of this repository. */
const IMAGE = 'shelfscribe';
/** Label with the name of a workload. */
const NAME = 'app.kubernetes.io/name';

/** A rendered overlay. */
export class Cluster {
  readonly overlay: string;
  readonly objects: readonly Manifest[];

  constructor(overlay: string, objects: readonly Manifest[]) {
    this.overlay = overlay;
    this.objects = objects;
  }

  /** True for the overlay that runs everything on one machine, with public secrets. */
  get isLocal(): boolean {
    return this.overlay === 'local';
  }

  /** False if the Secrets are created by hand; then only the README's table lists them. */
  get hasSecrets(): boolean {
    return this.isLocal || this.all('ExternalSecret').length > 0;
  }

  /** What a query for metrics must name, so that it counts only our namespace. */
  get scope(): string {
    return `namespace="${this.all('Namespace')[0]?.metadata.name ?? ''}"`;
  }

  /** All objects of a kind. Their shape is not checked here: the schemas do that. */
  all<K extends keyof Kinds>(kind: K): (Kinds[K] & Manifest)[] {
    return this.objects.filter((object) => object.kind === kind) as unknown as (Kinds[K] & Manifest)[];
  }

  /** The object of a kind and name. */
  find<K extends keyof Kinds>(kind: K, name: string | undefined): (Kinds[K] & Manifest) | undefined {
    return this.all(kind).find((object) => object.metadata.name === name);
  }

  /** All objects that create pods. */
  workloads(): Workload[] {
    return [...this.all('Deployment'), ...this.all('StatefulSet'), ...this.all('Job')].flatMap((object) => {
      const template = object.spec?.template;
      if (!template?.spec) return [];
      const labels = template.metadata?.labels ?? {};
      const image = template.spec.containers[0]?.image ?? '';
      const ours = image.split('@')[0]?.split(':')[0]?.split('/').at(-1) === IMAGE;
      return [{ object, name: labels[NAME] ?? '', labels, pod: template.spec, ours }];
    });
  }
}

/** Reports a finding about an object, or about a place that is no object. */
export type Report = (object: Manifest | string, finding: string) => void;
/** Checks an overlay and reports its findings. */
export type Check = (cluster: Cluster, report: Report) => void;

/** Name of an object in reports: Kind/name. */
export function title(object: Manifest): string {
  return `${object.kind}/${object.metadata.name}`;
}

interface Selector {
  matchLabels?: Labels | undefined;
  matchExpressions?: { key: string; operator: string; values?: string[] | undefined }[] | undefined;
}

/** True if a selector matches these labels; an empty selector matches everything. */
export function selects(selector: Selector | undefined, labels: Labels): boolean {
  const { matchLabels = {}, matchExpressions = [] } = selector ?? {};
  return (
    Object.entries(matchLabels).every(([key, value]) => labels[key] === value) &&
    matchExpressions.every(({ key, operator, values = [] }) => {
      if (operator === 'In') return values.includes(labels[key] ?? '');
      if (operator === 'NotIn') return !values.includes(labels[key] ?? '');
      return (operator === 'Exists') === key in labels;
    })
  );
}

/** Cores of a quantity such as 250m or 2; undefined for other notations. */
export function cores(quantity: string | number | undefined): number | undefined {
  const [, count, milli] = /^([\d.]+)(m?)$/.exec(String(quantity)) ?? [];
  return count === undefined ? undefined : Number(count) / (milli ? 1000 : 1);
}

/** Bytes of a quantity such as 512Mi; undefined for other notations. */
export function bytes(quantity: string | number | undefined): number | undefined {
  const [, count, unit] = /^(\d+)(Ki|Mi|Gi)$/.exec(String(quantity)) ?? [];
  const power = ['', 'Ki', 'Mi', 'Gi'].indexOf(unit ?? '');
  return count === undefined ? undefined : Number(count) * 1024 ** power;
}
