// The adversary: kinds of faults that strike a running workshop, each healed by itself after a while.
import { setTimeout as sleep } from 'node:timers/promises';
import type { App } from '#testing/environment';
import type { Child } from '#testing/processes';
import type { FaultProxy } from '#testing/neighbours';
import type { Servers } from '#testing/servers';
import { shuffled } from './seeded-random.ts';
import { only, type Workshop } from '../environment/generation-environment.ts';

/** A kind of fault. */
export interface Fault {
  name: string;
  /** What it strikes; it is not struck again before it is healed. */
  target: unknown;
  /** Strikes and heals. */
  strike(): Promise<void>;
}

/** Strikes in an order of chance, and counts. */
export class Nemesis {
  /** How often each fault struck. */
  readonly struck: Record<string, number> = {};
  /** When the last strike was, by Date.now(). */
  lastAt = 0;
  readonly #healing = new Set<unknown>();
  readonly #open: Promise<void>[] = [];

  readonly #faults: readonly Fault[];
  readonly #random: () => number;

  constructor(faults: readonly Fault[], random: () => number) {
    this.#faults = faults;
    this.#random = random;
  }

  get count(): number {
    return Object.values(this.struck).reduce((sum, times) => sum + times, 0);
  }

  /** Strikes that often, with this pause between two; every kind before any kind again. Resolves when all is healed. */
  async run(times: number, everyMs: number, signal: AbortSignal): Promise<void> {
    let order: Fault[] = [];
    while (this.count < times && !signal.aborted) {
      if (order.length === 0) order = shuffled(this.#faults, this.#random);
      const index = order.findIndex((fault) => !this.#healing.has(fault.target));
      const [fault] = index < 0 ? [] : order.splice(index, 1);
      if (fault) {
        const healed = this.#strike(fault);
        healed.catch(() => undefined); // told at the end
        this.#open.push(healed);
      }
      await sleep(everyMs);
    }
    const failed = (await Promise.allSettled(this.#open)).find((one) => one.status === 'rejected');
    if (failed) throw failed.reason;
  }

  async #strike(fault: Fault): Promise<void> {
    this.#healing.add(fault.target);
    this.struck[fault.name] = (this.struck[fault.name] ?? 0) + 1;
    this.lastAt = Date.now();
    try {
      await fault.strike();
    } finally {
      this.#healing.delete(fault.target);
    }
  }
}

/** Kills a process and starts it again after a while, in milliseconds. */
export async function killAndRestart(child: Child, downMs = 0): Promise<void> {
  await child.kill();
  await sleep(downMs);
  await child.restart();
}

/** Halts a process for a while, in milliseconds. */
export async function freeze(child: Child, forMs: number): Promise<void> {
  await child.kill('SIGSTOP');
  try {
    await sleep(forMs);
  } finally {
    await child.kill('SIGCONT');
  }
}

/** Ends Postgres as a power cut would, without a checkpoint, and starts it again. */
export async function restartPostgres({ postgres }: Servers, downMs = 0): Promise<void> {
  await postgres.kill('SIGQUIT');
  await sleep(downMs);
  await postgres.restart();
}

/** What may strike a workshop. `silences` are the proxies between two of its processes, by name. */
export function faultsOf(
  { scene, workers, redis }: Workshop,
  silences: Record<string, FaultProxy>,
  { flush, freezeMs }: { flush: boolean; freezeMs: number },
): Fault[] {
  const { servers } = scene.stack;
  const killed = (app: App): Fault => {
    const child = only(scene, app);
    return { name: `kill ${app}`, target: child, strike: () => killAndRestart(child) };
  };
  return [
    ...workers.map((child) => ({
      name: 'kill worker',
      target: child,
      strike: () => killAndRestart(child, 500),
    })),
    ...workers
      .slice(1)
      .map((child) => ({ name: 'freeze worker', target: child, strike: () => freeze(child, freezeMs) })),
    killed('generations'),
    killed('catalogue'),
    killed('gateway'),
    { name: 'kill redis', target: servers.redis, strike: () => killAndRestart(servers.redis, 500) },
    { name: 'kill nats', target: servers.nats, strike: () => killAndRestart(servers.nats, 500) },
    { name: 'cut postgres', target: servers.postgres, strike: () => restartPostgres(servers) },
    ...Object.entries(silences).map(([name, proxy]) => ({
      name: `silence ${name}`,
      target: proxy,
      strike: () => silence(proxy, 3000),
    })),
    ...(flush
      ? [{ name: 'flush redis', target: servers.redis, strike: async () => void (await redis.flushall()) }]
      : []),
  ];
}

/** Lets connections fall silent, and breaks them after a while, in milliseconds. */
export async function silence(proxy: FaultProxy, forMs: number): Promise<void> {
  proxy.silence();
  await sleep(forMs);
  proxy.breakSilent();
}
