// Counts the requests of clients in a window of time, shared through Redis.
export { type RateCounter, RateCounters, type RateLimit } from './rate-counters.ts';
