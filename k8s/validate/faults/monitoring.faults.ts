// Seeds faults in alerts and dashboards.
import { fault, type Fault } from './fault.ts';

/** A dashboard of panels that all have the same id. */
function board(panels: number, expr: string, type = 'stat'): Record<string, string> {
  const panel = { id: 1, type, title: 'Panel', datasource: { uid: '${datasource}' }, targets: [{ expr }] };
  const text = { uid: 'a', title: 'b', templating: { list: [] }, panels: Array(panels).fill(panel) };
  return { 'api.json': JSON.stringify(text) };
}

/** Faults, each with the finding that it must cause. */
export const MONITORING_FAULTS: readonly Fault[] = [
  fault(
    'PrometheusRule/alerts',
    'spec.groups.0.rules.0.expr',
    'rate(http_requests_total[5m]) > 1',
    /no process exposes http_requests_total/,
  ),
  fault('PrometheusRule/alerts', 'spec.groups.0.rules.0.expr', 'vector(1) > 0', /asks for no metric/),
  fault(
    'PrometheusRule/alerts',
    'spec.groups.0.rules.0.expr',
    '{__name__="http_requests_total"} > 1',
    /no process exposes \{__name__="http_requests_total"\}/,
  ),
  fault('PrometheusRule/alerts', 'spec.groups.1.rules.0.expr', 'rate(up[5m] > 1', /alert \w+: syntax error/),
  fault(
    'PrometheusRule/alerts',
    'spec.groups.1.rules.0.expr',
    'ratee(up[5m]) > 1',
    /alert \w+: syntax error/,
  ),
  fault(
    'PrometheusRule/alerts',
    'spec.groups.1.rules.0.annotations.runbook_url',
    'https://git.example.com/shelfscribe/blob/main/k8s/ALERTS.md#servicesfail',
    /needs a runbook_url/,
  ),
  fault('PrometheusRule/alerts', 'spec.groups.1.rules.0.annotations.summary', undefined, /needs a summary/),
  fault(
    'PrometheusRule/alerts',
    'spec.groups.1.rules.0.alert',
    'ServicesFail',
    /has no section in ALERTS.md/,
  ),
  fault('PrometheusRule/alerts', 'spec.groups.1.rules.0', undefined, /describes ServiceFails, which is no/),
  fault('PrometheusRule/alerts', 'spec.groups.1.rules.0.labels', undefined, /needs a severity/),
  fault(
    'PrometheusRule/alerts',
    'spec.groups.1.rules.0.expr',
    'rate(up{process="auth"}[5m]) > 1',
    /up must be selected with namespace="shelfscribe"/,
  ),
  fault(
    'PrometheusRule/alerts',
    'spec.groups.1.rules.0.expr',
    'rate(up{namespace="shelfscribes"}[5m]) > 1',
    /up must be selected with namespace="shelfscribe"/,
  ),
  fault('PrometheusRule/alerts', '', undefined, /there is no alert/),
  fault('ConfigMap/dashboard-api', 'metadata.labels', {}, /two dashboards are missing/),
  fault(
    'ConfigMap/dashboard-api',
    'data',
    { 'api.json': '{"uid":"a","title":"b","templating":{"list":[]}}' },
    /panels/,
  ),
  fault(
    'ConfigMap/dashboard-api',
    'data',
    board(1, 'rate(http_requests_total[5m])'),
    /no process exposes http_requests_total/,
  ),
  fault('ConfigMap/dashboard-api', 'data', board(1, 'rate(up[5m]'), /api.json, Panel: syntax error/),
  fault('ConfigMap/dashboard-api', 'data', board(1, 'up'), /Panel: up must be selected with namespace=~/),
  fault('ConfigMap/dashboard-api', 'data', board(1, 'up'), /has no variable pod/),
  fault('ConfigMap/dashboard-api', 'data', board(1, 'up', 'timeseries'), /must begin with figures/),
  fault('ConfigMap/dashboard-api', 'data', board(2, 'up'), /two panels have the same id/),
  fault('ConfigMap/dashboard-queues', 'data', {}, /webhook_deliveries_total: is in no alert and on no/),
  fault(
    'PrometheusRule/alerts',
    'spec.groups.4.rules.0.expr',
    'absent(up{namespace="shelfscribe",process="auth"})',
    /ProcessIsMissing: must name webhook-worker twice/,
  ),
  fault(
    'PrometheusRule/alerts',
    'spec.groups.2.rules.3.expr',
    'absent(queue_jobs{namespace="shelfscribe",queue="generations"})',
    /QueuesAreUnseen: must name webhooks/,
  ),
  fault(
    'PrometheusRule/alerts',
    'spec.groups.0.rules.3.expr',
    'rate(http_request_duration_seconds_count{namespace="shelfscribe",route!~".*/generations.*"}[5m])',
    /counts FollowImport, which takes as long as/,
  ),
  fault(
    'PrometheusRule/alerts',
    'spec.groups.0.rules.4.expr',
    'rate(generations_total{namespace="shelfscribe",code!~"ContextTooLong|Cancelled"}[5m])',
    /record shelfscribe:slo_errors:rate5m: must select generations_total with .*\|Cancelled\|BudgetExceeded"/,
  ),
  fault(
    'PrometheusRule/alerts',
    'spec.groups.2.rules.6.expr',
    'rate(generations_total{namespace="shelfscribe",status="FAILED"}[15m]) > 1',
    /alert GenerationsFail: must select generations_total with/,
  ),
  fault(
    'PodMonitor/processes',
    'spec.podMetricsEndpoints.0.relabelings.0.targetLabel',
    'program',
    /prometheus\.yml: must give the label program/,
  ),
];
