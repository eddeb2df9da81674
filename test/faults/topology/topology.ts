// The state as production has it, in three zones of one machine: NATS with three copies of its streams, Redis with Sentinels, Postgres
// with Patroni. Our processes reach it through one address for each kind of server.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import type { Child } from '#testing/processes';
import {
  temporaryFolder,
  type NatsServer,
  type RedisServer,
  type Servers,
  type ServersOptions,
} from '#testing/servers';
import { NATS_MONITOR_PORT, startNatsCluster } from './nats-cluster.ts';
import { openNetwork, type Network, type Zone } from './network.ts';
import { PATRONI_PORT, startEtcd, startPatroni } from './patroni.ts';
import { startReplicas, startSentinels } from './redis-sentinels.ts';
import { startServices } from './services.ts';

const ZONES = 3;
/** The third zone has a vote, and no Postgres: two copies suffice. */
const WITH_POSTGRES = 2;
const POLL_MS = 500;

/** The servers of every zone. */
export class Topology {
  readonly zones: readonly Zone[];
  readonly #network: Network;
  readonly #python: string;
  readonly #children = new Map<Zone, Child[]>();
  readonly #redis: RedisServer[] = [];
  readonly #nats: NatsServer[] = [];
  readonly #dir: string;

  /** The zones that have a Postgres. */
  get #withPostgres(): readonly Zone[] {
    return this.zones.slice(0, WITH_POSTGRES);
  }

  private constructor(network: Network, dir: string, python: string) {
    this.#network = network;
    this.#dir = dir;
    this.#python = python;
    this.zones = network.zones;
  }

  /** Makes the zones, still without servers. `python` is one with Patroni and Postgres. */
  static async open(python: string): Promise<Topology> {
    return new Topology(await openNetwork(ZONES), await temporaryFolder('zones'), python);
  }

  /** Starts all servers. Its results stop the addresses alone; `close` stops the rest. */
  async startServers({ secrets, listener = {} }: ServersOptions): Promise<Servers> {
    const { zones } = this;
    const dir = this.#dir;
    const own = { zones, dir, secrets, listener };
    const shared = { ...own, python: this.#python };
    const [nats, redis] = await Promise.all([
      startNatsCluster(zones, dir, own),
      startReplicas(own),
      this.#startPostgres(shared),
    ]);
    this.#redis.push(...redis);
    this.#nats.push(...nats);
    this.#keep(nats);
    this.#keep(redis);
    this.#keep(await startSentinels(own));
    const servers = await startServices(own, this.#withPostgres);
    await this.untilWhole(120_000);
    return servers;
  }

  /** Kills all servers of a zone, as a power cut would. */
  async kill(zone: Zone): Promise<void> {
    await Promise.all(this.#of(zone).map((child) => child.kill()));
  }

  /** Starts the servers of a zone that was killed. */
  async restart(zone: Zone): Promise<void> {
    await Promise.all(this.#of(zone).map((child) => child.restart()));
  }

  /** Kills the NATS server of a zone, whose volume is lost, and starts it with an empty one. */
  async loseVolume(zone: Zone): Promise<void> {
    const nats = this.#nats[zone.number - 1]!;
    await nats.kill();
    await rm(join(this.#dir, nats.name, 'jetstream'), { recursive: true, force: true });
    await nats.restart();
  }

  /** The zone whose Postgres, or whose Redis, is the primary; undefined while there is none. */
  async primary(of: 'postgres' | 'redis'): Promise<Zone | undefined> {
    const roles = await Promise.all(this.zones.map((zone) => this.#isPrimary(zone, of)));
    return this.zones[roles.indexOf(true)];
  }

  /** Waits until every server is there again, and has what the others have. */
  async untilWhole(withinMs: number): Promise<void> {
    const giveUp = Date.now() + withinMs;
    for (;;) {
      const missing = await this.#missing();
      if (missing.length === 0) return;
      if (Date.now() > giveUp) throw new Error(`Not whole after ${withinMs / 1000} s: ${missing.join(', ')}`);
      await sleep(POLL_MS);
    }
  }

  /** Stops all servers and removes the zones. */
  async close(): Promise<void> {
    await Promise.all([...this.#children.values()].flat().map((child) => child.stop()));
    await this.#network.close();
    await rm(this.#dir, { recursive: true, force: true });
  }

  async #startPostgres(shared: Parameters<typeof startEtcd>[0]): Promise<void> {
    this.#keep(await startEtcd(shared));
    this.#keep(await startPatroni(shared, this.#withPostgres));
  }

  /** What is away or behind. */
  async #missing(): Promise<string[]> {
    const found = await Promise.all(
      this.zones.map(async (zone, n) => {
        const nats = await answers(zone, NATS_MONITOR_PORT, '/healthz');
        const redis = await this.#replicationOf(n);
        const postgres = n >= WITH_POSTGRES || (await answers(zone, PATRONI_PORT, '/health'));
        return [
          !nats && `nats-${zone.number}`,
          !/master_link_status:up|role:master/.test(redis) && `redis-${zone.number}`,
          /role:master/.test(redis) &&
            !/connected_slaves:2/.test(redis) &&
            `replicas of redis-${zone.number}`,
          !postgres && `postgres-${zone.number}`,
        ];
      }),
    );
    const synchronous = await Promise.all(
      this.zones.map((zone) => answers(zone, PATRONI_PORT, '/synchronous')),
    );
    return [...found.flat(), !synchronous.includes(true) && 'a synchronous replica'].filter(
      (one) => one !== false,
    );
  }

  async #isPrimary(zone: Zone, of: 'postgres' | 'redis'): Promise<boolean> {
    if (of === 'postgres') return answers(zone, PATRONI_PORT, '/primary');
    return /role:master/.test(await this.#replicationOf(zone.number - 1));
  }

  async #replicationOf(n: number): Promise<string> {
    const redis = new Redis(this.#redis[n]!.url('exporter'), {
      connectTimeout: 1000,
      commandTimeout: 1000,
      retryStrategy: () => null,
      lazyConnect: true,
    });
    redis.on('error', () => undefined);
    try {
      return await redis.info('replication');
    } catch {
      return 'away';
    } finally {
      redis.disconnect();
    }
  }

  #of(zone: Zone): Child[] {
    return this.#children.get(zone) ?? [];
  }

  /** Notes servers that were started, one a zone. */
  #keep(children: readonly Child[]): void {
    for (const [n, child] of children.entries()) {
      const zone = this.zones[n]!;
      this.#children.set(zone, [...this.#of(zone), child]);
    }
  }
}

async function answers({ address }: Zone, port: number, path: string): Promise<boolean> {
  try {
    const response = await fetch(`http://${address}:${port}${path}`, { signal: AbortSignal.timeout(2000) });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}
