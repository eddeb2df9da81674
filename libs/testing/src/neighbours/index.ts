// Stand-ins for what surrounds our processes: a broken network, a slow model and a receiver of webhooks.
export { FaultProxy } from './fault-proxy.ts';
export { startModelRelay, type ModelRelay } from './model-relay.ts';
export { startWebhookReceiver, verifyWebhook, type WebhookReceiver } from './webhook-receiver.ts';
