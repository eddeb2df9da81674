// Finds out whether the model servers answer, while somebody wants to know. Workers do this, because only they reach the
// servers.
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { addressOf, GENERATION_QUEUE, modelNotes, type ModelServer } from '#contracts';
import { openRedis, type Redis } from '#platform/redis';
import { Every } from '#platform/resilience';
import type { Config } from '../config.ts';

/** Time for which the servers are tried again and again once somebody has asked for the models, in milliseconds. */
const WANTED_MS = 600_000;
/** Age of the last try from which on a server is tried again, in milliseconds. */
const STALE_MS = 30_000;
/** Longest wait for an answer, in milliseconds. */
const ANSWER_MS = 5000;

@Injectable()
export class ModelServersClient implements OnApplicationShutdown {
  private readonly redis: Redis;

  constructor(private readonly config: Pick<Config, 'MODEL_SERVERS' | 'REDIS_URL'>) {
    this.redis = openRedis(config.REDIS_URL, 'model-servers');
  }

  onApplicationShutdown(): void {
    this.redis.disconnect();
  }

  /** Tries those servers that nobody has tried lately; public so that tests need not wait. Errors: those of Redis. */
  @Every('model servers', 5000)
  async look(): Promise<void> {
    const askedAt = Number(await this.redis.get(keyOf(modelNotes.askedAt)));
    if (Date.now() - askedAt > WANTED_MS) return;
    await Promise.all(this.config.MODEL_SERVERS.map((server) => this.tryServer(server)));
  }

  private async tryServer(server: ModelServer): Promise<void> {
    const key = keyOf(modelNotes.triedAt(server.name));
    const triedAt = Math.abs(Number(await this.redis.get(key)));
    if (Date.now() - triedAt < STALE_MS) return;
    const answers = await isThere(server);
    await this.redis.set(key, answers ? Date.now() : -Date.now());
  }
}

/**
 * True when a server answers, even if only to ask for a key. It is asked for its list of models, which costs nothing anywhere.
 */
async function isThere(server: ModelServer): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(ANSWER_MS);
    const { status, body } = await fetch(`${addressOf(server)}/models`, {
      redirect: 'manual',
      signal,
    });
    await body?.cancel();
    return status < 500;
  } catch {
    return false;
  }
}

function keyOf(name: string): string {
  return `bull:${GENERATION_QUEUE}:${name}`;
}
