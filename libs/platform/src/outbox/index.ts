// The transactional outbox and the relay that empties it.
export { Outbox, OutboxModule, outboxTables } from './outbox.ts';
