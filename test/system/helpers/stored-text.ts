// Reads what a running system stores on its servers, as text to be searched.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Redis } from 'ioredis';

/** All keys and values of the queues. */
export async function redisText(url: string): Promise<string> {
  const redis = new Redis(url);
  const parts: unknown[] = [];
  for await (const keys of redis.scanStream({ match: 'bull:*' }) as AsyncIterable<string[]>) {
    for (const key of keys) parts.push(key, await valueOf(redis, key, await redis.type(key)));
  }
  redis.disconnect();
  return JSON.stringify(parts);
}

function valueOf(redis: Redis, key: string, type: string): Promise<unknown> {
  switch (type) {
    case 'string':
      return redis.get(key);
    case 'list':
      return redis.lrange(key, 0, -1);
    case 'hash':
      return redis.hgetall(key);
    case 'set':
      return redis.smembers(key);
    case 'zset':
      return redis.zrange(key, 0, -1);
    case 'stream':
      return redis.xrange(key, '-', '+');
    case 'none': // it has ended since it was listed
      return Promise.resolve(undefined);
    default:
      throw new Error(`A value has the unknown type ${type}.`);
  }
}

/** The contents of all files of a folder. */
export async function filesText(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const texts = await Promise.all(files.map((file) => readFile(join(file.parentPath, file.name), 'latin1')));
  return texts.join('\n');
}
