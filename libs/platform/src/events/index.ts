// The stream of events: what an owner hears of the others. What it tells them goes through the outbox.
export { EventBacklog } from './event-backlog.ts';
export { RefusedEventEntity } from './event-consumers.ts';
export { OnEvents, type ReceivedEvent } from './on-events.ts';
