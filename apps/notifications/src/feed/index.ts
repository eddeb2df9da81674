// What other rooms use of feed.
export { FeedService } from './feed.service.ts';
