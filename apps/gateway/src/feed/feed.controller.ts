// Serves the feed of a workspace: as pages, and as a stream of events.
import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { feedPage, feedQuery, listFeed, type AccessStep, type FeedQuery } from '#contracts';
import { KeyScopes } from '../access/index.ts';
import { WantsStream } from '../http/index.ts';
import { exampleFeed, Operation } from '../openapi/index.ts';
import { Streamed, type StreamedAnswer, StreamSubscriber, type Subscriber } from '../streams/index.ts';
import { LiveFeedService } from './live-feed.service.ts';

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
| \`session.reuse_detected\` | \`accountId\`, \`sessionId\`; for owners only |
| \`webhook.disabled\` | \`webhookId\`, \`reason\`; for owners only |`;

@ApiTags('Events')
@Controller('events')
export class FeedController {
  constructor(private readonly feed: LiveFeedService) {}

  @Get()
  @Operation(listFeed, {
    id: 'ListEvents',
    summary: 'Read or follow events',
    description:
      'What happened in the workspace, oldest first. Pass `next` back as `after` to get what follows: no event is missed, and none comes twice. Events are kept for 30 days; an `after` that is unknown, or after which events are no longer kept, gets `InvalidNextToken`. With `Accept: text/event-stream` the same events come as they happen; webhooks send them with the same ids.',
    route: { query: true, stream: 'or-json' },
    answer: { schema: feedPage, description: EVENTS, example: exampleFeed },
  })
  async list(
    @StreamSubscriber() subscriber: Subscriber,
    @KeyScopes() keyScopes: readonly AccessStep[] | undefined,
    @WantsStream() wantsStream: boolean,
    @Query({ schema: feedQuery }) query: FeedQuery,
    @Streamed() streamed: StreamedAnswer,
  ) {
    if (wantsStream) return streamed(await this.feed.follow(subscriber, keyScopes, query));
    return this.feed.list({ actor: subscriber.actor, keyScopes }, query);
  }
}
