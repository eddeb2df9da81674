// Connections to Redis.
export { Redis, openRedis } from './redis.ts';
