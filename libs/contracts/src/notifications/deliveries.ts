// Defines deliveries of events to webhooks: how people see them, and what the webhook workers say to their owner.
import { z } from 'zod';
import { job, request } from '../define.ts';
import { pageInput, pageOutput, pageQuery } from '../paging.ts';
import { actor, idempotencyKey, timestamp, uuid } from '../values.ts';

/** Name of the queue of the webhook workers. */
export const WEBHOOK_QUEUE = 'webhooks';

/** Job of one try to deliver an event. */
export const webhookJob = job({
  queues: [WEBHOOK_QUEUE],
  data: z.object({
    /** Version of this shape. */
    v: z.literal(1),
    deliveryId: uuid,
  }),
  attempts: 3,
});

/** Most characters that are kept of an answer. */
export const MAX_RESPONSE = 4096;

/** Milliseconds that one try may take in all. */
export const DELIVERY_TIMEOUT_MS = 15_000;

/** Why a try failed. */
export const DELIVERY_ERROR_CODES = [
  'AddressRefused',
  'NameNotResolved',
  'ConnectionFailed',
  'TlsFailed',
  'TimedOut',
  'Redirected',
  'StatusRefused',
  'InvalidResponse',
  'Interrupted',
  'WebhookDisabled',
  'Expired',
] as const;

/** Whether an event has arrived: PENDING while more tries follow, DEAD when all have failed. */
export const deliveryStatus = z.enum(['PENDING', 'DELIVERED', 'DEAD']).meta({ id: 'DeliveryStatus' });
export type DeliveryStatus = z.infer<typeof deliveryStatus>;

/** One try to deliver an event. */
export const deliveryAttempt = z
  .object({
    at: timestamp.describe('When it began, in Unix seconds.'),
    ms: z.int().min(0).describe('How long it took, in milliseconds.'),
    statusCode: z.int().optional().describe('HTTP status of the answer, if one came.'),
    error: z.enum(DELIVERY_ERROR_CODES).optional().describe('Why it failed; absent after success.'),
  })
  .meta({ id: 'DeliveryAttempt' });
export type DeliveryAttempt = z.infer<typeof deliveryAttempt>;

/** An event on its way to a webhook. */
export const delivery = z
  .object({
    id: uuid,
    eventId: uuid.describe('Id of the event, which every try sends as `webhook-id`.'),
    type: z.string().describe('Type of the event.'),
    status: deliveryStatus,
    attempts: z.array(deliveryAttempt).describe('Oldest first.'),
    nextAttemptAt: timestamp
      .optional()
      .describe('When the next try follows. Only with PENDING, after the first try.'),
    request: z.object({
      url: z.string().describe('Where the last try went, or the next one goes.'),
      body: z.string().describe('What is sent: the event as JSON.'),
    }),
    response: z
      .string()
      .optional()
      .describe(`The body of the last answer, at most ${MAX_RESPONSE} characters.`),
    createdAt: timestamp,
  })
  .meta({ id: 'Delivery' });
export type Delivery = z.infer<typeof delivery>;

/** Query of the deliveries of a webhook. */
export const deliveryListQuery = z.strictObject({
  status: deliveryStatus.optional().describe('Only deliveries in this state.'),
  ...pageQuery('Deliveries'),
});
export type DeliveryListQuery = z.infer<typeof deliveryListQuery>;

/** One page of deliveries, newest first. */
export const deliveryList = z
  .object({ deliveries: z.array(delivery), ...pageOutput })
  .meta({ id: 'DeliveryList' });

export const listDeliveries = request({
  operation: {
    id: 'ListDeliveries',
    summary: 'List deliveries to a webhook',
    description:
      'The events that were sent or will be sent to the webhook, newest first, each with its tries. They are kept for 30 days.',
  },
  subject: 'notifications.person.deliveries.list',
  since: '1.1.0',
  input: z.object({ actor, webhookId: z.string(), status: deliveryStatus.optional(), ...pageInput }),
  output: deliveryList,
  errors: ['NotFound', 'InvalidNextToken'],
  idempotent: true,
  passthrough: true,
});

export const testWebhook = request({
  operation: {
    id: 'TestWebhook',
    summary: 'Send a test event',
    description:
      'Sends an event of type `webhook.test` to the webhook, even if it is disabled. The list of deliveries shows the outcome.',
    answer: 'Accepted.',
  },
  subject: 'notifications.person.deliveries.test',
  since: '1.1.0',
  input: z.object({ actor, webhookId: z.string(), idempotencyKey: idempotencyKey.optional() }),
  output: z.object({ delivery, replayed: z.boolean() }),
  errors: ['NotFound', 'IdempotencyKeyReused', 'IdempotencyInProgress'],
});

export const replayDelivery = request({
  operation: {
    id: 'ReplayDelivery',
    summary: 'Send an event again',
    description:
      'Delivers the event once more, with the same `webhook-id` and as many tries as a new event, even if the webhook is disabled. A delivery that is still `PENDING` is left as it is.',
    answer: 'Accepted.',
  },
  subject: 'notifications.person.deliveries.replay',
  since: '1.1.0',
  input: z.object({ actor, webhookId: z.string(), id: z.string() }),
  output: delivery,
  errors: ['NotFound'],
});

/** Claims a delivery under a lease. The same worker may repeat the request and gets the same answer. */
export const claimDelivery = request({
  subject: 'notifications.worker.deliveries.claim',
  since: '1.1.0',
  input: z.object({
    deliveryId: uuid,
    worker: z.string().max(100).describe('Identifies the process and the attempt.'),
  }),
  output: z.discriminatedUnion('state', [
    z.object({
      state: z.literal('claimed'),
      epoch: z.int(),
      leaseMs: z.int().describe('Milliseconds until the lease expires; longer than a try may take.'),
      url: z.string(),
      eventId: uuid.describe('Sent as `webhook-id`, the same with every try.'),
      body: z.string().describe('The exact text that is signed and sent.'),
      secrets: z
        .array(z.string())
        .min(1)
        .describe(
          'Secrets (`whsec_…`), newest first: each makes a signature. There are two for a while after a rotation.',
        ),
    }),
    z.object({ state: z.literal('nothing') }).describe('No try is due: end the job.'),
    z.object({ state: z.literal('busy'), retryAfterMs: z.int() }).describe('Another worker holds the lease.'),
  ]),
  idempotent: true,
});

/**
 * Reports how a try ended; without an error it has succeeded. The owner decides what follows: a 2xx is DELIVERED, 410
 * disables the webhook, anything else is tried again until the tries are used up.
 */
export const reportDelivery = request({
  subject: 'notifications.worker.deliveries.report',
  since: '1.1.0',
  input: z.object({
    deliveryId: uuid,
    epoch: z.int(),
    attempt: deliveryAttempt.extend({
      response: z.string().max(MAX_RESPONSE).optional().describe('The beginning of the body of the answer.'),
    }),
  }),
  output: z.object({
    accepted: z
      .boolean()
      .describe('False: the delivery was claimed again or has ended, so the report is discarded.'),
  }),
  idempotent: true,
});
