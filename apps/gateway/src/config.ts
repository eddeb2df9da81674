// What the gateway can be told from outside.
import { z } from 'zod';
import { busConfig, integer, list, port, processConfig, redisConfig } from '#platform/config';

const path = (fallback: string) =>
  z
    .string()
    .regex(/^(\/[\w.~-]+)+$/, 'must be a path such as /api/v2')
    .default(fallback);

const addresses = z.array(
  z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], 'must be addresses or CIDR blocks'),
);

/** Configuration of the gateway. */
export const configSchema = z.object({
  ...processConfig,
  ...busConfig,
  /** Redis for the counters of the limits; its user may only use keys that begin with `limits:`. */
  ...redisConfig,
  PORT: port(3000),
  /** Address under which clients reach the port, for the API document; default: localhost and the port. */
  PUBLIC_URL: z.url().optional(),
  /** Path of {base_url}: products and generations. */
  BASE_PATH: path('/api/v2'),
  /** Path of {core_url}: accounts and sessions. */
  CORE_PATH: path('/core/api/v2'),
  /** `iss` that access tokens must carry; auth writes the same. */
  TOKEN_ISSUER: z.string().min(1).default('shelfscribe'),
  /** `aud` that access tokens must carry; auth writes the same. */
  TOKEN_AUDIENCE: z.string().min(1).default('shelfscribe-api'),
  /** Most requests in work at once; more are refused, so that those in work stay fast. */
  IN_FLIGHT_MAX: integer(200, { min: 1 }),
  /** Reads of one account in a minute. */
  LIMIT_READS_PER_MIN: integer(3000, { min: 1 }),
  /** Writes of one account in a minute. */
  LIMIT_WRITES_PER_MIN: integer(600, { min: 1 }),
  /** Sign-ins tried from one address in a minute. */
  LIMIT_SIGN_INS_PER_MIN: integer(60, { min: 1 }),
  /** Failed sign-ins to one e-mail from one address in 15 minutes. */
  LIMIT_SIGN_IN_FAILURES: integer(10, { min: 1 }),
  /** Milliseconds that Redis may take to count; after that a gateway counts for itself. */
  LIMIT_TIMEOUT_MS: integer(50, { min: 1, max: 1000 }),
  /**
   * Who may say in X-Forwarded-For for whom they ask: addresses and CIDR blocks of the proxies in front, comma-
   * separated. Nobody by default; behind a proxy all its clients would then count as one address.
   */
  TRUSTED_PROXIES: list([]).pipe(addresses),
});
/** Configuration of the gateway. */
export type Config = z.infer<typeof configSchema>;
