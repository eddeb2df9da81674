// Shares the model servers among all workers, through Redis: so many calls at once as a server takes, one of a model that is silent,
// and none while it is known to be away. A job asks before it claims its generation; one that must wait goes back to the queue,
// costs nothing, and is noted as blocked: more workers would not help it.
import type { OnApplicationShutdown } from '@nestjs/common';
import { GENERATION_QUEUE, modelNotes, serverNameOf, type ModelServer } from '#contracts';
import { logger } from '#platform/observability';
import { openRedis, type Redis } from '#platform/redis';
import type { Config } from '../config.ts';

const log = logger('models');

/** Time for which a place is held unless it is renewed, in milliseconds; that of a killed worker is free afterwards. */
const HELD_MS = 30_000;
/** Longest pause of a model after a refusal, in milliseconds: a server that is back is noticed this late at most. */
const LONGEST_PAUSE_MS = 15_000;
/** Longest pause that a server can ask for, in milliseconds; after it the server is called again. */
const LONGEST_ASKED_MS = 60_000;
/** How late a blocked job may come back, in milliseconds; a later one is load again, for there is nobody who would take it. */
const LATE_MS = 60_000;
/** Places of a server without a limit of ours. */
const UNLIMITED = 1_000_000;
/** For how long a model that was silent has one place, in milliseconds: longer than the next call can be silent. */
const SILENT_MS = 600_000;
/** When a job asks again that Redis has not answered, in milliseconds. */
const UNANSWERED_MS = 1000;
/** Share of a wait by which it is longer at random, so that not all jobs come back at once. */
const SPREAD = 0.2;

/** A job that asks for a place; the one with the smallest priority gets the next. */
export interface PlaceSeeker {
  queue: string;
  id: string;
  priority: number;
}

/**
 * Returns 0 when the job has a place, else after how many milliseconds it may ask again: the longer, the more jobs are
 * before it. A job that is 3 s late is forgotten. One that has a place, because the answer to it was lost or its worker died,
 * gives it back by asking again.
 * KEYS: pause of the model; the blocked jobs of the queue; of the server the places held, the jobs that wait, and until when
 * each of these may come back; the one job that calls the model although it was silent, empty before the first.
 * ARGV: number of places, job, priority, now, time for which a place is held, and how late a blocked job may come back; times
 * in milliseconds.
 */
const ENTER = `
  local places, job, now = tonumber(ARGV[1]), ARGV[2], tonumber(ARGV[4])
  local function block(wait)
    redis.call('ZADD', KEYS[2], now + wait + tonumber(ARGV[6]), job)
    return wait
  end
  redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', now)
  local pause = redis.call('PTTL', KEYS[1])
  if pause > 0 then return block(pause) end
  redis.call('ZREM', KEYS[2], job)
  redis.call('ZREM', KEYS[3], job)
  redis.call('ZREMRANGEBYSCORE', KEYS[3], '-inf', now)
  local caller = redis.call('GET', KEYS[6])
  if caller and redis.call('ZSCORE', KEYS[3], caller) then return block(5000) end
  for _, late in ipairs(redis.call('ZRANGEBYSCORE', KEYS[5], '-inf', now)) do
    redis.call('ZREM', KEYS[4], late)
    redis.call('ZREM', KEYS[5], late)
  end
  redis.call('ZADD', KEYS[4], ARGV[3], job)
  local before = redis.call('ZRANK', KEYS[4], job)
  local free = places - redis.call('ZCARD', KEYS[3])
  if before < free then
    redis.call('ZREM', KEYS[4], job)
    redis.call('ZREM', KEYS[5], job)
    redis.call('ZADD', KEYS[3], now + tonumber(ARGV[5]), job)
    if caller then redis.call('SET', KEYS[6], job, 'KEEPTTL') end
    return 0
  end
  local wait = math.min(5000, 200 * (1 + math.floor((before - free) / places)))
  redis.call('ZADD', KEYS[5], now + wait + 3000, job)
  return block(wait)`;

/**
 * Pauses a model after a refusal and returns for how many milliseconds: as long as the server asked, else 1 s, 2 s, 4 s … . A
 * refusal that comes during a pause, of a call that began before it, changes nothing unless the server asks for longer:
 * otherwise a server with many calls would be paused for long at once.
 * KEYS: pause of the model, number of its refusals. ARGV: the time that the server asked for, or 0; the longest time if it
 * asked for none; both in milliseconds.
 */
const PAUSE = `
  local left = redis.call('PTTL', KEYS[1])
  local asked = tonumber(ARGV[1])
  if left > 0 and left >= asked then return left end
  local refusals = redis.call('INCR', KEYS[2])
  redis.call('PEXPIRE', KEYS[2], 600000)
  local pause = asked > 0 and asked or math.min(tonumber(ARGV[2]), 1000 * 2 ^ (math.min(refusals, 10) - 1))
  redis.call('SET', KEYS[1], 1, 'PX', pause)
  return pause`;

/**
 * Notes an answer: the model is silent no more. Its refusals are forgotten, unless it is paused: nobody gets a place during a
 * pause, so the answer is to a job that began before it, and says nothing of what the server has told since. In its last
 * millisecond a pause is over, though its key still exists.
 * KEYS: pause of the model, number of its refusals, the one job that calls it although it was silent.
 */
const RESUME = `
  redis.call('DEL', KEYS[3])
  if redis.call('PTTL', KEYS[1]) <= 0 then redis.call('DEL', KEYS[2]) end
  return 0`;

/** A job that Redis has not answered asks again: it may have a place, or be noted as blocked, and only the answer was lost. */
export class ModelPlacesClient implements OnApplicationShutdown {
  private readonly redis: Redis;
  private readonly servers: ReadonlyMap<string, ModelServer>;
  /** Places that this process holds: job → name of the server. */
  private readonly held = new Map<string, string>();
  private readonly renewal: NodeJS.Timeout;

  /** `heldMs` is shorter in tests. */
  constructor(
    config: Pick<Config, 'MODEL_SERVERS' | 'REDIS_URL'>,
    private readonly heldMs = HELD_MS,
  ) {
    this.redis = openRedis(config.REDIS_URL, 'model-places');
    this.servers = new Map(config.MODEL_SERVERS.map((server) => [server.name, server]));
    this.renewal = setInterval(() => void this.renew(), heldMs / 3);
  }

  onApplicationShutdown(): void {
    clearInterval(this.renewal);
    this.redis.disconnect();
  }

  /** True for a model whose refusals are waited out until the deadline; false where its server limits the repetitions. */
  isPatient(model: string): boolean {
    const server = this.serverOf(model);
    return server !== undefined && server.retries === undefined;
  }

  /** How often a refused call of the model may be repeated; undefined where repetitions end with the deadline alone. */
  retriesOf(model: string): number | undefined {
    return this.serverOf(model)?.retries;
  }

  /**
   * Takes a place for a call of the model: 0, or the milliseconds after which to ask again. The job gives it back by `leave`.
   */
  async enter(model: string, job: PlaceSeeker): Promise<number> {
    const server = this.serverOf(model);
    if (!server) return 0;
    const { name, concurrency = UNLIMITED } = server;
    const ofServer = [heldKey(name), keyOf(modelNotes.waiting(name)), keyOf(`models:back:${name}`)];
    const keys = [pauseKey(model), blockedKey(job.queue), ...ofServer, silentKey(model)];
    const values = [concurrency, job.id, job.priority, Date.now(), this.heldMs, LATE_MS];
    const wait = await this.run(ENTER, keys, values);
    if (wait > 0) return spread(wait);
    this.held.set(job.id, name);
    return 0;
  }

  /** Gives the place of a job back, if it has one. */
  async leave({ id }: PlaceSeeker): Promise<void> {
    const name = this.held.get(id);
    this.held.delete(id);
    if (name !== undefined) await this.redis.zrem(heldKey(name), id).catch(ignored);
  }

  /**
   * The model has refused a call: no worker calls it for a while. Returns after how many milliseconds its job may ask again.
   */
  async pause(model: string, askedMs = 0): Promise<number> {
    const asked = Math.min(askedMs, LONGEST_ASKED_MS);
    const pause = await this.run(PAUSE, [pauseKey(model), refusalsKey(model)], [asked, LONGEST_PAUSE_MS]);
    return spread(Math.max(pause, 1000));
  }

  /** Notes that a refused job waits for its model server. */
  async block({ queue, id }: PlaceSeeker, forMs: number): Promise<void> {
    await this.redis.zadd(blockedKey(queue), Date.now() + forMs + LATE_MS, id).catch(ignored);
  }

  /**
   * A call of the model has waited for the first word in vain. Until it says one, all workers call it for one job at a time:
   * calls that are silent for minutes would take the places of all other models.
   */
  async narrow(model: string): Promise<void> {
    const key = silentKey(model);
    const noted = this.redis.multi().set(key, '', 'PX', SILENT_MS, 'NX').pexpire(key, SILENT_MS);
    await noted.exec().catch(ignored);
  }

  /** The model answers. */
  resume(model: string): void {
    if (!this.serverOf(model)) return;
    const keys = [pauseKey(model), refusalsKey(model), silentKey(model)];
    this.redis.eval(RESUME, keys.length, ...keys).catch(ignored);
  }

  private serverOf(model: string): ModelServer | undefined {
    return this.servers.get(serverNameOf(model));
  }

  private async renew(): Promise<void> {
    const until = Date.now() + this.heldMs;
    for (const [id, name] of this.held) await this.redis.zadd(heldKey(name), until, id).catch(ignored);
  }

  private async run(script: string, keys: string[], values: (string | number)[]): Promise<number> {
    try {
      return Number(await this.redis.eval(script, keys.length, ...keys, ...values));
    } catch (error) {
      log.warn({ reason: String(error) }, 'Redis does not tell whether a model server has room');
      return UNANSWERED_MS;
    }
  }
}

function pauseKey(model: string): string {
  return keyOf(`models:pause:${model}`);
}

function silentKey(model: string): string {
  return keyOf(`models:silent:${model}`);
}

function refusalsKey(model: string): string {
  return keyOf(modelNotes.refusals(model));
}

function blockedKey(queue: string): string {
  return keyOf(modelNotes.blocked, queue);
}

function heldKey(server: string): string {
  return keyOf(`models:held:${server}`);
}

/** The Redis users of this worker and of generations may use only keys that begin like this. */
function keyOf(name: string, queue: string = GENERATION_QUEUE): string {
  return `bull:${queue}:${name}`;
}

function spread(ms: number): number {
  return Math.ceil(ms * (1 + Math.random() * SPREAD));
}

function ignored(error: unknown): void {
  log.debug({ reason: String(error) }, 'Redis did not take a note about a model server');
}
