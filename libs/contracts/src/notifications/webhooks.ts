// Defines webhooks: the URLs to which a workspace has its events sent.
import { z } from 'zod';
import { event, request } from '../define.ts';
import { pageInput, pageOutput, pageQuery } from '../paging.ts';
import { actor, idempotencyKey, timestamp, uuid } from '../values.ts';
import { FEED_TYPES, feedType } from './feed.ts';

/** Most webhooks of a workspace: every event may go to each of them. */
export const MAX_WEBHOOKS = 20;

/** Hours for which both secrets sign after a rotation. */
export const ROTATION_HOURS = 24;

/** Why we disabled a webhook: its receiver answered 410, or nothing has arrived there for five days. */
export const disabledReason = z.enum(['Gone', 'Failing']);
export type DisabledReason = z.infer<typeof disabledReason>;

/** A webhook, without its secret. */
export const webhook = z
  .object({
    id: uuid,
    url: z.string(),
    types: z.array(feedType),
    description: z.string().optional(),
    enabled: z.boolean().describe('False: no event is sent. Read the events of that time from the feed.'),
    disabledReason: disabledReason
      .optional()
      .describe('`Gone` after an answer 410, `Failing` after five days of failures; absent otherwise.'),
    previousSecretUntil: timestamp
      .optional()
      .describe('After a rotation: until when requests are signed with the previous secret too.'),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: 'Webhook' });
export type Webhook = z.infer<typeof webhook>;

/** A webhook whose secret is new. */
export const webhookWithSecret = webhook
  .extend({
    secret: z
      .string()
      .optional()
      .describe('`whsec_…`, with which receivers verify signatures. It is shown only in this answer.'),
  })
  .meta({ id: 'WebhookWithSecret' });
export type WebhookWithSecret = z.infer<typeof webhookWithSecret>;

const webhookFields = {
  url: z
    .string()
    .min(1)
    .max(2048)
    .describe(
      'An https URL that leads to a public address, at port 443, 8443 or another that the operator allows.',
    ),
  types: z
    .array(feedType)
    .min(1)
    .max(FEED_TYPES.length)
    .refine((types) => new Set(types).size === types.length, 'Name each type once.')
    .meta({ uniqueItems: true })
    .describe('Types of the events that are sent.'),
  description: z.string().trim().min(1).max(500).describe('For people.'),
  enabled: z.boolean(),
};

/** Body that creates a webhook. */
export const webhookRequest = z
  .strictObject({
    url: webhookFields.url,
    types: webhookFields.types,
    description: webhookFields.description.optional(),
    enabled: webhookFields.enabled.default(true),
  })
  .meta({
    id: 'WebhookRequest',
    example: { url: 'https://example.com/hooks/shelfscribe', types: ['import.completed'] },
  });
export type WebhookRequest = z.infer<typeof webhookRequest>;

/** Body that changes a webhook: an absent field is left as it is, and null removes the description. */
export const webhookPatch = z
  .strictObject({
    url: webhookFields.url.optional(),
    types: webhookFields.types.optional(),
    description: webhookFields.description.nullable().optional(),
    enabled: webhookFields.enabled.optional(),
  })
  .meta({ id: 'WebhookPatch', example: { enabled: false } });
export type WebhookPatch = z.infer<typeof webhookPatch>;

/** Query of the list of webhooks. */
export const webhookListQuery = z.strictObject(pageQuery('Webhooks'));
export type WebhookListQuery = z.infer<typeof webhookListQuery>;

/** One page of webhooks, newest first. */
export const webhookList = z
  .object({ webhooks: z.array(webhook), ...pageOutput })
  .meta({ id: 'WebhookList' });

/** Creates a webhook of the actor's workspace. A replay comes without the secret. */
export const createWebhook = request({
  subject: 'notifications.person.webhooks.create',
  since: '1.1.0',
  input: z.object({ actor, body: webhookRequest, idempotencyKey: idempotencyKey.optional() }),
  output: z.object({ webhook: webhookWithSecret, replayed: z.boolean() }),
  errors: ['NotFound', 'QuotaExceeded', 'IdempotencyKeyReused', 'IdempotencyInProgress'],
});

/** Returns one page of the webhooks of the actor's workspace, as JSON text. */
export const listWebhooks = request({
  subject: 'notifications.person.webhooks.list',
  since: '1.1.0',
  input: z.object({ actor, ...pageInput }),
  output: webhookList,
  errors: ['InvalidNextToken'],
  idempotent: true,
  passthrough: true,
});

/** Returns a webhook of the actor's workspace. */
export const getWebhook = request({
  subject: 'notifications.person.webhooks.get',
  since: '1.1.0',
  input: z.object({ actor, id: z.string() }),
  output: webhook,
  errors: ['NotFound'],
  idempotent: true,
});

/** Changes a webhook. Enabling it forgets why it was disabled. */
export const updateWebhook = request({
  subject: 'notifications.person.webhooks.update',
  since: '1.1.0',
  input: z.object({ actor, id: z.string(), body: webhookPatch }),
  output: webhook,
  errors: ['NotFound'],
});

/** Deletes a webhook. Events that are still to be delivered to it are not sent. */
export const deleteWebhook = request({
  subject: 'notifications.person.webhooks.delete',
  since: '1.1.0',
  input: z.object({ actor, id: z.string() }),
  output: z.object({}),
  errors: ['NotFound'],
});

/** Gives a webhook a new secret; the one before it signs too for a day. A replay comes without the secret. */
export const rotateWebhookSecret = request({
  subject: 'notifications.person.webhooks.rotate',
  since: '1.1.0',
  input: z.object({ actor, id: z.string(), idempotencyKey: idempotencyKey.optional() }),
  output: z.object({ webhook: webhookWithSecret, replayed: z.boolean() }),
  errors: ['NotFound', 'IdempotencyKeyReused', 'IdempotencyInProgress'],
});

/** A webhook was disabled, because its receiver is gone or has failed for five days. */
export const webhookDisabled = event({
  type: 'webhook.disabled',
  version: 1,
  data: z.object({ workspaceId: uuid, webhookId: uuid, reason: disabledReason }),
});
