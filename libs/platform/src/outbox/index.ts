// The transactional outbox and the relay that empties it.
export { OutboxEntity, outboxTables } from './outbox.entity.ts';
export { OutboxModule } from './outbox.module.ts';
export { Outbox } from './outbox.ts';
