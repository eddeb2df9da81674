// Stand-ins for what surrounds our processes: a slow model and a broken network.
export { FaultProxy } from './fault-proxy.ts';
export { startModelRelay, type ModelRelay } from './model-relay.ts';
export { startWebhookReceiver, verifyWebhook, type WebhookReceiver } from './webhook-receiver.ts';
