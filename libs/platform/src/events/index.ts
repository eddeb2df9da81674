// The stream of events: what an owner hears of the others. What it tells them goes through the outbox.
export { OnEvents, type ReceivedEvent } from './on-events.ts';
