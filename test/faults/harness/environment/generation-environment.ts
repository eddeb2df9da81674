// A scene in which generations are written: a model whose pace we set, several workers, and the books open.
import { Redis } from 'ioredis';
import type { App } from '#testing/environment';
import type { Child } from '#testing/processes';
import { startModelRelay, type ModelRelay } from '#testing/neighbours';
import { freePort } from '#testing/servers';
import { Audit } from '../checks/audit-log.ts';
import { Load } from '../load/load-generator.ts';
import { allEnded, judge, type Verdict } from '../checks/invariants.ts';
import type { Context, Person, Result, Scene, SceneOptions } from '../scenario.ts';

/** How a workshop differs from the usual one. */
export interface WorkshopOptions extends SceneOptions {
  /** Generation workers; 2 by default. */
  workers?: number;
  /** Time that a model call takes at first, in milliseconds; 0 by default. */
  holdMs?: number;
}

/** A scene for generations. */
export interface Workshop {
  scene: Scene;
  person: Person;
  models: ModelRelay;
  workers: Child[];
  audit: Audit;
  load: Load;
  /** May do everything. */
  redis: Redis;
  /** Waits until all has ended, then judges all that was accepted. */
  verdict(withinMs: number): Promise<Verdict>;
}

/** Opens a workshop of its own. */
export async function openWorkshop(context: Context, options: WorkshopOptions = {}): Promise<Workshop> {
  const { workers: many = 2, holdMs = 0, variables = {}, ...others } = options;
  const sandbox = others.ports?.sandbox ?? (await freePort());
  const models = await startModelRelay(`http://127.0.0.1:${sandbox}`);
  context.defer(() => models.close());
  models.holdMs = holdMs;
  const servers = [{ name: 'sandbox', baseURL: `${models.url}/v1`, models: ['echo', 'slow'] }];
  const known = { MODEL_SERVERS: JSON.stringify(servers) };
  const scene = await context.open({
    ...others,
    ports: { ...others.ports, sandbox },
    variables: {
      ...variables,
      generations: { ...known, ...variables.generations },
      'generation-worker': { ...known, ...variables['generation-worker'] },
    },
  });
  const workers = [scene.stack.processes['generation-worker']];
  while (workers.length < many) workers.push(await scene.stack.add('generation-worker'));
  return furnish(context, scene, models, workers);
}

async function furnish(
  context: Context,
  scene: Scene,
  models: ModelRelay,
  workers: Child[],
): Promise<Workshop> {
  const audit = await Audit.open(scene.stack);
  context.defer(() => audit.sql.close());
  const redis = openAdmin(scene);
  context.defer(() => redis.disconnect());
  const load = new Load(scene, 'sandbox:echo', context.signal);
  const verdict = async (withinMs: number): Promise<Verdict> => {
    await allEnded(audit, withinMs);
    return judge(audit, load.accepted);
  };
  return { scene, person: scene.people[0], models, workers, audit, load, redis, verdict };
}

function openAdmin(scene: Scene): Redis {
  const redis = new Redis(scene.stack.servers.redis.testingUrl, {
    retryStrategy: () => 200,
    maxRetriesPerRequest: null,
  });
  redis.on('error', () => undefined); // it is killed now and then
  return redis;
}

/** A process of the scene that is the only one of its kind. */
export function only(scene: Scene, app: App): Child {
  return scene.stack.processes[app];
}

/** A result from a verdict; further reasons that are not empty make it a failure too. */
export function resultOf(
  { load }: Workshop,
  verdict: Verdict,
  figures: { faults: number; slowestRecoveryMs?: number; notes?: string },
  reasons: (string | false)[] = [],
): Result {
  const why = [...verdict.problems, ...reasons.filter((reason) => reason !== false)];
  return {
    slowestRecoveryMs: 0,
    ...figures,
    accepted: load.accepted.length,
    lost: verdict.lost,
    doubled: verdict.doubled,
    passed: why.length === 0,
    ...(why.length > 0 ? { why: why.join('; ') } : {}),
  };
}
