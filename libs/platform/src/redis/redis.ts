// Connections to Redis, and the check that this Redis keeps its data.
import { Redis } from 'ioredis';
import type { RedisDurability } from '../config/config.ts';
import { logger } from '../observability/log.ts';

export { Redis } from 'ioredis';

const log = logger('redis');

/**
 * Time that a connection has to close, in milliseconds. ioredis waits so long also when the connection is closed already, and
 * keeps the process running meanwhile.
 */
const DISCONNECT_MS = 100;

/**
 * A connection that fails fast, for commands that must never hang. It is replaced after 2 s of silence: TCP alone would
 * wait a quarter of an hour for a server that vanished.
 */
export function openRedis(url: string, name: string): Redis {
  return watched(
    new Redis(url, {
      connectionName: name,
      disconnectTimeout: DISCONNECT_MS,
      enableOfflineQueue: false,
      maxRetriesPerRequest: 1,
      connectTimeout: 2000,
      commandTimeout: 2000,
      socketTimeout: 2000,
      reconnectOnError,
      retryStrategy: (times) => Math.min(100 * times, 1000),
    }),
  );
}

/**
 * A connection for counters, which must not delay a request: a command takes at most `timeoutMs`. Silence of five times
 * that ends the connection, so that the next commands fail at once until Redis answers again.
 */
export function openCounterRedis(url: string, name: string, timeoutMs: number): Redis {
  return watched(
    new Redis(url, {
      connectionName: name,
      disconnectTimeout: DISCONNECT_MS,
      enableOfflineQueue: false,
      autoResendUnfulfilledCommands: false,
      maxRetriesPerRequest: 0,
      connectTimeout: 1000,
      commandTimeout: timeoutMs,
      socketTimeout: 5 * timeoutMs,
      reconnectOnError,
      retryStrategy: (times) => Math.min(100 * times, 1000),
    }),
  );
}

/** A connection that waits for Redis without a time-out: for workers. */
export function openWorkerRedis(url: string, name: string): Redis {
  return watched(
    new Redis(url, {
      connectionName: name,
      disconnectTimeout: DISCONNECT_MS,
      maxRetriesPerRequest: null,
      reconnectOnError,
      retryStrategy: (times) => Math.min(100 * times, 1000),
    }),
  );
}

/** After a fail-over a server that is now a replica refuses writes: connect again, and send the command once more. */
function reconnectOnError({ message }: Error): 2 | false {
  return message.startsWith('READONLY') && 2;
}

/** Logs once that a connection is lost, and once that it is back. */
function watched(redis: Redis): Redis {
  const connection = redis.options.connectionName;
  let down = false;
  redis.on('error', (error: Error) => {
    if (!down) log.warn({ connection, reason: error.message }, 'Redis is out of reach; trying again');
    down = true;
  });
  redis.on('ready', () => {
    if (down) log.info({ connection }, 'Redis is back');
    down = false;
  });
  return redis;
}

/**
 * A readiness check that this Redis never evicts what it accepts, and that it writes it to disk (AOF) or, as the operator
 * has said, only to replicas: then the process says so once in its log, and accepts a server that hides its policy.
 */
export function durabilityCheck(redis: Redis, durability: RedisDurability): () => Promise<void> {
  let isSaid = false;
  return async () => {
    const info = `${await redis.info('persistence')}\n${await redis.info('memory')}`;
    const policy = /^maxmemory_policy:(\S+)/m.exec(info)?.[1];
    if (policy !== 'noeviction' && (policy !== undefined || durability === 'aof'))
      throw new Error('Redis must run with maxmemory-policy noeviction.');
    if (/^aof_enabled:1/m.test(info)) return;
    if (durability === 'aof')
      throw new Error('Redis must run with appendonly yes, or REDIS_DURABILITY must be "replicated".');
    if (!isSaid)
      log.warn(
        'Redis writes no append-only file: the loss of all its servers empties the queues until the owners fill them again',
      );
    isSaid = true;
  };
}
