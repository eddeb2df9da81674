// C1 to C3: many generations without a fault, under all faults at once, and the same without our guards.
import { rm } from 'node:fs/promises';
import { FaultProxy } from '#testing/neighbours';
import { freePort, temporaryFolder } from '#testing/servers';
import { buildRelease, type Change } from '#testing/release';
import { faultsOf, Nemesis } from '../../harness/faults/fault-injector.ts';
import type { Context, Result, Scenario } from '../../harness/scenario.ts';
import { openWorkshop, resultOf, type Workshop } from '../../harness/environment/generation-environment.ts';

/** Sizes of a run. */
interface Size {
  generations: number;
  faults: number;
  /** Pause between two faults, in milliseconds. */
  everyMs: number;
  flush: boolean;
  freezeMs: number;
}

/** Longest time from the last fault to the last end, in milliseconds. */
const RECOVERY_MS = 60_000;
/** Time of a model call under chaos, in milliseconds. */
const HOLD_MS = 150;

const SHORT: Size = { generations: 200, faults: 12, everyMs: 1000, flush: false, freezeMs: 2000 };
const SMALL: Size = { generations: 400, faults: 22, everyMs: 1200, flush: true, freezeMs: 17_000 };
const FULL: Size = { generations: 1000, faults: 32, everyMs: 1400, flush: true, freezeMs: 17_000 };

/** C1: no fault; each generation is written once, by one model call. */
export const quiet: Scenario = {
  id: 'C1',
  title: 'many generations, no fault',
  run: async (context) => {
    const shop = await openWorkshop(context);
    const count = context.full ? 1000 : 200;
    await shop.load.ask({ person: shop.person, count });
    const verdict = await shop.verdict(60_000);
    const { asked } = shop.models;
    return resultOf(shop, verdict, { faults: 0, notes: `${asked} model calls` }, [
      verdict.failed > 0 && `${verdict.failed} failed`,
      asked !== count && `${asked} model calls for ${count} generations`,
      shop.load.others('201').length > 0 && `answers: ${JSON.stringify(shop.load.heard)}`,
    ]);
  },
};

/** C2: all kinds of faults under load. */
export const chaos: Scenario = {
  id: 'C2',
  title: 'all kinds of faults under load',
  alone: true,
  run: (context) => strike(context, context.full ? FULL : SMALL),
};

/** The same in a minute, without the faults that take a minute to heal. */
export const shortChaos: Scenario = { ...chaos, run: (context) => strike(context, SHORT) };

/** C3: the same without our guards must lose or double something, or the suite would see nothing. */
export const control: Scenario = {
  id: 'C3',
  title: 'the same, guards removed: must lose or double',
  run: async (context) => {
    const result = await strike(context, SMALL, removeGuards);
    const { why, ...others } = result;
    if (result.lost > 0.9 * result.accepted) return { ...result, why: `it does not work at all: ${why}` };
    return result.lost + result.doubled > 0
      ? { ...others, passed: true, notes: `noticed: ${why}` }
      : { ...others, passed: false, why: 'nothing was lost or doubled: the suite has no power' };
  },
};

async function strike(
  context: Context,
  size: Size,
  prepare?: (context: Context, shop: Workshop) => Promise<void>,
): Promise<Result> {
  const { shop, silences } = await openProxied(context);
  await prepare?.(context, shop);
  const nemesis = new Nemesis(faultsOf(shop, silences, size), () => context.random());
  const seconds = (size.faults * size.everyMs) / 1000;
  const rate = size.generations / seconds;
  const load = shop.load.ask({ person: shop.person, count: size.generations, rate });
  await nemesis.run(size.faults, size.everyMs, context.signal);
  await load;
  // What the naive ones have lost stays lost.
  const verdict = await shop.verdict(prepare ? 30_000 : RECOVERY_MS + 30_000);
  const recoveryMs = await lastEnd(shop, nemesis.lastAt);
  const extra = shop.models.asked - size.generations;
  context.say(`${JSON.stringify(nemesis.struck)}; answers ${JSON.stringify(shop.load.heard)}`);
  const notes = `${verdict.failed} failed, ${extra} more model calls`;
  return resultOf(shop, verdict, { faults: nemesis.count, slowestRecoveryMs: recoveryMs, notes }, [
    recoveryMs > RECOVERY_MS && `the last one ended ${Math.round(recoveryMs / 1000)} s after the last fault`,
    verdict.failed > 0 && `${verdict.failed} failed`,
  ]);
}

/** Milliseconds from a moment to the last end. */
async function lastEnd({ audit }: Workshop, since: number): Promise<number> {
  const { ms } = await audit.sql.row<{ ms: number | null }>(
    `SELECT (extract(epoch FROM max(at) - $1::timestamptz) * 1000)::float8 AS ms FROM audit.change
     WHERE new_status <> 'RUNNING'`,
    [new Date(since)],
  );
  return Math.max(0, ms ?? 0);
}

/** A workshop whose workers reach the bus, and whose owner reaches Redis, through a proxy each. */
async function openProxied(
  context: Context,
): Promise<{ shop: Workshop; silences: Record<string, FaultProxy> }> {
  const ports = { nats: await freePort(), redis: await freePort() };
  const bus = await FaultProxy.open(ports.nats);
  const queues = await FaultProxy.open(ports.redis);
  context.defer(() => Promise.all([bus.close(), queues.close()]));
  const shop = await openWorkshop(context, {
    ports,
    holdMs: HOLD_MS,
    workers: 3,
    adjust: (app, usual) => {
      if (app === 'generation-worker') return through(usual, 'NATS_URL', ports.nats, bus);
      if (app === 'generations') return through(usual, 'REDIS_URL', ports.redis, queues);
      return usual;
    },
  });
  return { shop, silences: { 'workers and bus': bus, 'owner and queue': queues } };
}

/** The variables with one address led through a proxy. */
export function through(
  usual: Record<string, string>,
  name: string,
  port: number,
  proxy: FaultProxy,
): Record<string, string> {
  return { ...usual, [name]: (usual[name] ?? '').replace(`:${port}`, `:${proxy.port}`) };
}

/** Accepts, commits, then adds the job as luck will have it; takes any worker's word for the end. */
const NAIVE: readonly Change[] = [
  [
    'libs/platform/src/outbox/relay.js',
    'await send(this, rows);',
    'void send(this, rows).catch(() => undefined);',
  ],
  [
    'apps/generations/src/leases/leases.store.js',
    "AND epoch = $2 AND status = 'RUNNING' RETURNING",
    'AND $2::int > 0 RETURNING',
  ],
  ['apps/generations/src/leases/leases.rules.js', 'standing.leaseMs > 0', 'standing.leaseMs > 1e9'],
  [
    'apps/generations/src/operations/generation-reconciler.service.js',
    'whileFull(() => this.recover())',
    'Promise.resolve()',
  ],
];

async function removeGuards(context: Context, { scene, audit }: Workshop): Promise<void> {
  const release = await temporaryFolder('naive');
  context.defer(() => rm(release, { recursive: true, force: true }));
  await buildRelease(release, NAIVE);
  await audit.sql.rows(`
    DROP TRIGGER generation_ends_once ON generation;
    ALTER TABLE usage_ledger DROP CONSTRAINT usage_ledger_pkey;
  `);
  await scene.stack.processes.generations.stop();
  // In its place from now on, so that it is struck like the original.
  scene.stack.processes.generations = await scene.stack.add('generations', { release });
}
