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

/** A replay comes without the secret. */
export const createWebhook = request({
  operation: {
    id: 'CreateWebhook',
    summary: 'Create a webhook',
    description: `From now on, events of these types are sent to the URL by POST, signed as Standard Webhooks specifies, with the id of the event as \`webhook-id\`. An answer 2xx within 15 seconds is a success; redirects are not followed. An event is tried ten times within about 76 hours. An answer 410, or five days of failures without a success, disables the webhook. A receiver that answers slowly gets fewer events at a time. The URL must be https and lead to a public address, at port 443, 8443 or another that the operator allows; a refusal lists the ports. A workspace has at most ${MAX_WEBHOOKS} webhooks. Only this answer contains \`secret\`.`,
    answer: 'Created.',
  },
  subject: 'notifications.person.webhooks.create',
  since: '1.1.0',
  input: z.object({ actor, body: webhookRequest, idempotencyKey: idempotencyKey.optional() }),
  output: z.object({ webhook: webhookWithSecret, replayed: z.boolean() }),
  errors: ['NotFound', 'QuotaExceeded', 'IdempotencyKeyReused', 'IdempotencyInProgress'],
});

export const listWebhooks = request({
  operation: {
    id: 'ListWebhooks',
    summary: 'List webhooks',
    description: 'The webhooks of the workspace, newest first.',
  },
  subject: 'notifications.person.webhooks.list',
  since: '1.1.0',
  input: z.object({ actor, ...pageInput }),
  output: webhookList,
  errors: ['InvalidNextToken'],
  idempotent: true,
  passthrough: true,
});

export const getWebhook = request({
  operation: {
    id: 'GetWebhook',
    summary: 'Get a webhook',
    description: 'The webhook, without its secret.',
    answer: 'The webhook.',
  },
  subject: 'notifications.person.webhooks.get',
  since: '1.1.0',
  input: z.object({ actor, id: z.string() }),
  output: webhook,
  errors: ['NotFound'],
  idempotent: true,
});

/** Enabling a webhook forgets why it was disabled. */
export const updateWebhook = request({
  operation: {
    id: 'UpdateWebhook',
    summary: 'Change a webhook',
    description:
      'Changes the fields of the body (JSON Merge Patch). A webhook that is enabled again gets the events from then on; the feed has those that it missed. With another URL, the failures of the former one no longer count. Null removes the description.',
    answer: 'The changed webhook.',
  },
  subject: 'notifications.person.webhooks.update',
  since: '1.1.0',
  input: z.object({ actor, id: z.string(), body: webhookPatch }),
  output: webhook,
  errors: ['NotFound'],
});

export const deleteWebhook = request({
  operation: {
    id: 'DeleteWebhook',
    summary: 'Delete a webhook',
    description: 'Deletes the webhook. Events that are still to be delivered to it are not sent.',
    answer: 'Deleted.',
  },
  subject: 'notifications.person.webhooks.delete',
  since: '1.1.0',
  input: z.object({ actor, id: z.string() }),
  output: z.object({}),
  errors: ['NotFound'],
});

/** A replay comes without the secret. */
export const rotateWebhookSecret = request({
  operation: {
    id: 'RotateWebhookSecret',
    summary: 'Give a webhook a new secret',
    description:
      'For 24 hours every request has two signatures: one with the new secret and one with the previous secret. A further rotation within these hours replaces the new secret at once; the previous secret keeps signing until they end. Only this answer contains `secret`.',
    answer: 'The webhook with its new secret.',
  },
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
