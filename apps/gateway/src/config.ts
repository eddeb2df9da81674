// What the gateway can be told from outside.
import { z } from 'zod';
import { busConfig, integer, port, processConfig } from '#platform/config';

const path = (fallback: string) =>
  z
    .string()
    .regex(/^(\/[\w.~-]+)+$/, 'must be a path such as /api/v2')
    .default(fallback);

/** Configuration of the gateway. */
export const configSchema = z.object({
  ...processConfig,
  ...busConfig,
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
});
/** Configuration of the gateway. */
export type Config = z.infer<typeof configSchema>;
