// Serves the feed of a workspace: as pages, and as a stream of events.
import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { feedPage, feedQuery, listFeed, type AccessStep, type FeedQuery } from '#contracts';
import { KeyScopes } from '../access/index.ts';
import { WantsStream } from '../http/index.ts';
import { Operation } from '../openapi/index.ts';
import { Streamed, type StreamedAnswer, StreamSubscriber, type Subscriber } from '../streams/index.ts';
import { LiveFeedService } from './live-feed.service.ts';

@ApiTags('Events')
@Controller('events')
export class FeedController {
  constructor(private readonly feed: LiveFeedService) {}

  @Get()
  @Operation(listFeed, { query: true, stream: 'or-json', schema: feedPage })
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
