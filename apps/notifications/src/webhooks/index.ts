// What other rooms use of webhooks.
export { FAILURE_GAP_MS, isSlow, PLACES, PLACES_WHILE_FAILING } from './webhooks.rules.ts';
export { WebhookSecretsService } from './webhook-secrets.service.ts';
export { WebhooksService } from './webhooks.service.ts';
