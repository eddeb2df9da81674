// Test module: the relay reads rows of the outbox without locking them.
export const ROW_LOCK = '';
