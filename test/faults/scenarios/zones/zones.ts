// C70 and C71: the state in three zones, one of which is killed, cut off, deaf or slow, or loses a volume.
import { setTimeout as sleep } from 'node:timers/promises';
import { checkFeed } from '../../harness/checks/feed.ts';
import {
  generationResult,
  openGenerationEnvironment,
  type GenerationEnvironment,
} from '../../harness/environment/generation-environment.ts';
import { FaultInjector, type Fault } from '../../harness/faults/fault-injector.ts';
import type { Context, Result, Scenario } from '../../harness/scenario.ts';
import { thrownLater } from '../../harness/thrown-later.ts';
import { toolsForZones } from '../../topology/tools.ts';
import { Topology } from '../../topology/topology.ts';
import type { Zone } from '../../topology/network.ts';
import { EverydayWork } from '../general/everyday-work.ts';
import { lastEndAfter } from '../general/chaos.ts';

/** Time for which a zone is broken, in milliseconds: a primary that is silent has a successor after 20 s. */
const BROKEN_MS = 30_000;
/** Longest time until a zone that is well again has what the others have, in milliseconds. */
const WHOLE_MS = 180_000;
/** Longest time from the last fault to the last end, in milliseconds. */
const RECOVERY_MS = 120_000;
/** Generations a second. */
const RATE = 2;

export const zones: Scenario = {
  id: 'C70',
  title: 'NATS, Redis and Postgres in three zones, which are killed, cut off, deaf and slow in turn',
  holds:
    'every generation that is not cancelled succeeds; cancellations, acceptances, imports and files end as told; the feed has all of it once',
  alone: true,
  topology: 'ha',
  run: async (context) => {
    const { env, topology } = await openZones(context);
    const faults = faultsOf(topology);
    return underLoad(context, env, faults, context.full ? 3 * faults.length : faults.length);
  },
};

async function openZones(context: Context): Promise<{ env: GenerationEnvironment; topology: Topology }> {
  const { python, missing } = await toolsForZones();
  if (python === undefined) throw new Error(`Not run: ${missing}`);
  const topology = await Topology.open(python);
  context.defer(() => topology.close());
  const env = await openGenerationEnvironment(context, {
    people: 2,
    workers: 2,
    holdMs: 150,
    startServers: (options) => topology.startServers(options),
    variables: { all: { EVENTS_REPLICAS: '3' } },
  });
  return { env, topology };
}

/** Faults of one zone at a time. Each ends when all zones have everything again. */
function faultsOf(topology: Topology): Fault[] {
  const broken = (
    name: string,
    zone: Zone | (() => Promise<Zone | undefined>),
    hurt: (zone: Zone) => Promise<void>,
    heal: (zone: Zone) => Promise<void>,
  ): Fault => ({
    name,
    target: topology,
    inject: async () => {
      const chosen = typeof zone === 'function' ? ((await zone()) ?? topology.zones[0]!) : zone;
      await hurt(chosen);
      await sleep(BROKEN_MS);
      await heal(chosen);
      await topology.untilWhole(WHOLE_MS);
    },
  });
  const ofPostgres = () => topology.primary('postgres');
  const ofRedis = () => topology.primary('redis');
  const heal = (zone: Zone) => zone.heal();
  const restart = (zone: Zone) => topology.restart(zone);
  return [
    broken('kill the zone of Postgres', ofPostgres, (zone) => topology.kill(zone), restart),
    broken('kill the zone of Redis', ofRedis, (zone) => topology.kill(zone), restart),
    broken('cut off the zone of Postgres', ofPostgres, (zone) => zone.cutOff(), heal),
    broken('cut off the zone of Redis', ofRedis, (zone) => zone.cutOff(), heal),
    broken('deafen the zone of Postgres', ofPostgres, (zone) => zone.deafen(), heal),
    broken('slow the zone of Redis', ofRedis, (zone) => zone.slow(), heal),
    broken('lose a volume of NATS', topology.zones[2]!, (zone) => topology.loseVolume(zone), heal),
  ];
}

/** Submits generations and does everyday work until that many faults have come and healed. */
async function underLoad(
  context: Context,
  env: GenerationEnvironment,
  faults: Fault[],
  count: number,
): Promise<Result> {
  const startedAt = new Date();
  const injector = new FaultInjector(faults, () => context.random());
  const [person, other] = env.system.people;
  const everyday = new EverydayWork(context, env, other ?? person);
  const done = new AbortController();
  const submitUntilDone = async (): Promise<void> => {
    // Once the scenario is aborted, submit() returns at once.
    while (!done.signal.aborted && !context.signal.aborted)
      await env.load.submit({ person, count: 10 * RATE, rate: RATE });
  };
  const load = thrownLater(submitUntilDone());
  try {
    await injector.run(count, 1000, context.signal);
  } finally {
    done.abort();
    await load;
    await everyday.stop();
  }
  const verdict = await env.verdict(RECOVERY_MS);
  const slowestRecoveryMs = await lastEndAfter(env, injector.lastAt);
  const problems = [
    ...(await everyday.problems(RECOVERY_MS)),
    ...(await checkFeed(env.system.servers, startedAt)),
  ];
  const { answers } = env.load;
  context.say(`faults ${injector.injected.summary}; answers ${answers.summary}`);
  context.say(`beside them ${everyday.done.summary}`);
  const notes = `${verdict.failures}, ${env.models.asked} model calls, answers ${answers.summary}`;
  return generationResult(env, verdict, { faults: injector.injected.total, slowestRecoveryMs, notes }, [
    verdict.failed > 0 && verdict.failures,
    '500' in answers.counts && `500 was answered: ${answers.summary}`,
    ...problems,
  ]);
}
