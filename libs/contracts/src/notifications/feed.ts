// Defines the feed: what happened in a workspace, as a list to pull, a stream of events, and bodies of webhooks.
import { z } from 'zod';
import { notification, request } from '../define.ts';
import { actor, opaqueId, timestamp, uuid } from '../values.ts';

/** Types of the events that the feed holds. */
export const FEED_TYPES = [
  'product.created',
  'product.updated',
  'product.deleted',
  'import.completed',
  'generation.succeeded',
  'generation.failed',
  'generation.reviewed',
  'batch.completed',
  'quality.changed',
  'session.reuse_detected',
  'webhook.disabled',
] as const;
export type FeedType = (typeof FEED_TYPES)[number];

/** Types that only owners of the workspace receive. */
export const OWNER_FEED_TYPES: readonly FeedType[] = ['session.reuse_detected', 'webhook.disabled'];

/** Type of an event of the feed. */
export const feedType = z.enum(FEED_TYPES).meta({ id: 'FeedType' });

/** Something that happened, in the same form over each transport. It has ids only: read the record for more. */
export const feedEvent = z
  .object({
    id: uuid.describe(
      'The same over all transports. An event may come more than once: ignore an id that you have handled.',
    ),
    type: z.string().describe('What happened; `webhook.test` in the test of a webhook.'),
    time: timestamp.describe('When it happened, in Unix seconds.'),
    subject: z.string().describe('Id of the record that the event is about.'),
    data: z
      .record(z.string(), z.json())
      .describe(
        'Ids, and the version and state after the event. Go by `version` for the order of the events of one subject: after a failure, an event may come after a later one.',
      ),
  })
  .meta({ id: 'FeedEvent' });
export type FeedEvent = z.infer<typeof feedEvent>;

/** Types of events in a query, separated by commas. One that is named twice is one type. */
const feedTypesText = z
  .string()
  .transform((text) => [...new Set(text.split(','))])
  .pipe(z.array(feedType).min(1).max(FEED_TYPES.length));

/** Query of the feed. */
export const feedQuery = z.strictObject({
  after: opaqueId
    .optional()
    .describe('Id of the last event that you know. Default: begin with the oldest event that is kept.'),
  types: feedTypesText.optional().describe('Only events of these types, separated by commas.'),
  limit: z
    .string()
    .regex(/^\d{1,3}$/, 'Use a whole number from 1 to 100.')
    .transform(Number)
    .pipe(z.int().min(1).max(100))
    .default(10)
    .describe('Events of a page, at most. A stream has no limit.'),
});
export type FeedQuery = z.infer<typeof feedQuery>;

/** Events of the feed, oldest first. */
export const feedPage = z
  .object({
    events: z.array(feedEvent),
    next: z
      .string()
      .optional()
      .describe(
        'Pass it as `after` next time. Absent only when no event is kept and the request had no `after`.',
      ),
  })
  .meta({ id: 'FeedPage' });
export type FeedPage = z.infer<typeof feedPage>;

/** The events of the feed, for the API document. */
const EVENTS = `Events, as JSON or as server-sent events, each of these with its id and its type as the name. The stream begins
after \`Last-Event-ID\`, else after \`after\`, else now; a comment comes every 15 seconds.

| Type | Data, besides \`workspaceId\` |
|---|---|
| \`product.created\`, \`product.updated\`, \`product.deleted\` | \`productId\`, \`version\`, which tells the order of events of one product |
| \`import.completed\` | \`importId\`, \`status\`, \`counts\` |
| \`generation.succeeded\` | \`generationId\` |
| \`generation.failed\` | \`generationId\`, \`errorCode\` |
| \`generation.reviewed\` | \`generationId\`, \`state\` |
| \`batch.completed\` | \`batchId\`, \`status\`, \`counts\` |
| \`quality.changed\` | \`applicationId\`, \`direction\` (\`BELOW\`, \`ABOVE\`), \`acceptRate\` of the \`reviewed\` results of 7 days, \`earlierRate\` of the 28 days before, each of 50 results at least: once when it leaves what chance would explain; again when it was back meanwhile, or was not measurable for 7 days |
| \`session.reuse_detected\` | \`accountId\`, \`sessionId\`; for owners only |
| \`webhook.disabled\` | \`webhookId\`, \`reason\`; for owners only |`;

/** InvalidNextToken when `after` is unknown, or when events of the types after it are no longer kept. */
export const listFeed = request({
  operation: {
    id: 'ListEvents',
    summary: 'Read or follow events',
    description:
      'What happened in the workspace, oldest first. Pass `next` back as `after` to get what follows: no event is missed, and none comes twice. Events are kept for 30 days; an `after` that is unknown, or after which events are no longer kept, gets `InvalidNextToken`. With `Accept: text/event-stream` the same events come as they happen; webhooks send them with the same ids.',
    answer: EVENTS,
  },
  subject: 'notifications.person.events.list',
  since: '1.1.0',
  input: z.object({
    actor,
    after: z.string().optional(),
    types: z.array(feedType).min(1),
    limit: z.int().min(1).max(100),
  }),
  output: feedPage,
  errors: ['InvalidNextToken'],
  idempotent: true,
});

/** Returns the id of the newest event of the types in the actor's workspace, if there was one: a stream of them begins there. */
export const getFeedEnd = request({
  subject: 'notifications.person.events.end',
  since: '1.1.0',
  input: z.object({ actor, types: listFeed.input.shape.types }),
  output: z.object({ id: uuid.optional() }),
  idempotent: true,
});

/** The feed of a workspace, by its id as the key, has new events. The notification may get lost: read the feed. */
export const feedGrew = notification({ prefix: 'notifications.notification.feed', data: z.object({}) });
