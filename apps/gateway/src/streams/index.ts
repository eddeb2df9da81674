// What other rooms use of streams.
export {
  Changes,
  EventStreamsService,
  type ServerSentEvent,
  type SseStream,
  type Subscriber,
} from './event-streams.service.ts';
export { CountedEvents } from './counted-events.state.ts';
export { END } from './record-follower.state.ts';
export {
  type Follower,
  type RecordEvents,
  RecordStreamsService,
  outsideOfRequest,
} from './record-streams.service.ts';
export { StreamSubscriber, Streamed, type StreamedAnswer } from './streamed.decorator.ts';
