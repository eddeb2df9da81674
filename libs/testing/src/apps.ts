// Our processes in a local stack: their names, and the variables that each one needs and no other gets.
import type { BusUser } from './nats.ts';
import { OWNERS, type Owner, type OwnerDatabase } from './owner-database.ts';
import { programEnv, projectFile } from './programs.ts';
import type { Secrets } from './secrets.ts';
import type { Servers } from './servers.ts';

/** Our processes. */
export const APPS = ['gateway', ...OWNERS, 'import-worker', 'generation-worker', 'sandbox'] as const;
/** One of our processes. */
export type App = (typeof APPS)[number];

/** Variables of a process. */
export type Variables = Record<string, string>;

/** Time for a process of a local stack to end the work in hand, in milliseconds. */
export const SHUTDOWN_MS = 15_000;

/** What the variables are made of. */
export interface Surroundings {
  servers: Servers;
  databases: Record<Owner, OwnerDatabase>;
  /** Ports of gateway and sandbox. */
  ports: Record<'gateway' | 'sandbox', number>;
  secrets: Secrets;
  /** File of products that the sandbox serves. */
  products?: string | undefined;
}

/** The variables of each process. */
export function variablesOf(around: Surroundings): Record<App, Variables> {
  const { ports, secrets, servers } = around;
  const sandboxUrl = `http://127.0.0.1:${ports.sandbox}`;
  const token = { TOKEN_ISSUER: `http://localhost:${ports.gateway}`, TOKEN_AUDIENCE: 'shelfscribe-api' };
  const bus = (user: BusUser): Variables => ({ ...servers.nats.variables(user) });
  const queues = { REDIS_URL: servers.redis.url };
  const tables = (owner: Owner): Variables => ({
    ...bus(owner),
    DATABASE_URL: around.databases[owner].appUrl,
    DATABASE_SYSTEM_URL: around.databases[owner].systemUrl,
  });
  const models = { MODEL_SERVERS: JSON.stringify([sandboxModels(sandboxUrl)]) };
  return {
    gateway: {
      ...bus('gateway'),
      ...token,
      REDIS_URL: servers.redis.limitsUrl,
      PORT: String(ports.gateway),
      PUBLIC_URL: `http://localhost:${ports.gateway}`,
    },
    auth: { ...tables('auth'), ...token, KEYS_SECRET: secrets('keys') },
    catalogue: { ...tables('catalogue'), ...queues },
    generations: { ...tables('generations'), ...queues, ...models },
    'import-worker': { ...bus('import-worker'), ...queues, ...marketplace(sandboxUrl, secrets) },
    'generation-worker': {
      ...bus('generation-worker'),
      ...queues,
      ...models,
      MODEL_KEYS: JSON.stringify({ sandbox: secrets('models') }),
    },
    sandbox: {
      ...sandbox(secrets, around.products),
      PORT: String(ports.sandbox),
      SANDBOX_PUBLIC_URL: sandboxUrl,
    },
  };
}

/** What every process of ours runs with, besides its own variables. */
export function nodeEnv(): Variables {
  return {
    ...programEnv(),
    NODE_ENV: 'production',
    // Small heaps: the whole system shall fit on a laptop beside everything else. One thread each that helps to collect
    // garbage, not four: where many processes share few cores, a process waits for its helpers to be given one.
    NODE_OPTIONS: '--max-old-space-size=256 --max-semi-space-size=4 --v8-pool-size=1',
    MALLOC_ARENA_MAX: '1',
    // Larger blocks, such as the 19 MiB of a password's hash, are given back at once.
    MALLOC_MMAP_THRESHOLD_: '1048576',
    // Kept compiled code makes a second start faster.
    NODE_COMPILE_CACHE: projectFile('node_modules/.cache/shelfscribe'),
    SHUTDOWN_MS: String(SHUTDOWN_MS),
  };
}

function sandbox(secrets: Secrets, products: string | undefined): Variables {
  return {
    SANDBOX_CLIENT_ID: 'sandbox',
    SANDBOX_CLIENT_SECRET: secrets('marketplace-client'),
    SANDBOX_REFRESH_TOKEN: secrets('marketplace-token'),
    SANDBOX_MODEL_KEY: secrets('models'),
    ...(products ? { SANDBOX_PRODUCTS: products } : {}),
  };
}

function sandboxModels(sandboxUrl: string): object {
  return {
    name: 'sandbox',
    baseURL: `${sandboxUrl}/v1`,
    models: ['echo', 'slow', 'rate-limited', 'down', 'refuses', 'bad-json', 'cut'],
  };
}

/** The marketplace as the import worker knows it: only the addresses tell the sandbox from the real one. */
function marketplace(sandboxUrl: string, secrets: Secrets): Variables {
  const token = secrets('marketplace-token');
  return {
    SP_API_URL_NA: `${sandboxUrl}/na`,
    SP_API_URL_EU: `${sandboxUrl}/eu`,
    SP_API_URL_FE: `${sandboxUrl}/fe`,
    SP_API_TOKEN_URL: `${sandboxUrl}/auth/o2/token`,
    SP_API_CLIENT_ID: 'sandbox',
    SP_API_CLIENT_SECRET: secrets('marketplace-client'),
    SP_API_REFRESH_TOKEN_NA: token,
    SP_API_REFRESH_TOKEN_EU: token,
    SP_API_REFRESH_TOKEN_FE: token,
  };
}
