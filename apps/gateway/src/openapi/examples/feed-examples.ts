// The examples of events and webhooks.
import type { Delivery, FeedPage, Webhook, WebhookWithSecret } from '#contracts';
import { exampleGeneration, exampleImport, exampleImportState } from './examples.ts';
import { exampleAccount } from './account-examples.ts';

const EVENT_ID = '019a8e9c-b2d4-7e11-9a3c-4b5c6d7e8f90';
const workspaceId = exampleAccount.currentWorkspaceId;

/** A page of the feed. */
export const exampleFeed: FeedPage = {
  events: [
    {
      id: '019a8e9b-5a10-7c42-8f6e-1a2b3c4d5e6f',
      type: 'import.completed',
      time: exampleImportState.createdAt + 2,
      subject: exampleImport.id,
      data: {
        workspaceId,
        importId: exampleImport.id,
        status: 'PARTIAL',
        counts: { total: 2, success: 1, failure: 1 },
      },
    },
    {
      id: EVENT_ID,
      type: 'generation.succeeded',
      time: exampleGeneration.createdAt + 3,
      subject: exampleGeneration.id,
      data: { workspaceId, generationId: exampleGeneration.id },
    },
  ],
  next: EVENT_ID,
};

const { createdAt } = exampleImportState;

/** A webhook. */
export const exampleWebhook: Webhook = {
  id: '019a8e9a-1c52-7d3e-b7a9-8f9e0d1c2b3a',
  url: 'https://example.com/hooks/shelfscribe',
  types: ['import.completed', 'generation.succeeded'],
  description: 'Shop system',
  enabled: true,
  createdAt: createdAt - 3600,
  updatedAt: createdAt - 3600,
};

/** The same webhook when it was created. */
export const exampleNewWebhook: WebhookWithSecret = {
  ...exampleWebhook,
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwk1x5VYF0aXA=',
};

/** The same webhook with another secret. */
export const exampleRotatedWebhook: WebhookWithSecret = {
  ...exampleWebhook,
  previousSecretUntil: createdAt + 86_400,
  updatedAt: createdAt,
  secret: 'whsec_c2hlbGZzY3JpYmUtcm90YXRlZC1zZWNyZXQtMDAwMDE=',
};

/** A delivery that was tried once. */
export const exampleDelivery: Delivery = {
  id: '019a8e9b-6f21-7b0a-9c4d-2e3f4a5b6c7d',
  eventId: exampleFeed.events[0]?.id ?? '',
  type: 'import.completed',
  status: 'PENDING',
  attempts: [{ at: createdAt + 2, ms: 184, statusCode: 503, error: 'StatusRefused' }],
  nextAttemptAt: createdAt + 7,
  request: { url: exampleWebhook.url, body: JSON.stringify(exampleFeed.events[0]) },
  response: 'Down for maintenance.',
  createdAt: createdAt + 2,
};

const test = {
  id: '019a8e9c-c3e5-7f22-8b4d-5c6d7e8f9a0b',
  type: 'webhook.test',
  time: createdAt + 60,
  subject: exampleWebhook.id,
  data: { workspaceId, webhookId: exampleWebhook.id },
};

/** A test event that is about to be sent. */
export const exampleTestDelivery: Delivery = {
  id: '019a8e9c-c3e6-7a10-9d5e-6d7e8f9a0b1c',
  eventId: test.id,
  type: test.type,
  status: 'PENDING',
  attempts: [],
  request: { url: exampleWebhook.url, body: JSON.stringify(test) },
  createdAt: test.time,
};
