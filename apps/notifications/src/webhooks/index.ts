// What other rooms use of webhooks.
export { WebhookSecretsService } from './webhook-secrets.service.ts';
export { WebhooksService } from './webhooks.service.ts';
