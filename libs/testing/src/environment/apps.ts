// The processes of the system: their names, and the variables that each one needs and no other gets.
import { BUS_USERS } from '../servers/nats.ts';
import type { Owner, OwnerDatabase } from '../servers/owner-database.ts';
import { programEnv, projectFile } from '../servers/programs.ts';
import type { RedisUser } from '../servers/redis.ts';
import type { Secrets } from '../servers/secrets.ts';
import type { Servers } from '../servers/servers.ts';

/** Our processes; that of a local model runs beside them. */
export const APPS = [...BUS_USERS, 'sandbox'] as const;
/** One of our processes. */
export type App = (typeof APPS)[number];

/** Variables of a process. */
export type Variables = Record<string, string>;

/** The names by which a machine calls itself, as `Host` writes them. */
export const LOCAL_HOSTS: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

/** Time that a process has to finish running work before it exits, in milliseconds. */
export const SHUTDOWN_MS = 15_000;

/** Everything that a process's variables are made of. */
export interface EnvironmentParts {
  servers: Servers;
  databases: Record<Owner, OwnerDatabase>;
  ports: Record<'gateway' | 'sandbox', number>;
  secrets: Secrets;
}

/** The variables of each process; `products` is the file of products that the sandbox serves. */
export function variablesOf(parts: EnvironmentParts, products: string | undefined): Record<App, Variables> {
  const { databases, ports, secrets, servers } = parts;
  const gatewayUrl = `http://localhost:${ports.gateway}`;
  const sandboxUrl = `http://127.0.0.1:${ports.sandbox}`;
  const token = { TOKEN_ISSUER: gatewayUrl, TOKEN_AUDIENCE: 'shelfscribe-api' };
  const bus = servers.nats.variables;
  const redis = (user: RedisUser): Variables => ({ REDIS_URL: servers.redis.url(user) });
  const worker = (user: RedisUser): Variables => ({ ...bus(user), ...redis(user) });
  const tables = (owner: Owner): Variables => ({
    ...bus(owner),
    DATABASE_URL: databases[owner].appUrl,
    DATABASE_SYSTEM_URL: databases[owner].systemUrl,
  });
  const models = { SANDBOX_MODELS_URL: `${sandboxUrl}/v1` };
  const prices = { MODEL_PRICES: JSON.stringify(SANDBOX_PRICES) };
  const writing = { ...models, SANDBOX_MODEL_KEY: secrets('models'), ...pictures(ports.sandbox) };
  return {
    gateway: {
      ...bus('gateway'),
      ...redis('gateway'),
      ...token,
      PORT: String(ports.gateway),
      PUBLIC_URL: gatewayUrl,
      HOSTS: LOCAL_HOSTS.join(','),
      PICTURE_SOURCES: `https://m.media-amazon.com,${sandboxUrl}`,
      LIMIT_REGISTRATIONS_PER_H: '1000',
    },
    // Whoever reaches this system may register.
    auth: { ...tables('auth'), ...token, KEYS_SECRET: secrets('keys'), REGISTRATION: 'open' },
    catalogue: { ...tables('catalogue'), ...redis('catalogue') },
    generations: { ...tables('generations'), ...redis('generations'), ...models, ...prices },
    notifications: { ...tables('notifications'), ...redis('notifications'), ...webhooks(secrets) },
    'import-worker': { ...worker('import-worker'), ...marketplace(sandboxUrl, secrets) },
    'generation-worker': { ...worker('generation-worker'), ...writing },
    'webhook-worker': { ...worker('webhook-worker'), ...LOCAL_WEBHOOKS },
    sandbox: { PORT: String(ports.sandbox), ...sandbox(sandboxUrl, secrets, products) },
  };
}

/** `GENERATION_CONCURRENCY` of a worker that writes `count` generations at once, beside the places that it keeps for people. */
export function concurrencyFor(count: number): string {
  return String(Math.ceil((count * 10) / 9));
}

/** The variables that every process of ours gets besides its own. */
export function nodeEnv(): Variables {
  return {
    ...programEnv(),
    NODE_ENV: 'production',
    // Small heaps, because the whole system should fit on a laptop. One helper thread for garbage collection instead of
    // four: where many processes share few cores, a process would wait until its helpers get one.
    NODE_OPTIONS: '--max-old-space-size=256 --max-semi-space-size=4 --v8-pool-size=1',
    MALLOC_ARENA_MAX: '1',
    // Blocks above 1 MiB, such as the 19 MiB of a password hash, are returned to the system at once.
    MALLOC_MMAP_THRESHOLD_: '1048576',
    // Cached compiled code makes the second start faster.
    NODE_COMPILE_CACHE: projectFile('node_modules/.cache/shelfscribe'),
    SHUTDOWN_MS: String(SHUTDOWN_MS),
  };
}

/** For tests with a receiver, which listens on any port. A developer names the ports: `WEBHOOK_PORTS=9000 npm start`. */
export const ANY_WEBHOOK_PORT = { WEBHOOK_PORTS: '1-65535' };

/** So that a receiver can be tried on this machine. */
const LOCAL_WEBHOOKS = { WEBHOOK_ALLOW_LOCALHOST: 'true' };

/** So that models are shown the pictures of the sandbox. */
function pictures(port: number): Variables {
  return { ...LOCAL_WEBHOOKS, WEBHOOK_PORTS: `443,8443,${port}` };
}

function webhooks(secrets: Secrets): Variables {
  return { ...LOCAL_WEBHOOKS, WEBHOOKS_SECRET: secrets('webhooks') };
}

/** So that the cost of a generation can be seen without an account at a provider. */
const SANDBOX_PRICES = { 'sandbox:echo': { inputMicros: 150_000, outputMicros: 600_000, currency: 'USD' } };

function sandbox(url: string, secrets: Secrets, products: string | undefined): Variables {
  return {
    SANDBOX_PUBLIC_URL: url,
    SANDBOX_CLIENT_ID: 'sandbox',
    SANDBOX_CLIENT_SECRET: secrets('marketplace-client'),
    SANDBOX_REFRESH_TOKEN: secrets('marketplace-token'),
    SANDBOX_MODEL_KEY: secrets('models'),
    ...(products ? { SANDBOX_PRODUCTS: products } : {}),
  };
}

/** The marketplace's settings for the import worker: only the addresses differ from the real marketplace. */
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
