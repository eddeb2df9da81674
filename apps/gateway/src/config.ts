// The configuration of the gateway.
import { findPackageJSON } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { z } from 'zod';
import { busConfig, integer, list, port, processConfig, redisConfig, webConfig } from '#platform/config';

const path = (fallback: string) =>
  z
    .string()
    .regex(/^(\/[\w.~-]+)+$/, 'must be a path such as /api/v2')
    .default(fallback);

const addresses = z.array(
  z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], 'must be addresses or CIDR blocks'),
);

/** Address of a server without a path, for a Content-Security-Policy. */
const origin = z.url().refine((text) => new URL(text).origin === text, 'must be like http://localhost:4010');

/** Where the pictures of imported products are. */
const MARKETPLACE_PICTURES = ['https://m.media-amazon.com', 'https://images-na.ssl-images-amazon.com'];

/** The build of the console, wherever in the build this file is. */
const CONSOLE_DIR = fileURLToPath(
  new URL('dist/apps/console', pathToFileURL(findPackageJSON('.', import.meta.url) ?? '')),
);

/** Number of proxies. */
const hops = z
  .string()
  .regex(/^[1-9]$/)
  .transform(Number);

/** Configuration of the gateway. */
export const configSchema = z.object({
  ...processConfig,
  ...busConfig,
  /** Redis for the counters of rate limits; its user may only use keys that begin with `limits:`. */
  ...redisConfig,
  ...webConfig,
  /** The public port: API, documentation and console. */
  PORT: port(3000),
  /** Address under which clients reach the port, for the API document; default: localhost and the port. */
  PUBLIC_URL: z.url().optional(),
  /** Path of {base_url}, the root of products and generations. */
  BASE_PATH: path('/api/v2'),
  /** Path of {core_url}, the root of accounts and sessions. */
  CORE_PATH: path('/core/api/v2'),
  /**
   * Names by which clients may call the gateway, comma-separated; another `Host` gets 421. Empty: any, as behind a proxy that
   * knows its hosts.
   */
  HOSTS: list([]),
  /**
   * Servers from which the console shows pictures, comma-separated: those of the marketplace by default. A product may name
   * a picture anywhere, and whoever has it would learn when and from where a person looks at the product.
   */
  PICTURE_SOURCES: list(MARKETPLACE_PICTURES).pipe(z.array(origin)),
  /** Folder of the console's build. */
  CONSOLE_DIR: z.string().default(CONSOLE_DIR),
  /** `iss` that access tokens must carry; auth writes the same. */
  TOKEN_ISSUER: z.string().min(1).default('shelfscribe'),
  /** `aud` that access tokens must carry; auth writes the same. */
  TOKEN_AUDIENCE: z.string().min(1).default('shelfscribe-api'),
  /**
   * Maximum requests in work at once; further ones get 503 with `Retry-After`, so that those in work stay fast. It should
   * be requests per second × target latency (Little's law).
   */
  IN_FLIGHT_MAX: integer(200, { min: 1 }),
  /**
   * Milliseconds after SIGTERM in which the gateway serves on, though not ready, and ends each connection with its next answer:
   * as long as a balancer may take to send it nothing more. They are part of `SHUTDOWN_MS`.
   */
  DRAIN_MS: integer(0),
  /** Maximum open connections; clients of one network may have a quarter of them. */
  CONNECTIONS_MAX: integer(2000, { min: 4 }),
  /**
   * Milliseconds for which a connection without requests stays open. It must be longer than the proxy in front keeps it, or a
   * request may meet its end: more than 60 s for an ALB of AWS, 600 s for Google's load balancer, an hour for Envoy.
   */
  KEEP_ALIVE_MS: integer(65_000, { min: 1000, max: 7_200_000 }),
  /** Milliseconds that a client has to send the head of a request; a late one is noticed up to a fifth of it later. */
  HEADERS_TIMEOUT_MS: integer(10_000, { min: 100, max: 300_000 }), // Node starts no server with more
  /** Milliseconds that a client has to send a whole request; noticed as late heads are. */
  REQUEST_TIMEOUT_MS: integer(25_000, { min: 100 }),
  /** Milliseconds that a request waits for the answer of an owner. */
  ANSWER_TIMEOUT_MS: integer(3000, { min: 100 }),
  /** Milliseconds that a client has to read an answer; while the gateway closes, a quarter of `SHUTDOWN_MS` at most. */
  UNREAD_TIMEOUT_MS: integer(30_000, { min: 100 }),
  /** Maximum bytes of answers that wait for their clients; those of one account or network may have a quarter of them. */
  UNREAD_BYTES_MAX: integer(96 * 1024 * 1024, { min: 1024 * 1024 }),
  /** Milliseconds between two reads of a generation whose end a client waits for, because a notification may get lost. */
  WAIT_READ_MS: integer(1000, { min: 10 }),
  /**
   * Milliseconds after which everything else that notifications tell is read again, because a notification may get lost: the
   * revoked sessions and the roles. What a client follows is read twice as often.
   */
  FALLBACK_READ_MS: integer(30_000, { min: 100 }),
  /** Maximum reads of one account in a minute. */
  LIMIT_READS_PER_MIN: integer(3000, { min: 1 }),
  /** Maximum writes of one account in a minute. */
  LIMIT_WRITES_PER_MIN: integer(600, { min: 1 }),
  /**
   * Maximum identifiers that a workspace submits for import in an hour. Default: a little more than the marketplaces of
   * one region answer in an hour (40 a second).
   */
  LIMIT_IMPORT_ITEMS_PER_H: integer(150_000, { min: 1000 }),
  /** Maximum sign-in attempts from one address in a minute, and as many refreshes of tokens. */
  LIMIT_SIGN_INS_PER_MIN: integer(60, { min: 1 }),
  /** Maximum accounts that are registered from one address in an hour; refused attempts count too. */
  LIMIT_REGISTRATIONS_PER_H: integer(10, { min: 1 }),
  /** Maximum failed sign-ins of one e-mail from one address in 15 minutes. */
  LIMIT_SIGN_IN_FAILURES: integer(10, { min: 1 }),
  /** Longest delay of a sign-in whose e-mail had many failures, in milliseconds; each failure adds a tenth of it. */
  SIGN_IN_DELAY_MAX_MS: integer(2000),
  /** Maximum time that Redis may take to count, in milliseconds; after it a gateway counts for itself. */
  LIMIT_TIMEOUT_MS: integer(50, { min: 1, max: 10_000 }),
  /**
   * Proxies in front that tell the client's address in X-Forwarded-For: their addresses and CIDR blocks,
   * comma-separated, or how many of them a request passes, where nobody else can connect. Empty by default; all
   * clients behind a proxy that is not trusted count as one address.
   */
  TRUSTED_PROXIES: z.union([hops, list([]).pipe(addresses)]),
});
/** Configuration of the gateway. */
export type Config = z.infer<typeof configSchema>;
