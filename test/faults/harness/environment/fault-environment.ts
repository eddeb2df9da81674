// Starts the whole system for a scenario: high limits, a log file, and people who are signed in.
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  ANY_WEBHOOK_PORT,
  Environment,
  type EnvironmentOptions,
  type Person,
  type Variables,
} from '#testing/environment';
import type { Listener } from '#testing/processes';
import { projectFile } from '#testing/servers';

/** Limits that only a scenario about limits may reach. */
const HIGH_LIMITS: Record<string, Variables> = {
  all: ANY_WEBHOOK_PORT,
  gateway: {
    IN_FLIGHT_MAX: '500',
    LIMIT_READS_PER_MIN: '1000000',
    LIMIT_WRITES_PER_MIN: '1000000',
    LIMIT_IMPORT_ITEMS_PER_H: '100000000',
    LIMIT_SIGN_INS_PER_MIN: '1000000',
    LIMIT_REGISTRATIONS_PER_H: '1000000',
    LIMIT_SIGN_IN_FAILURES: '1000000',
  },
  generations: { MAX_RUNNING_GENERATIONS: '10000' },
};

/** The running system, with people in it. */
export type FaultEnvironment = Environment & { people: readonly [Person, ...Person[]] };

/** How an environment differs from the usual one. */
export interface FaultEnvironmentOptions extends Omit<EnvironmentOptions, 'dir'> {
  /** Number of people, each with an own workspace; 1 by default. */
  people?: number;
}

/** An environment, and how to stop it. */
export interface OpenEnvironment {
  system: FaultEnvironment;
  /** Processes that exited without being told to, each with its exit. */
  crashes: string[];
  close(): Promise<void>;
}

/** Starts an environment. The output of its processes goes to .local/faults/<name>.log. */
export async function openFaultEnvironment(
  name: string,
  signal: AbortSignal,
  { people: count = 1, listener = {}, variables = {}, ...others }: FaultEnvironmentOptions,
): Promise<OpenEnvironment> {
  const folder = projectFile('.local/faults');
  await mkdir(folder, { recursive: true });
  const log = createWriteStream(join(folder, `${name}.log`));
  const crashes: string[] = [];
  const logging: Listener = {
    signal,
    line: (who, line) => {
      log.write(`${new Date().toISOString()} ${who.padEnd(19)} ${line}\n`);
      listener.line?.(who, line);
    },
    exit: (child, how) => void crashes.push(`${child.name} (${how})`),
  };
  let environment: Environment | undefined;
  const close = async (): Promise<void> => {
    await environment?.stop();
    log.end();
  };
  try {
    const usual = { testingUser: true, variables: withHighLimits(variables), listener: logging };
    environment = await Environment.start({ ...usual, ...others });
    const names = Array.from({ length: count }, (_, n) => `person-${n + 1}`);
    const [first, ...rest]: Person[] = await environment.addPeople(...names);
    if (!first) throw new Error('An environment needs people.');
    await environment.addDemoData(first, ...rest);
    return { system: Object.assign(environment, { people: [first, ...rest] as const }), crashes, close };
  } catch (error) {
    await close();
    throw error;
  }
}

function withHighLimits(
  variables: NonNullable<EnvironmentOptions['variables']>,
): NonNullable<EnvironmentOptions['variables']> {
  const names = new Set([...Object.keys(HIGH_LIMITS), ...Object.keys(variables)]) as Set<'all'>;
  return Object.fromEntries([...names].map((name) => [name, { ...HIGH_LIMITS[name], ...variables[name] }]));
}
