// The surroundings of a scenario: the whole system, its limits out of the way, and people signed in.
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { v7 } from 'uuid';
import type { AccessToken } from '#contracts';
import { Environment, type EnvironmentOptions, type Variables } from '#testing/environment';
import type { Listener } from '#testing/processes';
import { projectFile, temporaryFolder } from '#testing/servers';
import type { Answer, Extras, Person, Scene, SceneOptions } from '../scenario.ts';

/** Limits that a scenario about something else must not meet. */
const OUT_OF_THE_WAY: Record<string, Variables> = {
  gateway: {
    IN_FLIGHT_MAX: '500',
    LIMIT_READS_PER_MIN: '1000000',
    LIMIT_WRITES_PER_MIN: '1000000',
    LIMIT_SIGN_INS_PER_MIN: '1000000',
    LIMIT_SIGN_IN_FAILURES: '1000000',
  },
  generations: { MAX_RUNNING_GENERATIONS: '10000' },
};

/** A scene, and the way to leave it. */
export interface OpenScene {
  scene: Scene;
  /** Processes that ended although nobody told them to, each with how. */
  crashes: string[];
  close(): Promise<void>;
}

/** Opens a scene; what the processes say goes to a file of this name under .local/faults. */
export async function openScene(
  name: string,
  signal: AbortSignal,
  options: SceneOptions,
): Promise<OpenScene> {
  const { people: many = 1, listener = {}, variables = {}, ...others } = options;
  const dir = await temporaryFolder('faults');
  const log = await openLog(name);
  const crashes: string[] = [];
  const heard: Listener = {
    signal,
    line: (who, line) => {
      log.write(`${new Date().toISOString()} ${who.padEnd(19)} ${line}\n`);
      listener.line?.(who, line);
    },
    exit: (child, how) => void crashes.push(`${child.name} (${how})`),
  };
  const usual = { dir, testingUser: true, variables: merged(variables), listener: heard };
  let stack: Environment | undefined;
  const close = async (): Promise<void> => {
    await stack?.stop();
    log.end();
    await rm(dir, { recursive: true, force: true });
  };
  try {
    stack = await Environment.start({ ...usual, ...others });
    return { scene: await furnish(stack, many), crashes, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function furnish(stack: Environment, many: number): Promise<Scene> {
  const [first, ...rest] = await settle(
    stack,
    Array.from({ length: many }, (_, n) => `person-${n + 1}`),
  );
  if (!first) throw new Error('A scene needs people.');
  const send: Scene['send'] = (person, method, path, extras) =>
    request(person.token, method, path.startsWith('http') ? path : `${stack.baseUrl}${path}`, extras);
  return { stack, people: [first, ...rest], send };
}

async function openLog(name: string) {
  const folder = projectFile('.local/faults');
  await mkdir(folder, { recursive: true });
  return createWriteStream(join(folder, `${name}.log`));
}

function merged(
  variables: NonNullable<EnvironmentOptions['variables']>,
): NonNullable<EnvironmentOptions['variables']> {
  const names = new Set([...Object.keys(OUT_OF_THE_WAY), ...Object.keys(variables)]) as Set<'all'>;
  return Object.fromEntries(
    [...names].map((name) => [name, { ...OUT_OF_THE_WAY[name], ...variables[name] }]),
  );
}

async function settle(stack: Environment, names: string[]): Promise<Person[]> {
  const seeds = names.map((name) => ({
    accountId: v7(),
    workspaceId: v7(),
    email: `${name}@example.com`,
    password: `the password of ${name}`,
    name,
  }));
  await stack.seed(...seeds);
  return Promise.all(seeds.map(async (seed) => ({ ...seed, token: await signIn(stack.coreUrl, seed) })));
}

/** Signs somebody in; gives the access token. */
export async function signIn(coreUrl: string, person: { email: string; password: string }): Promise<string> {
  const { email, password } = person;
  const { status, body } = await request<AccessToken>('', 'POST', `${coreUrl}/accounts/sessions/email`, {
    body: { email, password },
  });
  if (status >= 300) throw new Error(`Signing in was answered ${status}: ${JSON.stringify(body)}`);
  return body.accessToken;
}

async function request<B>(
  token: string,
  method: string,
  url: string,
  { body, headers = {}, withinMs = 30_000 }: Extras = {},
): Promise<Answer<B>> {
  const began = performance.now();
  const response = await fetch(url, {
    method,
    signal: AbortSignal.timeout(withinMs),
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const parsed = (text === '' ? undefined : JSON.parse(text)) as B;
  return { status: response.status, headers: response.headers, body: parsed, ms: performance.now() - began };
}
