// Reads the import worker's configuration.
import { z } from 'zod';
import { REGIONS } from '#contracts';
import { busConfig, integer, list, processConfig, workerConfig } from '#platform/config';

const httpUrl = z.url({ protocol: /^https?$/ });

export const configSchema = z.object({
  ...processConfig,
  ...busConfig,
  ...workerConfig,
  /** Regions whose queues this process reads, separated by commas. */
  IMPORT_REGIONS: list(REGIONS).pipe(z.array(z.enum(REGIONS)).min(1)),
  /** Maximum number of simultaneous marketplace calls of this process, per region. */
  IMPORT_CONCURRENCY: integer(2, { min: 1, max: 100 }),
  /** Time between two calls in one region over all workers, in milliseconds; 0 = unlimited. */
  IMPORT_CALL_INTERVAL_MS: integer(500, { max: 60_000 }),
  /** Address of the Selling Partner API in North America. */
  SP_API_URL_NA: httpUrl.default('https://sellingpartnerapi-na.amazon.com'),
  /** Address of the Selling Partner API in Europe. */
  SP_API_URL_EU: httpUrl.default('https://sellingpartnerapi-eu.amazon.com'),
  /** Address of the Selling Partner API in the Far East. */
  SP_API_URL_FE: httpUrl.default('https://sellingpartnerapi-fe.amazon.com'),
  /** Where refresh tokens are exchanged for access tokens. */
  SP_API_TOKEN_URL: httpUrl.default('https://api.amazon.com/auth/o2/token'),
  /** Client id of our application at the marketplace. */
  SP_API_CLIENT_ID: z.string().default(''),
  /** Secret: client secret of our application at the marketplace. */
  SP_API_CLIENT_SECRET: z.string().default(''),
  /** Secret: the authorisation for North America. Calls in a region without one fail as unauthorised. */
  SP_API_REFRESH_TOKEN_NA: z.string().optional(),
  /** Secret: the authorisation for Europe. */
  SP_API_REFRESH_TOKEN_EU: z.string().optional(),
  /** Secret: the authorisation for the Far East. */
  SP_API_REFRESH_TOKEN_FE: z.string().optional(),
});

export type Config = z.infer<typeof configSchema>;
