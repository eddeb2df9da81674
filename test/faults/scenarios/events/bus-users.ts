// C38: NATS refuses every password, stays away, and gets a new password for one service.
import { setTimeout as sleep } from 'node:timers/promises';
import { BUS_USERS, passwordVariable, type BusUser } from '#testing/servers';
import { within } from '../../harness/checks/invariants.ts';
import {
  generationResult,
  openGenerationEnvironment,
  type GenerationEnvironment,
} from '../../harness/environment/generation-environment.ts';
import type { Scenario } from '../../harness/scenario.ts';

/** Longest time until every process is ready again, or says that it is not, in milliseconds. */
const NOTICED_MS = 10_000;
/** Time for which passwords are refused: a client meets about fifteen refusals, in milliseconds. */
const REFUSED_MS = 10_000;

export const busRefuses: Scenario = {
  id: 'C38',
  title: 'NATS refuses all passwords, then stays away, then one password is rotated as the README says',
  holds:
    'processes are alive but not ready meanwhile, and ready within 10 s after; only the one with a new password restarts',
  alone: true,
  run: async (context) => {
    // The client counts and ends nothing with time, so half a minute shows what an hour would.
    const awayMs = context.full ? 1_200_000 : 30_000;
    // What was accepted before must not reach its deadline meanwhile, as it would after a quarter of an hour.
    const variables = { generations: { GENERATION_DEADLINE_S: '3600' } };
    const env = await openGenerationEnvironment(context, { holdMs: 300, variables });
    const before = pids(env);
    await env.load.submit({ person: env.person, count: 20 });
    const startedAt = Date.now();
    const failures = [
      ...(await refuseAll(env)),
      ...(await stayAway(env, awayMs)),
      ...(await rotate(env, async () => (pids(env) === before ? [] : ['a process was restarted']))),
    ];
    const verdict = await env.verdict(60_000);
    const seconds = Math.round((Date.now() - startedAt) / 1000);
    const notes = `${seconds} s of faults; answers: ${env.load.answers.summary}`;
    return generationResult(env, verdict, { faults: 3, notes }, [
      verdict.failed > 0 && verdict.failures,
      ...failures,
    ]);
  },
};

/** Refuses every password for a while, under load. */
async function refuseAll(env: GenerationEnvironment): Promise<string[]> {
  const { nats } = env.system.servers;
  const right = BUS_USERS.map(
    (user) => [passwordVariable(user), nats.variables(user).NATS_PASSWORD] as const,
  );
  const load = env.load.submit({ person: env.person, count: 20, rate: 1 });
  await nats.restart(Object.fromEntries(right.map(([name]) => [name, 'refused'])));
  await sleep(REFUSED_MS);
  const during = await unlike(env, false, BUS_USERS);
  await nats.restart(Object.fromEntries(right));
  const after = await unlike(env, true, BUS_USERS);
  await load;
  return [...during.map((one) => `while refused, ${one}`), ...after.map((one) => `after it, ${one}`)];
}

async function stayAway(env: GenerationEnvironment, awayMs: number): Promise<string[]> {
  const { nats } = env.system.servers;
  await nats.kill();
  await sleep(awayMs);
  const during = await unlike(env, false, BUS_USERS);
  await nats.restart();
  const after = await unlike(env, true, BUS_USERS);
  return [
    ...during.map((one) => `without NATS, ${one}`),
    ...after.map((one) => `after NATS was away, ${one}`),
  ];
}

/** Rotates one password under load in the order of k8s/README.md; `check` looks at the processes before the last step. */
async function rotate(env: GenerationEnvironment, check: () => Promise<string[]>): Promise<string[]> {
  const { processes, servers } = env.system;
  const load = env.load.submit({ person: env.person, count: 20, rate: 2 });
  await servers.nats.restart({ [passwordVariable('generations')]: 'rotated' });
  const refused = await unlike(env, false, ['generations']);
  const others = await unlike(
    env,
    true,
    BUS_USERS.filter((user) => user !== 'generations'),
  );
  const checked = await check();
  await processes.generations.restart({ NATS_PASSWORD: 'rotated' });
  await load;
  return [...[...refused, ...others].map((one) => `with a new password, ${one}`), ...checked];
}

const pids = ({ system }: GenerationEnvironment): string =>
  BUS_USERS.map((user) => system.processes[user].pid).join();

/** Processes of these users that are dead, or do not become ready or unready in time. */
async function unlike(
  { system }: GenerationEnvironment,
  isReady: boolean,
  users: readonly BusUser[],
): Promise<string[]> {
  const looks = users.map(async (user) => {
    const url = system.opsUrls[system.processes[user].name] ?? '';
    const isSo = await within(NOTICED_MS, async () => (await isHealthy(`${url}/health/ready`)) === isReady);
    if (!(await isHealthy(`${url}/health/live`))) return `${user} is not alive`;
    return isSo ? '' : `${user} is ${isReady ? 'not ready' : 'ready'}`;
  });
  return (await Promise.all(looks)).filter((problem) => problem !== '');
}

async function isHealthy(url: string): Promise<boolean> {
  const response = await fetch(url, { signal: AbortSignal.timeout(5000) });
  await response.arrayBuffer();
  return response.ok;
}
