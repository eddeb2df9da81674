// Opens the BullMQ queues of one Redis connection, each once.
import { Queue } from 'bullmq';
import type { Redis } from '../redis/redis.ts';

/** The open queues of one Redis connection, which belongs to this cache. */
export class QueueCache {
  private readonly queues = new Map<string, Queue>();

  constructor(private readonly redis: Redis) {}

  /**
   * The queue of a name. It is created once Redis is connected, because a queue created earlier waits for Redis without
   * a time-out. Error: a plain one while Redis is not connected.
   */
  open(name: string): Queue {
    if (this.redis.status !== 'ready') throw new Error('Connection is closed.');
    const known = this.queues.get(name);
    if (known) return known;
    const queue = new Queue(name, { connection: this.redis, skipWaitingForReady: true });
    queue.on('error', () => undefined); // the connection itself logs it once
    this.queues.set(name, queue);
    // A queue whose first command failed keeps failing, so the next call creates another.
    queue.waitUntilReady().catch(() => {
      this.queues.delete(name);
      return queue.close();
    });
    return queue;
  }

  /** Closes the queues and the connection. */
  async close(): Promise<void> {
    await Promise.all([...this.queues.values()].map((queue) => queue.close()));
    this.redis.disconnect();
  }
}
