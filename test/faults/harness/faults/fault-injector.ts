// The fault injector: injects many kinds of faults into a running environment, each of which heals after a while.
import { setTimeout as sleep } from 'node:timers/promises';
import type { App } from '#testing/environment';
import type { FaultProxy } from '#testing/neighbours';
import type { Child } from '#testing/processes';
import type { Servers } from '#testing/servers';
import type { GenerationEnvironment } from '../environment/generation-environment.ts';
import { Tally } from '../checks/tally.ts';
import { thrownLater } from '../thrown-later.ts';
import { shuffled } from './seeded-random.ts';

/** A kind of fault. */
export interface Fault {
  name: string;
  /** What the fault hits; it gets no other fault before it is healed. */
  target: unknown;
  /** Injects the fault and heals it. */
  inject(): Promise<void>;
}

/** Injects faults in random order, and counts them. */
export class FaultInjector {
  /** How often each fault was injected. */
  readonly injected = new Tally();
  /** When the last fault was injected, by Date.now(). */
  lastAt = 0;
  readonly #unhealed = new Set<unknown>();
  readonly #faults: readonly Fault[];
  readonly #random: () => number;

  constructor(faults: readonly Fault[], random: () => number) {
    this.#faults = faults;
    this.#random = random;
  }

  /**
   * Injects this many faults with this pause between two; each kind comes once before any kind comes again. Resolves
   * when all are healed.
   */
  async run(count: number, everyMs: number, signal: AbortSignal): Promise<void> {
    const open: Promise<void>[] = [];
    let order: Fault[] = [];
    while (this.injected.total < count && !signal.aborted) {
      if (order.length === 0) order = shuffled(this.#faults, this.#random);
      const index = order.findIndex((fault) => !this.#unhealed.has(fault.target));
      const [fault] = index < 0 ? [] : order.splice(index, 1);
      if (fault) open.push(thrownLater(this.#inject(fault)));
      await sleep(everyMs);
    }
    const failed = (await Promise.allSettled(open)).find((one) => one.status === 'rejected');
    if (failed) throw failed.reason;
  }

  async #inject(fault: Fault): Promise<void> {
    this.#unhealed.add(fault.target);
    this.injected.add(fault.name);
    this.lastAt = Date.now();
    try {
      await fault.inject();
    } finally {
      this.#unhealed.delete(fault.target);
    }
  }
}

/** Kills a process and starts it again after this time, in milliseconds. */
export async function killAndRestart(child: Child, downMs = 0): Promise<void> {
  await child.kill();
  await sleep(downMs);
  await child.restart();
}

/** Stops Postgres without a checkpoint, as a power cut would, and starts it again after this time, in milliseconds. */
export async function restartPostgres({ postgres }: Servers, downMs = 0): Promise<void> {
  await postgres.kill('SIGQUIT');
  await sleep(downMs);
  await postgres.restart();
}

/** The faults for an environment. `proxies` stand between two of its processes, by name. */
export function faultsFor(
  { system, workers, redis }: GenerationEnvironment,
  proxies: Record<string, FaultProxy>,
  { flush, freezeMs }: { flush: boolean; freezeMs: number },
): Fault[] {
  const { servers, processes } = system;
  const kill = (name: string, target: Child, downMs: number): Fault => ({
    name: `kill ${name}`,
    target,
    inject: () => killAndRestart(target, downMs),
  });
  const killApp = (app: App): Fault => kill(app, processes[app], 0);
  return [
    ...workers.map((child) => kill('worker', child, 500)),
    ...workers
      .slice(1)
      .map((child) => ({ name: 'freeze worker', target: child, inject: () => freeze(child, freezeMs) })),
    ...(['generations', 'catalogue', 'notifications', 'gateway', 'import-worker'] as const).map(killApp),
    kill('redis', servers.redis, 500),
    kill('nats', servers.nats, 500),
    { name: 'cut postgres', target: servers.postgres, inject: () => restartPostgres(servers) },
    ...Object.entries(proxies).map(([name, proxy]) => ({
      name: `silence ${name}`,
      target: proxy,
      inject: () => silence(proxy, 3000),
    })),
    ...(flush
      ? [{ name: 'flush redis', target: servers.redis, inject: async () => void (await redis.flushall()) }]
      : []),
  ];
}

async function freeze(child: Child, forMs: number): Promise<void> {
  await child.kill('SIGSTOP');
  try {
    await sleep(forMs);
  } finally {
    await child.kill('SIGCONT');
  }
}

/** Makes connections fall silent, and breaks them after this time, in milliseconds. */
async function silence(proxy: FaultProxy, forMs: number): Promise<void> {
  proxy.silence();
  await sleep(forMs);
  proxy.breakSilent();
}
