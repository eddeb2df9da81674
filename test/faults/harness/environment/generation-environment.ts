// An environment for generations: a model with a settable pace, several workers, an audit log and a load generator.
import { Redis } from 'ioredis';
import type { Child } from '#testing/processes';
import { startModelRelay, type ModelRelay } from '#testing/neighbours';
import type { Person } from '#testing/environment';
import { freePort } from '#testing/servers';
import { AuditLog } from '../checks/audit-log.ts';
import { allEnded, checkInvariants, type Verdict } from '../checks/invariants.ts';
import { checkProductTexts } from '../checks/product-texts.ts';
import { LoadGenerator } from '../load/load-generator.ts';
import { resultOf, type Context, type Result } from '../scenario.ts';
import { Sql } from './database.ts';
import type { FaultEnvironment, FaultEnvironmentOptions } from './fault-environment.ts';

/** How an environment for generations differs from the usual one. */
export interface GenerationEnvironmentOptions extends FaultEnvironmentOptions {
  /** Number of generation workers; 2 by default. */
  workers?: number;
  /** Duration of a model call at first, in milliseconds; 0 by default. */
  holdMs?: number;
}

/** An environment for generations. */
export interface GenerationEnvironment {
  system: FaultEnvironment;
  person: Person;
  models: ModelRelay;
  workers: Child[];
  auditLog: AuditLog;
  load: LoadGenerator;
  /** A connection with all rights. */
  redis: Redis;
  /** Waits until all generations have ended, then checks the invariants. */
  verdict(withinMs: number): Promise<Verdict>;
}

/** Starts an environment for generations; it stops with the scenario. */
export async function openGenerationEnvironment(
  context: Context,
  { workers: count = 2, holdMs = 0, variables = {}, ...others }: GenerationEnvironmentOptions = {},
): Promise<GenerationEnvironment> {
  const sandbox = others.ports?.sandbox ?? (await freePort());
  const models = await startModelRelay(`http://127.0.0.1:${sandbox}`);
  context.defer(() => models.close());
  models.holdMs = holdMs;
  const servers = [{ name: 'sandbox', baseURL: `${models.url}/v1`, models: ['echo', 'slow', 'judge'] }];
  const modelServers = { MODEL_SERVERS: JSON.stringify(servers) };
  const system = await context.open({
    ...others,
    ports: { ...others.ports, sandbox },
    variables: {
      ...variables,
      generations: { ...modelServers, ...variables.generations },
      'generation-worker': { ...modelServers, ...variables['generation-worker'] },
    },
  });
  const workers = [system.processes['generation-worker']];
  while (workers.length < count) workers.push(await system.add('generation-worker'));
  const auditLog = await AuditLog.open(system);
  context.defer(() => auditLog.sql.close());
  const catalogue = new Sql(system.servers.postgres.superuserUrl('catalogue'));
  context.defer(() => catalogue.close());
  const redis = openRedis(system);
  context.defer(() => redis.disconnect());
  const load = new LoadGenerator('sandbox:echo', context.signal);
  const verdict = async (withinMs: number): Promise<Verdict> => {
    await allEnded(auditLog, withinMs);
    const found = await checkInvariants(auditLog, load.accepted);
    return { ...found, problems: [...found.problems, ...(await checkProductTexts(auditLog.sql, catalogue))] };
  };
  return { system, person: system.people[0], models, workers, auditLog, load, redis, verdict };
}

function openRedis(system: FaultEnvironment): Redis {
  const redis = new Redis(system.servers.redis.url('operator'), {
    retryStrategy: () => 200,
    maxRetriesPerRequest: null,
  });
  redis.on('error', () => undefined); // scenarios kill the server
  return redis;
}

/** A result from a verdict; further failures make it fail too. */
export function generationResult(
  { load }: GenerationEnvironment,
  { problems, lost, doubled }: Verdict,
  counts: Pick<Result, 'faults' | 'slowestRecoveryMs' | 'notes'>,
  failures: readonly (string | false)[] = [],
): Result {
  return resultOf({ ...counts, accepted: load.accepted.length, lost, doubled }, [...problems, ...failures]);
}
