// What a benchmark runs in: the whole system with its limits raised, and somebody signed in.
import { rm } from 'node:fs/promises';
import { v7 } from 'uuid';
import { temporaryFolder } from '#testing/harness';
import { Stack, type Seed } from '#testing/stack';

/** The surroundings of a benchmark. */
export interface Scene {
  stack: Stack;
  person: Seed & { token: string };
  /** Calls the API below `{base_url}`; throws unless it answers 2xx. */
  call<B>(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<B>;
  close(): Promise<void>;
}

/** Starts the system for measuring. */
export async function openScene(): Promise<Scene> {
  const dir = await temporaryFolder('bench');
  const stack = await Stack.start({
    dir,
    variables: {
      // Heaps as in a cluster: the local start's small ones are for laptops, and cost time.
      all: { LOG_LEVEL: 'error', NODE_OPTIONS: '--max-old-space-size=512' },
      sandbox: { SANDBOX_QUOTA: 'off', SANDBOX_LATENCY_MS: '0' },
      'import-worker': { IMPORT_CALL_INTERVAL_MS: '0' },
      gateway: { LIMIT_READS_PER_MIN: '1000000', LIMIT_WRITES_PER_MIN: '1000000' },
      generations: { MAX_RUNNING_GENERATIONS: '10000' },
    },
  });
  const seed = {
    accountId: v7(),
    workspaceId: v7(),
    email: 'bench@example.com',
    password: 'a password of the bench',
    name: 'Bench',
  };
  await stack.seed(seed);
  const { email, password } = seed;
  const session = await send<{ accessToken: string }>('POST', `${stack.coreUrl}/accounts/sessions/email`, {
    email,
    password,
  });
  const token = session.accessToken;
  return {
    stack,
    person: { ...seed, token },
    call: (method, path, body, headers) =>
      send(method, `${stack.baseUrl}${path}`, body, { authorization: `Bearer ${token}`, ...headers }),
    close: async () => {
      await stack.stop();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

async function send<B>(method: string, url: string, body?: unknown, headers = {}): Promise<B> {
  const response = await fetch(url, {
    method,
    headers: { ...(body ? { 'content-type': 'application/json' } : {}), ...headers },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  if (!response.ok) throw new Error(`${method} ${url}: ${response.status} ${await response.text()}`);
  return (await response.json()) as B;
}
