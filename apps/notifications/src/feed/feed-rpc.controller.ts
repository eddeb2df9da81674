// Answers bus requests about the feed.
import { Controller } from '@nestjs/common';
import { getFeedEnd, listFeed, type AnswerOf, type InputOf } from '#contracts';
import { OnRequest } from '#platform/messaging';
import { FeedService } from './feed.service.ts';

@Controller()
export class FeedRpcController {
  constructor(private readonly feed: FeedService) {}

  @OnRequest(listFeed)
  list(input: InputOf<typeof listFeed>): Promise<AnswerOf<typeof listFeed>> {
    return this.feed.list(input);
  }

  @OnRequest(getFeedEnd)
  async end(input: InputOf<typeof getFeedEnd>): Promise<AnswerOf<typeof getFeedEnd>> {
    const id = await this.feed.end(input);
    return id === undefined ? {} : { id };
  }
}
