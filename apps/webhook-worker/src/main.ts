// Starts the webhook worker.
import { bootWorker } from '#platform/boot';
import { loadConfig } from '#platform/config';
import { configSchema } from './config.ts';
import { WebhookWorkerModule } from './webhook-worker.module.ts';

const config = loadConfig(configSchema);
await bootWorker({ name: 'webhook-worker', module: WebhookWorkerModule.forRoot(config), config });
