// Seeds faults in variables, settings and secrets.
import { APP, fault, type Fault } from './fault.ts';

/** Faults, each with the finding that it must cause. */
export const ENVIRONMENT_FAULTS: readonly Fault[] = [
  fault('Deployment/auth', `${APP}.args`, ['autth'], /only argument must be auth/),
  fault('Deployment/auth', `${APP}.env.OPS_HOST.name`, 'OPS_HOSTS', /OPS_HOSTS is not a variable/),
  fault('Deployment/auth', `${APP}.env.OPS_HOST.name`, 'OPS_HOSTS', /OPS_HOST must be set/),
  fault('Deployment/auth', `${APP}.env.OPS_HOST.name`, 'SHUTDOWN_MS', /set twice/),
  fault('Deployment/catalogue', `${APP}.env`, [], /DATABASE_URL is required/),
  fault('Deployment/catalogue', `${APP}.env`, [], /REDIS_URL must be set/),
  fault('Deployment/gateway', `${APP}.env`, [], /NATS_USER must be set/),
  fault('Deployment/gateway', `${APP}.env`, [], /REDIS_URL must be set/),
  fault('ConfigMap/settings', 'data.TRUSTED_PROXIES', '10.0.0.0/33', /TRUSTED_PROXIES: /),
  fault(
    'Deployment/gateway',
    `${APP}.envFrom`,
    [{ secretRef: { name: 'gateway' } }],
    /name every other variable/,
  ),
  fault('Deployment/auth', `${APP}.ports.0.containerPort`, 9001, /port ops is 9001/),
  fault('Deployment/gateway', `${APP}.ports`, [{ name: 'ops', containerPort: 9000 }], /port http is missing/),
  fault('ConfigMap/settings', 'data.LOG_LEVEL', 'loud', /LOG_LEVEL: /),
  fault('ConfigMap/settings', 'data.MODEL_SERVERS', '[{"name":"offline"}]', /MODEL_SERVERS: /),
  fault(
    'ConfigMap/settings',
    'data.OTEL_EXPORTER_OTLP_ENDPOINT',
    'otel-collector',
    /OTEL_EXPORTER_OTLP_ENDPOINT: /,
  ),
  fault(
    'Deployment/auth',
    `${APP}.env.OTEL_EXPORTER_OTLP_HEADERS`,
    { name: 'OTEL_EXPORTER_OTLP_HEADERS', value: 'authorization=Bearer%20token' },
    /OTEL_EXPORTER_OTLP_HEADERS must come from a Secret/,
  ),
  fault('ConfigMap/settings', 'data.NATS_URL', 'nats://one:4222 nats://two:4222', /NATS_URL: /),
  fault('ConfigMap/settings', 'data.REGISTRATION', 'perhaps', /REGISTRATION: /),
  fault('ConfigMap/settings', 'data.OPENAI_API_KEY', 'sk-1', /OPENAI_API_KEY must come from a Secret/),
  fault('ConfigMap/settings', 'data.SHUTDOWN_MS', '1000', /no pod reads settings-\w+\/SHUTDOWN_MS/),
  fault('ConfigMap/settings', 'data.LOG_LEVLE', 'info', /no pod reads settings-\w+\/LOG_LEVLE/),
  fault(
    'ExternalSecret/auth',
    'spec.data',
    [{ secretKey: 'NATS_PASWORD', remoteRef: { key: 'shelfscribe-auth' } }],
    /no pod reads auth\/NATS_PASWORD/,
  ),
  fault(
    'Deployment/auth',
    `${APP}.env.KEYS_SECRET`,
    { name: 'KEYS_SECRET', value: 'clear-text-that-is-long-enough-for-it' },
    /KEYS_SECRET must come from a Secret/,
  ),
  fault(
    'Secret/webhook-worker',
    'data.REDIS_URL',
    Buffer.from('redis://import-worker:localredisimportworker@redis:6379').toString('base64'),
    /REDIS_URL must name the user webhook-worker/,
    'local',
  ),
  fault(
    'Service/gateway',
    '',
    { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'auth', namespace: 'shelfscribe' } },
    /must not be in the repository/,
  ),
  fault(
    'Deployment/gateway',
    `${APP}.env.TOKEN_AUDIENCE`,
    { name: 'TOKEN_AUDIENCE', value: 'another' },
    /TOKEN_AUDIENCE: differs/,
  ),
  fault(
    'Deployment/auth',
    'spec.template.metadata.labels',
    { 'app.kubernetes.io/name': 'users' },
    /no process users/,
  ),
];
