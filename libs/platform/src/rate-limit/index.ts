// Counts the requests of clients in a window of time, shared through Redis.
export { type RateCounter, RateCounters, type RateLimit, type Taken } from './rate-counters.ts';
