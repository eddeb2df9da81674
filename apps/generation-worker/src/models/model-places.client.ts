// Shares the model servers among all workers, through Redis: so many calls at once as a server takes, and none while it is
// known to be away. A job asks before it claims its generation; one that must wait goes back to the queue, costs nothing, and
// is noted as blocked: more workers would not help it.
import type { OnApplicationShutdown } from '@nestjs/common';
import { GENERATION_QUEUE, modelNotes, type ModelServer } from '#contracts';
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
 * each of these may come back.
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
  if places == 0 then return 0 end
  redis.call('ZREM', KEYS[3], job)
  redis.call('ZREMRANGEBYSCORE', KEYS[3], '-inf', now)
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
    if (!server || (server.concurrency === undefined && !this.isPatient(model))) return 0;
    const { name, concurrency = 0 } = server;
    const ofServer = ['held', 'waiting', 'back'].map((what) => placesKey(what, name));
    const values = [concurrency, job.id, job.priority, Date.now(), this.heldMs, LATE_MS];
    const wait = await this.run(ENTER, [pauseKey(model), blockedKey(job.queue), ...ofServer], values);
    if (wait > 0) return spread(wait);
    if (concurrency > 0) this.held.set(job.id, name);
    return 0;
  }

  /** Gives the place of a job back, if it has one. */
  async leave({ id }: PlaceSeeker): Promise<void> {
    const name = this.held.get(id);
    this.held.delete(id);
    if (name !== undefined) await this.redis.zrem(placesKey('held', name), id).catch(ignored);
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

  /** The model answers again. */
  resume(model: string): void {
    if (this.isPatient(model)) this.redis.del(pauseKey(model), refusalsKey(model)).catch(ignored);
  }

  private serverOf(model: string): ModelServer | undefined {
    return this.servers.get(model.slice(0, model.indexOf(':')));
  }

  private async renew(): Promise<void> {
    const until = Date.now() + this.heldMs;
    for (const [id, name] of this.held)
      await this.redis.zadd(placesKey('held', name), until, id).catch(ignored);
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

function refusalsKey(model: string): string {
  return keyOf(modelNotes.refusals(model));
}

function blockedKey(queue: string): string {
  return keyOf(modelNotes.blocked, queue);
}

function placesKey(what: string, server: string): string {
  return keyOf(`models:${what}:${server}`);
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
