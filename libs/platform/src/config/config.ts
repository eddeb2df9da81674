// Reads the configuration of an app: one zod object, read from the environment once and frozen. Errors name a bad
// variable, never its value.
import { z } from 'zod';

/** Injection token of an app's configuration. */
export const CONFIG = Symbol('config');

/** An on/off variable: on, off, true, false, 1, 0. */
export function flag(fallback: boolean) {
  return z
    .enum(['on', 'off', 'true', 'false', '1', '0'])
    .default(fallback ? 'on' : 'off')
    .transform((text) => text === 'on' || text === 'true' || text === '1');
}

/** A whole number within bounds. */
export function integer(fallback: number, bounds: { min?: number; max?: number } = {}) {
  const { min = 0, max = Number.MAX_SAFE_INTEGER } = bounds;
  return z.coerce.number().int().min(min).max(max).default(fallback);
}

/** A TCP port; 0 picks a free one. */
export function port(fallback: number) {
  return integer(fallback, { max: 65_535 });
}

/** Comma-separated words. */
export function list(fallback: readonly string[]) {
  return z
    .string()
    .default(fallback.join(','))
    .transform((text) =>
      text
        .split(',')
        .map((word) => word.trim())
        .filter(Boolean),
    );
}

/** JSON in a variable, checked by a schema. */
export function jsonText<S extends z.ZodType>(schema: S, fallback: string) {
  return z
    .string()
    .default(fallback)
    .transform((text, context): unknown => {
      try {
        return JSON.parse(text);
      } catch {
        context.addIssue({ code: 'custom', message: 'is not JSON' });
        return z.NEVER;
      }
    })
    .pipe(schema);
}

/** Keys of every process. */
export const processConfig = {
  /** The lowest level that is logged. */
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error']).default('info'),
  /** Coloured lines for a person instead of JSON. */
  LOG_PRETTY: flag(false),
  /** Port of /health and /metrics, never the public port. */
  OPS_PORT: port(9000),
  /** Address of the ops port; in a cluster 0.0.0.0. */
  OPS_HOST: z.string().default('127.0.0.1'),
  /** Git revision of the sources, for the metric build_info; the image sets it. */
  REVISION: z.string().default('unknown'),
  /** Milliseconds for which what a scrape of the metrics has read, such as the length of a queue, serves further ones. */
  METRICS_FRESH_MS: integer(5000),
  /** Longest time from SIGTERM to exit, in milliseconds. */
  SHUTDOWN_MS: integer(60_000),
  /** Collector of traces (OTLP over HTTP), such as http://collector:4318; without it nothing is traced. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url().optional(),
  /** Share of the traces begun here that are sampled, from 0 to 1. */
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
};

/** Keys of a process that clients reach over HTTP. */
export const webConfig = {
  /** Address of the public port; in a container 0.0.0.0. */
  HOST: z.string().default('127.0.0.1'),
};

/** Keys of a process on the bus. */
export const busConfig = {
  /** One or more servers, separated by commas; tls:// demands TLS. */
  NATS_URL: z
    .string()
    .regex(
      /^(nats|tls):\/\/[^\s,]+(,(nats|tls):\/\/[^\s,]+)*$/,
      'must be like nats://host:4222,nats://host:4222',
    )
    .default('nats://127.0.0.1:4222'),
  /** User of the bus; each process has its own, with the rights of `deploy/nats/nats.conf`. */
  NATS_USER: z.string().optional(),
  /** Secret: password of that user. */
  NATS_PASSWORD: z.string().optional(),
};
/** Configuration of a process on the bus. */
export type BusConfig = z.infer<z.ZodObject<typeof busConfig>>;

/** Keys of a process with a Redis. */
export const redisConfig = {
  /** Secret, because it has a password: the Redis of the queues or, for the gateway, of the rate limits; rediss:// demands TLS. */
  REDIS_URL: z.url().default('redis://127.0.0.1:6379'),
};

/** Keys of a process that adds or takes jobs. */
const queueConfig = {
  ...redisConfig,
  /** How Redis keeps the queues: in an append-only file (`aof`), or only in the memory of its replicas (`replicated`). */
  REDIS_DURABILITY: z.enum(['aof', 'replicated']).default('aof'),
};
/** How Redis keeps the queues. */
export type RedisDurability = z.infer<typeof queueConfig.REDIS_DURABILITY>;

/** Keys of a process that publishes or reads events. */
export const eventsConfig = {
  /** Size in bytes with which the NATS stream `EVENTS` is made; an existing one is used as it is. */
  EVENTS_MAX_BYTES: integer(1_000_000_000, { min: 1_000_000 }),
  /** Hours for which the stream `EVENTS` keeps an event, if this process makes the stream. */
  EVENTS_MAX_AGE_H: integer(168, { min: 1 }),
  /** Servers of NATS that keep the stream `EVENTS`, if this process makes the stream. */
  EVENTS_REPLICAS: integer(1, { min: 1, max: 5 }),
  /**
   * Time after which an event that was not acknowledged is delivered again, in milliseconds. What a killed process had
   * received waits so long; a process that still works asks for more time. A consumer keeps the time with which it was made.
   */
  EVENTS_ACK_WAIT_MS: integer(3000, { min: 200 }),
};
/** Configuration of a process that publishes or reads events. */
export type EventsConfig = z.infer<z.ZodObject<typeof eventsConfig>>;

/** Keys of a process that owns queues. */
export const ownerConfig = {
  ...queueConfig,
  /** Secret: password of the page /ops/queues on the ops port, for the user `operator`; without it there is no page. */
  QUEUE_VIEW_PASSWORD: z.string().min(16).optional(),
  ...eventsConfig,
};
/** Configuration of a process that owns queues. */
export type OwnerConfig = z.infer<z.ZodObject<typeof ownerConfig>>;

/** Keys of a process that takes jobs. */
export const workerConfig = {
  ...queueConfig,
  /** Milliseconds after which a worker counts as stuck if it takes no job although jobs wait and it has room. */
  WORKER_STUCK_MS: integer(90_000, { min: 500 }),
  /** Milliseconds for which a worker locks a job without renewing that; a job of a killed process is free afterwards. */
  WORKER_LOCK_MS: integer(15_000, { min: 1000 }),
  /** Milliseconds between two searches of a worker for jobs of killed processes. */
  WORKER_STALLED_CHECK_MS: integer(3000, { min: 100 }),
};
/** Configuration of a process that takes jobs. */
export type WorkerConfig = z.infer<z.ZodObject<typeof workerConfig>>;

/** Keys of a process that checks or calls URLs of strangers. */
export const egressConfig = {
  /** Allows http and https to localhost and loopback addresses, for development, at the ports of WEBHOOK_PORTS. */
  WEBHOOK_ALLOW_LOCALHOST: flag(false),
  /** Ports that URLs may name, those of this machine included, separated by commas; `8000-8999` is a range. */
  WEBHOOK_PORTS: list(['443', '8443']).pipe(z.array(z.string().regex(/^\d{1,5}(-\d{1,5})?$/))),
  /** Public addresses of this deployment, as CIDRs separated by commas, which are refused as private ones are. */
  WEBHOOK_REFUSED_RANGES: list([]).pipe(z.array(z.union([z.cidrv4(), z.cidrv6()]))),
};
/** Configuration of a process that checks or calls URLs of strangers. */
export type EgressConfig = z.infer<z.ZodObject<typeof egressConfig>>;

/** Keys of an owner of tables: one connection string per role. */
export const databaseConfig = {
  /** Secret: the database as its role `<db>_app`, which row-level security binds to one workspace. */
  DATABASE_URL: z.url(),
  /** Secret: the database as its role `<db>_system`, for relay, reconciler and claims, on named tables only. */
  DATABASE_SYSTEM_URL: z.url(),
  /** Most connections of the pool of each of the two roles. Reads and computed answers have four each besides. */
  DATABASE_POOL: integer(10, { min: 2, max: 50 }),
};
/** Configuration of an owner of tables. */
export type DatabaseConfig = z.infer<z.ZodObject<typeof databaseConfig>>;

/** Configuration of every process. */
export type ProcessConfig = z.infer<z.ZodObject<typeof processConfig>>;

/**
 * Reads the variables that the schema names. A bad variable ends the process, with one line per bad variable. Values
 * are never shown, because they may be secrets.
 */
export function loadConfig<S extends z.ZodObject>(schema: S): z.infer<S> {
  const set = Object.entries(process.env).filter(([name, value]) => name in schema.shape && value !== '');
  const parsed = schema.safeParse(Object.fromEntries(set));
  if (parsed.success) return Object.freeze(parsed.data) as z.infer<S>;
  for (const { path, message } of parsed.error.issues) {
    process.stderr.write(`Configuration: ${path.join('.')}: ${message}\n`);
  }
  process.exit(78); // EX_CONFIG
}
